import { expect, test } from 'vitest'
import { send } from '../test/client.ts'
import { downloaded, newDrawing, pdfOf, pdfsig, sealOf, uploadPdf, verifyAt } from '../test/documents.ts'
import { startAppliance } from '../test/server.ts'
import { startTsa } from '../test/tsa.ts'

test('an authority stamps the time; where it gives no good stamp nothing is signed', async () => {
  const tsa = await startTsa()
  const { url } = await startAppliance({ env: { APPLIANCE_TIMESTAMP_URL: tsa.url } })
  const signatureId = await newDrawing(url)
  const sign = (id: number) =>
    send(url, 'POST', `/api/documents/${id}/sign`, { signatureId, signedBy: 'Ada Chair' })
  const original = await pdfOf(['The rent is 1,200 pounds a month.'])
  const { id } = await uploadPdf(url, original)
  const started = Date.now()
  expect(await sign(id)).toMatchObject({ status: 200, body: { document: { signedBy: 'Ada Chair' } } })
  const signed = await downloaded(url, id)
  expect((await pdfsig(signed)).states).toEqual(['Signature is Valid'])
  expect(await sealOf(signed)).toContain('id-smime-aa-timeStampToken')
  const { signatures } = await verifyAt(url, signed)
  expect(signatures).toMatchObject([{ state: 'valid', stampedBy: tsa.name }])
  expect(Math.abs(Date.parse(signatures[0]!.stampedAt!) - started)).toBeLessThan(60_000)
  const { body } = await send(url, 'GET', '/api/system/seal')
  expect(body).toMatchObject({ kind: 'own', timeStampHost: new URL(tsa.url).host })

  for (const fault of ['fails', 'repeats'] as const) {
    tsa.behave(fault)
    const other = await uploadPdf(url, original)
    expect(await sign(other.id), fault).toMatchObject({ status: 502, body: { code: 'seal_failed' } })
    const after = await send(url, 'GET', `/api/documents/${other.id}?fileData=false`)
    expect(after.body.document).toMatchObject({ signatureId: null, signatures: [] })
    expect((await downloaded(url, other.id)).equals(original)).toBe(true)
  }
})
