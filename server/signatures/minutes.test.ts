import { expect, test } from 'vitest'
import { getCalendar } from '#contract/calendar.ts'
import { claim } from '../test/people.ts'
import { drawing, pdfOf, pdfsig, dataUrl } from '../test/documents.ts'
import { boardMeeting } from '../test/minutes.ts'
import { ben, startWithPeople, type Browser } from '../test/people.ts'

async function join(
  services: Awaited<ReturnType<typeof startWithPeople>>['services'],
  url: string,
  person: { name: string; email: string },
): Promise<Browser> {
  const { link } = await services.people.add({ ...person, administrator: false })
  return claim(url, link, person)
}

const idOf = ({ body }: { body: Record<string, unknown> }): number => Number(body.id)

test('minutes become a document, are approved and signed; a version that is no longer current is refused', async () => {
  const { url, admin, services } = await startWithPeople()
  const cleo = await join(services, url, { name: 'Cleo Wray', email: 'cleo@example.co.uk' })
  const dan = await join(services, url, { name: 'Dan Poole', email: 'dan@example.co.uk' })
  await admin.send('PUT', '/api/me/settings', { autoGenerateSummary: false })
  const made = await admin.send('POST', '/api/recordings', {
    ...{ title: 'Board meeting', sourceType: 'uploaded_transcript', meetingDate: '2026-11-19T10:00:00Z' },
  })
  const recording = idOf(made)
  const { meetingId } = made.body.recording as { meetingId: number }
  await admin.send('POST', `/api/recordings/${recording}/transcript`, { content: boardMeeting })
  await admin.send('PUT', `/api/meetings/${meetingId}/access`, { audience: 'people', personIds: [2] })
  await admin.send('POST', `/api/recordings/${recording}/summary`)
  const signatureId = idOf(await admin.send('POST', '/api/signatures', { data: await drawing() }))
  const send = (version: number) =>
    admin.send('POST', `/api/recordings/${recording}/minutes/document`, {
      version,
      signatories: [{ name: 'Ada Chair', capacity: 'Chair', personId: 1 }],
    })
  const sign = (id: number) =>
    admin.send('POST', `/api/documents/${id}/sign`, { signatureId, signedBy: 'Ada Chair' })
  expect(await send(7)).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  const first = await send(1)
  expect(first.body.document).toMatchObject({
    fileName: 'Minutes: Board meeting',
    minutes: { version: 1, current: true, approvedAt: null },
    // As open as the meeting is: Cleo may see it, and Dan may not.
    openTo: 'named',
  })
  const id = idOf(first)
  expect((await cleo.send('GET', `/api/documents/${id}?fileData=false`)).status).toBe(200)
  expect((await dan.send('GET', `/api/documents/${id}?fileData=false`)).status).toBe(404)
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'not_approved' } })
  expect((await admin.send('POST', `/api/documents/${id}/approve`)).body.document).toMatchObject({
    minutes: { approvedBy: 'Ada Chair' },
  })

  await admin.send('PATCH', `/api/recordings/${recording}`, { summary: '# Board meeting\n\nIt was agreed.' })
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  expect((await admin.send('POST', `/api/documents/${id}/approve`)).status).toBe(409)
  const listed = await admin.send('GET', `/api/documents?recording=${recording}`)
  expect(listed.body.documents).toMatchObject([{ id, minutes: { current: false } }])

  const second = idOf(await send(2))
  await admin.send('POST', `/api/documents/${second}/approve`)
  expect(await sign(second)).toMatchObject({ status: 200, body: { document: { signedBy: 'Ada Chair' } } })
  const file = await admin.fetch(`/api/documents/${second}/download`)
  const { states } = await pdfsig(Buffer.from(await file.arrayBuffer()))
  expect(states).toEqual(['Signature is Valid'])
  // What is signed is signed, whatever becomes of the minutes.
  await admin.send('PATCH', `/api/recordings/${recording}`, { summary: 'Another text.' })
  expect((await admin.send('GET', `/api/documents/${second}?fileData=false`)).body.document).toMatchObject({
    signedBy: 'Ada Chair',
  })
})

test('a private document is there for those named alone: in lists, search, calendar and by its address', async () => {
  const { url, admin, services } = await startWithPeople()
  const people = [
    ben,
    { name: 'Cleo Wray', email: 'c@example.co.uk' },
    { name: 'Dan Poole', email: 'd@example.co.uk' },
  ]
  const [owner, signatory, reader] = [
    await join(services, url, people[0]!),
    await join(services, url, people[1]!),
    await join(services, url, people[2]!),
  ] as const
  const uploaded = await owner.send('POST', '/api/documents', {
    fileName: 'Settlement',
    fileData: dataUrl(await pdfOf(['Settlement with the zeppelin works of 90,000 pounds.'])),
    openTo: 'signatories',
    signatories: [{ name: 'Cleo Wray', personId: 3 }],
  })
  const id = idOf(uploaded)
  const change = (body: Record<string, unknown>) => owner.send('PATCH', `/api/documents/${id}`, body)
  await change({ signBy: '2031-05-06' })

  const seenBy = async (browser: Browser): Promise<boolean[]> => {
    const list = (await browser.send('GET', '/api/documents')).body.documents as { id: number }[]
    const found = (await browser.send('GET', '/api/search?q=zeppelin+settlement&kind=document')).body
    const days = await browser.send('GET', '/api/calendar?from=2031-05-01&to=2031-05-31')
    return [
      list.some((one) => one.id === id),
      (found.passages as unknown[]).length > 0,
      getCalendar.response.parse(days.body).items.some((one) => one.kind === 'signature' && one.id === id),
      (await browser.send('GET', `/api/documents/${id}?fileData=false`)).status === 200,
    ]
  }
  const [all, none] = [Array<boolean>(4).fill(true), Array<boolean>(4).fill(false)]
  // The index is made beside the server.
  await expect.poll(() => seenBy(owner), { timeout: 20_000 }).toEqual(all)
  expect(await seenBy(signatory)).toEqual(all)
  expect(await seenBy(admin)).toEqual(all)
  expect(await seenBy(reader)).toEqual(none)
  expect((await signatory.send('PATCH', `/api/documents/${id}`, { openTo: 'everybody' })).status).toBe(403)
  await change({ openTo: 'named', readers: [4] })
  expect(await seenBy(reader)).toEqual(all)
  const calendar = await reader.send('GET', '/api/calendar?from=2031-05-06&to=2031-05-06')
  expect(calendar.body.items).toMatchObject([
    {
      ...{ kind: 'signature', title: 'Settlement', day: '2031-05-06' },
      ...{ href: `/signature?tab=sign&document=${id}`, detail: expect.stringContaining('Cleo Wray') },
    },
  ])
  // Only she may sign where she was named.
  const signatureId = idOf(await reader.send('POST', '/api/signatures', { data: await drawing() }))
  const forged = { signatureId, signedBy: 'Cleo Wray' }
  expect((await reader.send('POST', `/api/documents/${id}/sign`, forged)).body.code).toBe('owner_only')
  const drawn = idOf(await signatory.send('POST', '/api/signatures', { data: await drawing() }))
  const signed = { signatureId: drawn, signedBy: 'Cleo Wray' }
  expect((await signatory.send('POST', `/api/documents/${id}/sign`, signed)).body.document).toMatchObject({
    signatures: [{ identity: 'signed_in' }],
  })
  // Signed, it awaits nothing any longer.
  expect(await seenBy(reader)).toEqual([true, true, false, true])
})
