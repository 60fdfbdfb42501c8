import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send } from '../server/test/client.ts'
import { downloaded, newDrawing, pdfOf, uploadPdf } from '../server/test/documents.ts'
import { temporaryFolder } from '../server/test/files.ts'
import { makeP12 } from '../server/test/p12.ts'
import { appliance } from '../server/test/cli.ts'
import { startServerProcess } from '../server/test/process.ts'

test('organisations and the seal are looked after, and a PDF verified, beside a running server', async () => {
  const dataDir = await temporaryFolder()
  const { url } = await startServerProcess(dataDir)
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await appliance([...args, '--json'], dataDir)
    return { code, said: stdout === '' ? stderr : (JSON.parse(stdout) as unknown) }
  }
  const added = await run('organisations', 'add', 'Harbour Ltd')
  expect(added).toEqual({ code: 0, said: { id: 1, name: 'Harbour Ltd' } })
  expect(await run('organisations', 'edit', '1', 'Harbour Trust')).toMatchObject({ code: 0 })
  expect((await appliance(['organisations', 'list'], dataDir)).stdout).toBe('1  Harbour Trust\n')
  expect((await send(url, 'GET', '/api/organizations')).body).toEqual({
    organizations: [{ id: 1, name: 'Harbour Trust' }],
  })
  expect((await run('organisations', 'delete', '1', '--yes')).code).toBe(0)
  expect(await run('organisations', 'delete', '1', '--yes')).toMatchObject({
    code: 1,
    said: { code: 'not_found' },
  })

  const p12 = await makeP12(await temporaryFolder(), { key: 'rsa', passphrase: 'harbour wall' })
  const passphrase = join(await temporaryFolder(), 'passphrase')
  await writeFile(passphrase, 'harbour wall\n')
  expect(await run('key', 'install', p12.file)).toMatchObject({ code: 1, said: { code: 'invalid_input' } })
  const installed = await run('key', 'install', p12.file, '--passphrase-file', passphrase)
  expect(installed).toMatchObject({ code: 0, said: { kind: 'installed', name: p12.name } })

  const original = await pdfOf(['Lease.'])
  const { id } = await uploadPdf(url, original)
  const signatureId = await newDrawing(url)
  await send(url, 'POST', `/api/documents/${id}/sign`, { signatureId, signedBy: 'Ada Chair' })
  const verify = async (pdf: Buffer) => {
    const file = join(await temporaryFolder(), 'given.pdf')
    await writeFile(file, pdf)
    return run('verify', 'pdf', file)
  }
  const signed = await downloaded(url, id)
  expect(await verify(signed)).toMatchObject({
    code: 0,
    said: {
      ...{ state: 'good', document: { id, latest: true }, log: { intact: true } },
      signatures: [{ name: 'Ada Chair', ours: true, certificateName: p12.name }],
    },
  })
  const changed = Buffer.from(signed)
  changed[200]! ^= 1
  expect(await verify(changed)).toMatchObject({ code: 1, said: { state: 'bad', document: null } })
  expect(await verify(original)).toMatchObject({
    code: 3,
    said: { state: 'unsigned', document: { version: 1 } },
  })
  expect(await run('verify', 'pdf', '/nowhere.pdf')).toMatchObject({
    code: 1,
    said: { code: 'invalid_input' },
  })
  expect(await run('key', 'own', '--yes')).toMatchObject({ code: 0, said: { kind: 'own' } })
})
