import { expect, test } from 'vitest'
import { z } from 'zod'
import { action, type Action } from '#contract/actions.ts'
import { transact } from '../db/open.ts'
import { getTranscript, send, until } from '../test/client.ts'
import { actionsOf, extracted } from '../test/actions.ts'
import { boardMeeting, minutesOf, textMeeting } from '../test/minutes.ts'
import { sharedAppliance, startAppliance } from '../test/server.ts'
import { longTest, sampleOf } from '../test/long.ts'

const shared = sharedAppliance()

const more = `${boardMeeting}[00:02:12] Tom Okoro: I'll send the arrears report to the auditors by the end of the month.
[00:02:20] Sarah Chen: I'll book the meeting room by the end of the month.
`

const patch = (url: string, { id }: Pick<Action, 'id'>, body: object) =>
  send(url, 'PATCH', `/api/actions/${id}`, body)

test('actions are found in the words by themselves, each with owner, date and the words it rests on', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(url)
  const { actions, job } = await extracted(url, id)
  expect(job).toBeNull()
  expect(actions).toMatchObject([
    {
      recordingId: id,
      meetingTitle: 'Board meeting',
      meetingDate: '2026-11-19T10:00:00.000Z',
      title: 'Priya Shah to get two comparable quotes and circulate them by Friday the fourth of December.',
      owner: 'Priya Shah',
      dueDate: '2026-12-04',
      status: 'to_do',
      doubt: null,
      origin: 'rules',
      model: null,
      transcriptVersion: 1,
      start: 94,
      changedBy: null,
    },
  ])
  const [said] = actions[0]!.evidence
  const { segments } = await getTranscript(url, id)
  expect(segments.find((one) => one.id === said!.segments[0])!.text).toContain(said!.quote)
  // The recording's minutes were not asked for, and have not been written.
  expect((await minutesOf(url, id)).minutes).toBeNull()

  expect((await send(url, 'GET', '/api/recordings/999/actions')).status).toBe(404)
  const empty = await send(url, 'POST', '/api/recordings', { title: 'AGM' })
  expect(await actionsOf(url, z.number().parse(empty.body.id))).toEqual({
    actions: [],
    extracted: false,
    job: null,
  })
  expect(await send(url, 'POST', `/api/recordings/${String(empty.body.id)}/actions/extract`)).toMatchObject({
    status: 404,
    body: { code: 'no_transcript' },
  })
})

test('a person’s change stays whatever is found later; what is untouched follows the words', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(url, more)
  const [quotes, report, room] = (await extracted(url, id)).actions
  expect(report).toMatchObject({ owner: 'Tom Okoro', dueDate: '2026-11-30' })
  expect(
    await patch(url, quotes!, { status: 'in_progress', owner: 'Anna Bell', dueDate: '2026-12-11' }),
  ).toMatchObject({
    status: 200,
    body: {
      status: 'in_progress',
      owner: 'Anna Bell',
      dueDate: '2026-12-11',
      due: null,
      changedBy: 'User 1',
    },
  })
  expect((await send(url, 'DELETE', `/api/actions/${room!.id}`)).body).toEqual({ success: true })
  expect((await patch(url, room!, { status: 'completed' })).body).toMatchObject({ code: 'not_found' })
  expect((await patch(url, report!, { title: '  ' })).body).toMatchObject({ code: 'invalid_input' })
  expect((await patch(url, report!, { dueDate: 'soon' })).body).toMatchObject({ code: 'invalid_input' })

  // A person's edit of the words is no reason to look again; asked for, it is looked at.
  const { content } = await getTranscript(url, id)
  const changed = content
    .replace("I'll send the arrears report to the auditors by the end of the month", 'Nothing from me')
    .replace('two comparable quotes', 'three quotes')
    .replace('book the meeting room', 'book the big meeting room')
    .replace('Thank you all.', 'I’ll draft the budget paper by the eighth of December.')
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: changed })
  expect((await actionsOf(url, id)).actions.map((one) => one.id)).toEqual([quotes!.id, report!.id])
  const { status, body } = await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
  expect({ status, body }).toMatchObject({ status: 200, body: { job: { name: 'extract-actions' } } })
  const { actions } = await until(
    () => actionsOf(url, id),
    (now) => now.job === null,
  )
  expect(actions.map(({ title, owner, status: state }) => [title, owner, state])).toEqual([
    [quotes!.title, 'Anna Bell', 'in_progress'],
    [expect.stringMatching(/draft the budget paper/), 'Sarah Chen', 'to_do'],
  ])
  expect(actions[0]).toMatchObject({ id: quotes!.id, dueDate: '2026-12-11' })
})

const dues = sampleOf<[string, object[], string | null]>([
  ['only confirmed: the day that is told later is filled in', [{ doubtful: false }], '2026-12-04'],
  ['a day set by a person stays', [{ dueDate: '2026-12-20' }], '2026-12-20'],
  ['a day cleared by a person stays cleared', [{ dueDate: '2026-12-20' }, { dueDate: null }], null],
])
test.each(dues)('an action that a person has confirmed, and when it is due: %s', async (_, changes, due) => {
  const { url } = await startAppliance()
  const dateless = boardMeeting.replace(' by Friday the fourth of December', '')
  const id = await textMeeting(url, dateless)
  const [quotes] = (await extracted(url, id)).actions
  expect(quotes).toMatchObject({ owner: 'Priya Shah', dueDate: null, due: null })
  for (const body of changes) expect((await patch(url, quotes!, body)).status).toBe(200)
  // The words are put right, and looked through anew.
  const { content } = await getTranscript(url, id)
  const dated = content.replace('circulate them.', 'circulate them by Friday the fourth of December.')
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: dated })
  await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
  const { actions } = await extracted(url, id)
  expect(actions).toMatchObject([{ id: quotes!.id, owner: 'Priya Shah', dueDate: due, changedBy: 'User 1' }])
})

test('a new name of a speaker goes into the actions; found again, each is the one that it was', async () => {
  const { url, services } = await startAppliance()
  const id = await textMeeting(
    url,
    '[00:00:05] [Speaker 1] The lease is next.\n[00:00:10] [Speaker 2] I’ll get two quotes by Friday.\n',
  )
  const [before] = (await extracted(url, id)).actions
  expect(before).toMatchObject({ owner: 'Speaker 2', ownerSpeaker: 'Speaker 2' })
  const { version } = await getTranscript(url, id)
  const name = { basedOn: version, label: 'Speaker 2', name: 'Tom Okoro' }
  expect((await send(url, 'POST', `/api/recordings/${id}/speakers/name`, name)).status).toBe(200)
  const [named] = (await actionsOf(url, id)).actions
  expect(named).toMatchObject({ id: before!.id, owner: 'Tom Okoro' })
  expect(named!.title).not.toContain('Speaker 2')
  await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
  const { actions } = await extracted(url, id)
  expect(actions).toMatchObject([
    { id: before!.id, owner: 'Tom Okoro', title: 'Tom Okoro to get two quotes by Friday.' },
  ])
  // Minutes that a person has written anew may tell of other actions: they are looked for again.
  const looks = (): Promise<unknown[]> => services.db.read('job').where({ name: 'extract-actions' })
  const known = (await looks()).length
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect(await looks()).toHaveLength(known + 1)
})

longTest(
  'who is called by an office or a first name is meant by their full name, and stays the speaker that they are',
  async () => {
    const { url } = await startAppliance()
    const id = await textMeeting(
      url,
      `Chair: Good morning.
David: Good morning. I'll send the contract to Acme by the end of next week.
Secretary: I'll circulate the minutes by Friday.
Chair: I propose that the report be approved.
David: Seconded.
Chair: All in favour? Three for, none against. Carried.
`,
    )
    const attendees = [
      { speakerId: '', name: 'Sarah Chen', role: 'Chair' },
      { speakerId: '', name: 'David Okafor', role: 'finance director' },
    ]
    await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, { attendees, location: null })
    const { actions } = await extracted(url, id)
    expect(actions.map(({ title, ownerSpeaker, dueDate }) => [title, ownerSpeaker, dueDate])).toEqual([
      ['David Okafor to send the contract to Acme by the end of next week.', 'David', '2026-11-27'],
      ['The secretary to circulate the minutes by Friday.', 'Secretary', '2026-11-20'],
    ])
    const { body } = await send(url, 'POST', `/api/recordings/${id}/summary`)
    expect(body.summary).toContain(
      '**Present:** Sarah Chen (Chair), David Okafor (finance director), the secretary\n',
    )
    expect(body.summary).toContain(
      'Proposed by Sarah Chen, seconded by David Okafor. Vote: 3 for, 0 against.',
    )
  },
)

longTest('a name that is taken back is taken back from the actions too', async () => {
  const { url } = await startAppliance()
  const words = '[00:00:05] Sarah: The lease is next.\n[00:00:10] Tom: I’ll get two quotes by Friday.\n'
  const id = await textMeeting(url, words)
  const before = (await extracted(url, id)).actions
  expect(before).toMatchObject([{ owner: 'Tom', title: 'Tom to get two quotes by Friday.' }])
  const to = async (path: string, more: object = {}): Promise<unknown> => {
    const { version } = await getTranscript(url, id)
    const answer = await send(url, 'POST', `/api/recordings/${id}/speakers/${path}`, {
      ...more,
      basedOn: version,
    })
    expect(answer.status).toBe(200)
    return (await actionsOf(url, id)).actions.map(({ owner, title }) => [owner, title])
  }
  const full = ['Tom Baxter', 'Tom Baxter to get two quotes by Friday.']
  expect(await to('name', { label: 'Tom', name: 'Tom Baxter' })).toEqual([full])
  expect(await to('undo')).toEqual([['Tom', 'Tom to get two quotes by Friday.']])
  expect(await to('name', { label: 'Tom', name: 'Sarah Baxter' })).toMatchObject([
    ['Sarah Baxter', expect.stringMatching(/^Sarah Baxter to /)],
  ])
  expect(await to('name', { label: 'Tom', name: 'Baxter' })).toMatchObject([
    ['Baxter', expect.stringMatching(/^Baxter to /)],
  ])
})

test.each<{
  readings: string
  found: 'a fact' | 'in doubt' | 'not yet'
  judged: [who: 'Tom' | 'Priya', keep: boolean][]
  now: [who: string, doubt: string | null][]
  later?: string[]
}>([
  {
    ...{ readings: 'the other is kept', found: 'a fact', judged: [['Tom', true]] },
    ...{ now: [['Tom', null]], later: ['Tom'] },
  },
  {
    ...{ readings: 'the other is kept, this one dropped', found: 'a fact' },
    judged: [
      ['Tom', true],
      ['Priya', false],
    ],
    ...{ now: [['Tom', null]], later: ['Tom'] },
  },
  {
    ...{ readings: 'this one is dropped, the other kept', found: 'a fact' },
    judged: [
      ['Priya', false],
      ['Tom', true],
    ],
    ...{ now: [['Tom', null]], later: ['Tom'] },
  },
  {
    ...{ readings: 'the other is dropped', found: 'a fact', judged: [['Tom', false]] },
    ...{ now: [['Priya', null]], later: ['Priya'] },
  },
  {
    ...{ readings: 'the other is kept', found: 'in doubt', judged: [['Tom', true]] },
    now: [
      ['Priya', 'Read otherwise.'],
      ['Tom', null],
    ],
  },
  {
    ...{ readings: 'the other is dropped', found: 'in doubt', judged: [['Tom', false]] },
    now: [['Priya', 'Read otherwise.']],
  },
  {
    ...{ readings: 'the other is dropped', found: 'not yet', judged: [['Tom', false]] },
    ...{ now: [], later: ['Priya'] },
  },
])(
  'of two readings of an action the one is kept that a person keeps: $readings, $found',
  async ({ found, judged, now, later }) => {
    const { url, services } = shared()
    const id = await textMeeting(url)
    const [quotes] = (await extracted(url, id)).actions
    const { db } = services
    const row = db.write('action').where({ id: quotes!.id })
    if (found === 'in doubt') await row.update({ doubt: 'Read otherwise.' })
    if (found === 'not yet') await row.delete()
    const { title, due, dueDate, evidence } = quotes!
    for (const [who, keep] of judged) {
      const owner = who === 'Tom' ? 'Tom Okoro' : 'Priya Shah'
      const action = { text: title.replace('Priya Shah', owner), owner, due, dueDate, evidence }
      const madeBy = { model: 'stand-in:1b' }
      await transact(db, (trx) => services.actions.judged(trx, id, { action, madeBy, keep, personId: 1 }))
    }
    const shown = async () =>
      (await actionsOf(url, id)).actions.map((one): [string, string | null] => [
        one.owner!.split(' ')[0]!,
        one.doubt,
      ])
    expect(await shown()).toEqual(now)
    if (!later) return
    await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
    await extracted(url, id)
    expect((await shown()).map(([who]) => who)).toEqual(later)
  },
)

test('actions outlive their recording, with where they came from and without its words', async () => {
  const { url } = await startAppliance()
  const [first, second] = [await textMeeting(url, more), await textMeeting(url)]
  const kept = (await extracted(url, first)).actions
  await extracted(url, second)
  await patch(url, kept[0]!, { status: 'completed' })
  await send(url, 'DELETE', `/api/actions/${kept[2]!.id}`)
  await send(url, 'PATCH', `/api/recordings/${first}`, { title: 'November board' })
  expect((await send(url, 'DELETE', `/api/recordings/${first}`)).status).toBe(200)

  const list = async (query = ''): Promise<{ all: Action[]; next: string | null }> => {
    const answer = await fetch(`${url}/api/actions${query}`)
    return { all: z.array(action).parse(await answer.json()), next: answer.headers.get('X-Next-Cursor') }
  }
  const { all } = await list()
  expect(all.map(({ id }) => id)).toEqual([expect.any(Number), kept[1]!.id, kept[0]!.id])
  for (const one of all.slice(1))
    expect(one).toMatchObject({
      recordingId: null,
      evidence: [],
      meetingTitle: 'November board',
      meetingDate: '2026-11-19T10:00:00.000Z',
    })
  expect(all[2]).toMatchObject({ status: 'completed', title: kept[0]!.title })
  // It can still be worked off.
  expect((await patch(url, all[1]!, { status: 'completed' })).status).toBe(200)

  const page = await list('?limit=2')
  expect(page.all).toHaveLength(2)
  expect((await list(`?limit=2&cursor=${page.next}`)).all.map(({ id }) => id)).toEqual([kept[0]!.id])
  expect((await list('?status=to_do')).all).toHaveLength(1)
  expect((await list(`?recordingId=${second}`)).all.map((one) => one.recordingId)).toEqual([second])
})
