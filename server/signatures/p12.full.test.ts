import { expect, test } from 'vitest'
import { send } from '../test/client.ts'
import { downloaded, newDrawing, pdfOf, pdfsig, sealOf, uploadPdf, verifyAt } from '../test/documents.ts'
import { temporaryFolder } from '../test/files.ts'
import { makeP12 } from '../test/p12.ts'
import { startAppliance } from '../test/server.ts'

test('an administrator installs a P12: what is signed then is sealed with it, and what was signed before holds', async () => {
  const { url } = await startAppliance()
  const signatureId = await newDrawing(url)
  async function signed(): Promise<Buffer> {
    const { id } = await uploadPdf(url, await pdfOf(['Lease.']))
    await send(url, 'POST', `/api/documents/${id}/sign`, { signatureId, signedBy: 'Ada Chair' })
    return downloaded(url, id)
  }
  const install = (bytes: Buffer, passphrase: string) =>
    send(url, 'PUT', '/api/system/seal', { file: bytes.toString('base64'), passphrase })
  const before = await signed()
  for (const [key, old] of [
    ['rsa', true],
    ['ec', false],
  ] as const) {
    const p12 = await makeP12(await temporaryFolder(), { key, old, passphrase: 'harbour wall' })
    expect(await install(p12.bytes, 'another')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('the passphrase is wrong') },
    })
    const installed = await install(p12.bytes, 'harbour wall')
    expect(installed).toMatchObject({
      status: 200,
      body: { kind: 'installed', name: p12.name, issuer: 'Harbour Authority' },
    })
    const pdf = await signed()
    expect((await pdfsig(pdf)).states, key).toEqual(['Signature is Valid'])
    expect(await verifyAt(url, pdf)).toMatchObject({
      state: 'good',
      signatures: [{ ours: true, certificateName: p12.name }],
    })
    expect(await sealOf(pdf)).toContain('Harbour Authority')
  }
  expect(await install(Buffer.from('no P12'), '')).toMatchObject({ status: 400 })
  expect((await send(url, 'DELETE', '/api/system/seal')).body).toMatchObject({ kind: 'own' })
  expect((await verifyAt(url, before)).signatures).toMatchObject([{ ours: true, state: 'valid' }])
  const log = JSON.stringify((await send(url, 'GET', '/api/audit')).body)
  expect(log).toContain('system.sealInstalled')
  expect(log).not.toContain('harbour wall')
})
