import { expect, test } from 'vitest'
import { send } from '../test/client.ts'
import { boardMeeting, minutesOf, needEvidence, textMeeting } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'

test('minutes by rules: items, decisions, actions and interests, each resting on what was said', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(url)
  const answer = await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect(answer).toMatchObject({ status: 200, body: { engine: 'rules', version: 1, failure: null } })

  const { minutes, versions, job, template } = await minutesOf(url, id)
  expect({ template, job }).toEqual({ template: 'board-meeting', job: null })
  expect((await send(url, 'GET', '/api/minutes/engine')).body).toEqual({ engine: 'rules', model: null })
  expect(minutes).toMatchObject({ origin: 'rules', model: null, version: 1, stale: false })
  expect(minutes!.markdown).toBe(answer.body.summary)
  expect((await send(url, 'GET', `/api/recordings/${id}`)).body.summary).toBe(answer.body.summary)
  expect(versions).toHaveLength(1)
  expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(8)

  const content = minutes!.content!
  expect(content.apologies.map(({ text }) => text)).toEqual(['Anna Bell'])
  expect(content.present.map(({ name }) => name).sort()).toEqual(['Priya Shah', 'Sarah Chen', 'Tom Okoro'])
  expect(content.items.map(({ heading }) => heading)).toEqual(
    expect.arrayContaining(['Management accounts', 'Office lease']),
  )
  const accounts = content.items.find(({ heading }) => heading === 'Management accounts')!
  expect(accounts.decisions).toMatchObject([
    {
      text: 'That the management accounts for the third quarter be approved.',
      kind: 'resolution',
      outcome: 'carried',
      vote: { for: 3 },
      seconder: 'Priya Shah',
    },
  ])
  const lease = content.items.find(({ heading }) => heading === 'Office lease')!
  expect(lease.actions).toMatchObject([{ owner: 'Priya Shah', dueDate: '2026-12-04' }])
  expect(lease.conflicts).toMatchObject([{ person: 'Tom Okoro' }])
  expect(content.nextMeeting).toMatchObject({ date: '2026-12-10' })
  // Asked once more, the same words give the same minutes, which are no version of their own.
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const again = await minutesOf(url, id)
  expect(again.minutes!.markdown).toBe(minutes!.markdown)
  expect(again.versions).toHaveLength(1)
  // Nothing of it is left in what a person writes in its place: that is all theirs.
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'They met.' })
  expect((await minutesOf(url, id)).minutes).toMatchObject({ writtenBy: null, editedBy: 'User 1' })
})

test('whoever edits the summary replaces nothing that they have not seen', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(url)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const save = (summary: string, summaryBasedOn?: number | null) =>
    send(url, 'PATCH', `/api/recordings/${id}`, { summary, summaryBasedOn })
  const now = async () => (await minutesOf(url, id)).minutes
  expect(await save('By Ann.', 1)).toMatchObject({ status: 200, body: { summary: 'By Ann.' } })
  for (const seen of [1, null])
    expect(await save('By Ben.', seen)).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  expect(await now()).toMatchObject({ version: 2, markdown: 'By Ann.' })
  // The same words are no collision, and whoever has looked may save.
  expect((await save('By Ann.', 1)).status).toBe(200)
  expect(await save('By Ben.', 2)).toMatchObject({ status: 200, body: { summary: 'By Ben.' } })
  // Taken away is changed as well; a client that does not say what it saw is taken at its word.
  expect((await save('', 2)).status).toBe(409)
  expect((await save('', 3)).status).toBe(200)
  expect((await save('By Cat.', 3)).status).toBe(409)
  expect((await save('By Cat.', null)).status).toBe(200)
  expect((await save('By Dan.')).status).toBe(200)
  expect(await now()).toMatchObject({ version: 5, markdown: 'By Dan.' })
})

test('minutes that were written before are taken with their headings, their attendance and their owners', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(
    url,
    `Present: Ann Lee (chair)
  Peter Yeung (Flat 2)
  Dominic Carr (Flat 4)
In attendance: Lucy Marsh (company secretary)

1. Declarations of interest
DC said that his firm had been asked to quote for the lighting.

2. Fees
The committee compared the fees of three advisers.

3. Tender
Three firms had asked for the papers. Lucy will draw up the brief by 31 January 2027.
`,
  )
  const { body } = await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect(body.summary).toContain(
    '**Present:** Ann Lee (chair), Peter Yeung (Flat 2), Dominic Carr (Flat 4)\n',
  )
  expect(body.summary).toContain('**In attendance:** Lucy Marsh (company secretary)')
  expect(String(body.summary).match(/^## .*/gm)).toEqual([
    '## 1. Declarations of interest',
    '## 2. Fees',
    '## 3. Tender',
  ])
  const { minutes } = await minutesOf(url, id)
  const { items, toCheck } = minutes!.content!
  const actions = [...items.flatMap((one) => one.actions), ...toCheck.flatMap(({ action }) => action ?? [])]
  expect(actions.map(({ owner }) => owner)).toEqual(['Lucy Marsh'])
  expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(0)
})

test('what stands in the same paragraph as the head of written minutes is of the meeting', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(
    url,
    'Minutes of the board of Acme Limited. Present: Ann Lee (chair), Bob Day. It was resolved that the lease be renewed for five years. Carol Fox to file the forms by 30 November.\n',
  )
  const { body } = await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect(body.summary).toContain('**Present:** Ann Lee (chair), Bob Day')
  expect(body.summary).toContain('That the lease be renewed for five years.')
  expect(body.summary).toContain('to file the forms by 30 November')
})

test('what stands behind a name in a label is an office: it says who chairs, and is no part of the name', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(
    url,
    `Anthea Pell (Company Secretary): Good afternoon. We are quorate.
Edward Rudge: Shall we take the lease first?
Lionel Craske (Chair): The motion is that the lease of Unit 4 be renewed for five years. All in favour?
Edward Rudge: Aye.
Anthea Pell (Company Secretary): Aye.
Lionel Craske (Chair): Carried. Anthea, will you tell the landlord by Friday?
Anthea Pell (Company Secretary): I will.
`,
  )
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { minutes } = await minutesOf(url, id)
  const { present, items } = minutes!.content!
  expect(present.map(({ name, role }) => [name, role])).toEqual(
    expect.arrayContaining([
      ['Lionel Craske', 'Chair'],
      ['Edward Rudge', null],
      ['Anthea Pell', 'Company Secretary'],
    ]),
  )
  expect(items.flatMap((one) => one.decisions)).toMatchObject([
    { outcome: 'carried', text: expect.stringContaining('lease of Unit 4') },
  ])
  expect(items.flatMap((one) => one.actions).map(({ owner }) => owner)).toEqual(['Anthea Pell'])
  expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(1)
})

test('two of one first name are two people; whoever is vice chair does not chair; not every bracket holds an office', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(
    url,
    `Tom Orr (Vice Chair): Good evening. Item one, the gate.
David (Flat 2): I propose that the gate be painted green.
David (Flat 5): I second that.
Ann Lee (Chair): All in favour?
David (Flat 2): Yes.
Tom Orr (Vice Chair): Yes.
Jane Roe (remote): Yes.
Ann Lee (Chair): Carried.`,
  )
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { present, items } = (await minutesOf(url, id)).minutes!.content!
  expect(present.map(({ name, role }) => [name, role])).toEqual(
    expect.arrayContaining([
      ['Ann Lee', 'Chair'],
      ['Tom Orr', 'Vice Chair'],
      ['Jane Roe', null],
    ]),
  )
  expect(present).toHaveLength(5)
  expect(items.flatMap((one) => one.decisions)).toMatchObject([
    { proposer: expect.stringMatching('Flat 2'), seconder: expect.stringMatching('Flat 5') },
  ])
})

test('an edit keeps the evidence of the lines that stay; versions come back; a changed transcript makes them stale', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(url)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { minutes: first } = await minutesOf(url, id)
  const decision = first!.markdown.split('\n').findIndex((line) => line.includes('third quarter be approved'))
  expect(first!.lines.some(({ line }) => line === decision)).toBe(true)

  const lines = first!.markdown.split('\n')
  const changed = lines.map((line, at) => (at === decision ? `${line} Noted with thanks.` : line))
  const edited = ['A line of my own.', '', ...changed].join('\n')
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: edited })
  const { minutes: second, versions } = await minutesOf(url, id)
  expect(second).toMatchObject({ origin: 'edit', version: 2, person: 'User 1', markdown: edited })
  // It says both, here and in the list: what wrote it, and who has changed it.
  const hands = { writtenBy: 'rules', editedBy: 'User 1', checkedBy: null }
  expect(second).toMatchObject(hands)
  expect(versions[0]).toMatchObject(hands)
  expect(second!.lines.map(({ line }) => line - 2)).toEqual(
    first!.lines.map(({ line }) => line).filter((line) => line !== decision),
  )
  await needEvidence(url, id, second!)
  const decisions = (of: typeof second): number => of!.content!.items.flatMap((item) => item.decisions).length
  expect(decisions(second)).toBe(decisions(first) - 1)
  expect(versions.map(({ version, current }) => [version, current])).toEqual([
    [2, true],
    [1, false],
  ])

  const back = await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 1 })
  expect(back).toMatchObject({
    status: 200,
    body: { version: 3, markdown: first!.markdown, origin: 'rules' },
  })
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, {
    content: `${boardMeeting}[00:02:10] Tom Okoro: Bye.\n`,
  })
  expect((await minutesOf(url, id)).minutes).toMatchObject({ version: 3, stale: true })
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect((await minutesOf(url, id)).minutes).toMatchObject({ version: 4, stale: false })
  expect((await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 9 })).status).toBe(404)
})

test('what is doubtful is kept or dropped by a person, in a version of its own', async () => {
  const { url } = await startAppliance()
  const doubtful = boardMeeting.replace(
    'Item two, the office lease.',
    'Item two, the boiler. We should go with Kessler, then.',
  )
  const id = await textMeeting(url, doubtful)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { minutes } = await minutesOf(url, id)
  const [first] = minutes!.content!.toCheck
  expect(first).toMatchObject({ why: expect.stringMatching(/\.$/) })
  expect(minutes!.markdown).not.toContain(first!.text)
  const check = (body: object) => send(url, 'POST', `/api/recordings/${id}/minutes/check`, body)
  const kept = await check({ version: 1, index: 0, keep: true })
  expect(kept).toMatchObject({
    status: 200,
    body: { version: 2, origin: 'checked', writtenBy: 'rules', editedBy: null, checkedBy: 'User 1' },
  })
  expect(kept.body.markdown).toContain(first!.text.replace(/[.]$/, ''))
  const after = (await minutesOf(url, id)).minutes!
  expect(after.content!.toCheck).toHaveLength(minutes!.content!.toCheck.length - 1)
  await needEvidence(url, id, after)
  expect((await check({ version: 1, index: 0, keep: false })).body).toMatchObject({ code: 'stale_version' })
  expect((await check({ version: 2, index: 99, keep: false })).status).toBe(404)
  // Brought back, the same one is dropped: it goes, and the text stays as it was.
  await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 1 })
  const dropped = await check({ version: 3, index: 0, keep: false })
  expect(dropped).toMatchObject({
    status: 200,
    body: { version: 4, origin: 'checked', checkedBy: 'User 1', markdown: minutes!.markdown },
  })
  const left = (await minutesOf(url, id)).minutes!
  expect(left.content!.toCheck.map(({ text }) => text)).toEqual(
    minutes!.content!.toCheck.slice(1).map(({ text }) => text),
  )
  await needEvidence(url, id, left)
  // What is kept in a person's words rests on the same ones.
  await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 1 })
  const words = 'Resolved to pay an interim *dividend* of 35p on 30 April.'
  expect((await check({ version: 5, index: 0, keep: true, text: '  ' })).status).toBe(400)
  const reworded = await check({ version: 5, index: 0, keep: true, text: ` ${words}\n` })
  expect(reworded).toMatchObject({ status: 200, body: { version: 6, checkedBy: 'User 1' } })
  expect(reworded.body.markdown).toContain('an interim \\*dividend\\* of 35p on 30 April')
  const put = (await minutesOf(url, id)).minutes!
  const stands = put
    .content!.items.flatMap((one) => [...one.decisions, ...one.actions])
    .find(({ text }) => text === words)!
  expect(stands).toMatchObject({ text: words, evidence: first!.evidence })
  await needEvidence(url, id, put)
})

test('without a transcript there is nothing to write; an unknown recording is unknown', async () => {
  const { url } = await startAppliance()
  const { body } = await send(url, 'POST', '/api/recordings', { title: 'AGM' })
  expect(await send(url, 'POST', `/api/recordings/${String(body.id)}/summary`)).toMatchObject({
    status: 404,
    body: { code: 'no_transcript' },
  })
  expect((await send(url, 'POST', '/api/recordings/999/summary')).status).toBe(404)
  expect((await send(url, 'GET', '/api/recordings/999/minutes')).status).toBe(404)
})
