import { expect, test } from 'vitest'
import { send, until } from '../test/client.ts'
import { downloaded, drawing, newDrawing, pdfOf, pdfsig, uploadPdf } from '../test/documents.ts'
import { sharedAppliance } from '../test/server.ts'

const appliance = sharedAppliance()
const lease =
  'This lease of 4 Mill Lane is made between Harbour Ltd and Ada Chair. The rent is 1,200 pounds a month.'

const boathouse = 'Licence of the boathouse, for a fee of 2,400 pounds, from the harbour board to Tom Reed.'

test('three signatories: valid after one and after three, and any changed byte shows', async () => {
  const { url } = appliance()
  const signatureId = await newDrawing(url)
  const original = await pdfOf([lease, 'Schedule of repairs.'])
  const { id } = await uploadPdf(url, original, {
    signatories: [
      { name: 'Ada Chair', capacity: 'Chair' },
      { name: 'Ben Orr', organisation: 'Harbour Ltd' },
      { name: 'Łucja Żak' },
    ],
  })
  const sign = (body: Record<string, unknown>) =>
    send(url, 'POST', `/api/documents/${id}/sign`, { signatureId, signingAsOrganization: false, ...body })

  expect(await sign({ signedBy: '' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Signer name required') },
  })
  expect((await sign({ signedBy: 'Somebody Else' })).body.message).toContain('Ada Chair, Ben Orr, Łucja Żak')
  const first = await sign({ signedBy: 'Ada Chair' })
  expect(first.body.document).toMatchObject({ signedAt: null, signatureId: null, pages: 3 })
  const once = await downloaded(url, id)
  expect(await pdfsig(once)).toMatchObject({ states: ['Signature is Valid'], total: [true] })
  expect(once.subarray(0, original.length).equals(original)).toBe(true)
  expect((await sign({ signedBy: 'Ada Chair', signatoryId: 1 })).status).toBe(409)

  await sign({ signedBy: 'Ben Orr', signingAsOrganization: true, organizationName: 'Harbour Ltd' })
  const last = await sign({ signedBy: 'Łucja Żak', spot: { page: 1, x: 0.1, y: 0.8, width: 0.3 } })
  expect(last.body.document).toMatchObject({ signatureId, signedBy: 'Łucja Żak' })
  expect(await sign({ signedBy: 'Ada Chair' })).toMatchObject({
    status: 409,
    body: { code: 'already_signed' },
  })
  const signed = await downloaded(url, id)
  const three = await pdfsig(signed)
  expect(three.states).toEqual(Array<string>(3).fill('Signature is Valid'))
  expect(three.text).toContain('ETSI.CAdES.detached')
  expect((await downloaded(url, id, 'original')).equals(original)).toBe(true)

  for (const at of [100, original.length + 200, signed.length - 40]) {
    const changed = Buffer.from(signed)
    changed[at]! ^= 1
    const [{ states }, verdict] = [await pdfsig(changed), await verify(url, changed)]
    // What only later signatures cover leaves the earlier ones valid.
    expect(states.at(-1), `byte ${at}`).not.toBe('Signature is Valid')
    expect(verdict).toMatchObject({ state: 'bad', log: null })
  }
  expect(await verify(url, signed)).toMatchObject({
    state: 'good',
    document: { id, version: 4, latest: true },
    log: { intact: true },
    signatures: [{ state: 'valid', ours: true }, { state: 'valid' }, { state: 'valid', name: 'Łucja Żak' }],
  })
  expect(await verify(url, Buffer.concat([signed, Buffer.from('more')]))).toMatchObject({ state: 'bad' })
  expect(await verify(url, original)).toMatchObject({
    state: 'unsigned',
    document: { version: 1, latest: false },
  })

  const { acts, intact } = (await (await fetch(`${url}/api/documents/${id}/acts`)).json()) as {
    acts: { text: string }[]
    intact: boolean
  }
  expect(intact).toBe(true)
  expect(acts.map(({ text }) => text).filter((text) => text.includes('signed'))).toHaveLength(3)
  const certificate = await fetch(`${url}/api/documents/${id}/certificate`)
  expect(certificate.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await certificate.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  expect((await send(url, 'DELETE', `/api/documents/${id}`)).body.code).toBe('already_signed')
  await send(url, 'PATCH', `/api/documents/${id}`, { archived: true })
  const { body } = await send(url, 'GET', '/api/documents')
  expect(JSON.stringify(body)).not.toContain('Lease of 4 Mill Lane')
})

async function verify(url: string, pdf: Buffer): Promise<unknown> {
  const body = new Uint8Array(pdf)
  return (await fetch(`${url}/api/verify`, { method: 'POST', body })).json()
}

test('without names one signature signs it; documents are listed, found, renamed, summarised and deleted', async () => {
  const { url } = appliance()
  const signatureId = await newDrawing(url)
  const { id } = await uploadPdf(url, await pdfOf([boathouse], { turn: 90 }))
  const summary = await send(url, 'POST', `/api/documents/${id}/summarize`)
  expect(summary.body).toMatchObject({ summaryBy: 'passages', summary: expect.stringContaining('(page 1)') })
  expect(
    (await send(url, 'PATCH', `/api/documents/${id}`, { fileName: 'Mill Lane' })).body.document,
  ).toMatchObject({
    fileName: 'Mill Lane',
    signatories: [],
  })
  const found = await send(url, 'GET', `/api/documents?q=${encodeURIComponent('2,400 pounds')}`)
  expect(found.body.documents).toMatchObject([{ id, fileData: null }])
  const passages = await until(
    async () =>
      (await send(url, 'GET', '/api/search?q=boathouse+licence+fee&kind=document')).body
        .passages as unknown[],
    (all) => all.length > 0,
  )
  expect(passages).toMatchObject([{ page: 1, title: 'Mill Lane' }])
  const signed = await send(url, 'POST', `/api/documents/${id}/sign`, {
    signatureId,
    signedBy: 'Ada Chair',
    signingAsOrganization: true,
    organizationName: 'Harbour Ltd',
  })
  expect(signed.body.document).toMatchObject({ signedBy: 'Ada Chair', organizationName: 'Harbour Ltd' })
  const whole = await send(url, 'GET', `/api/documents/${id}`)
  expect(JSON.stringify(whole.body)).toContain('data:application/pdf;base64,')

  const other = await uploadPdf(url, await pdfOf(['Draft.']))
  expect((await send(url, 'DELETE', `/api/documents/${other.id}`)).status).toBe(200)
  expect((await send(url, 'GET', `/api/documents/${other.id}`)).body.message).toBe(
    "The document you're looking for doesn't exist or has been deleted.",
  )
})

test('what is no PDF, or is none that can be used, is refused with its reason', async () => {
  const { url } = appliance()
  const upload = (bytes: Buffer, type = 'application/pdf') =>
    send(url, 'POST', '/api/documents', {
      fileName: 'x',
      fileData: `data:${type};base64,${bytes.toString('base64')}`,
    })
  expect(await upload(Buffer.from('hello'), 'text/plain')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Please upload a PDF document.') },
  })
  expect(await upload(Buffer.from('hello'))).toMatchObject({ status: 422, body: { code: 'pdf_unusable' } })
  expect((await send(url, 'POST', '/api/signatures', { data: 'data:image/png;base64,AAAA' })).status).toBe(
    400,
  )
  expect((await send(url, 'POST', '/api/signatures', { data: await drawing() })).status).toBe(200)
})
