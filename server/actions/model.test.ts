import { expect, test } from 'vitest'
import { transact } from '../db/open.ts'
import { getTranscript, send, until } from '../test/client.ts'
import { actionsOf, extracted } from '../test/actions.ts'
import { boardMeeting, minutesOf, textMeeting } from '../test/minutes.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'
import { longTest } from '../test/long.ts'

const nothing = { discussion: [], decisions: [], actions: [], conflicts: [] }
/** The numbers are those of the meeting's lines. */
const answer = {
  topics: [
    {
      ...{ ...nothing, heading: 'Office lease' },
      actions: [
        {
          ...{ text: 'Priya Shah to obtain two comparable quotes.', owner: 'Priya Shah' },
          ...{ due: 'Friday the fourth of December', lines: [10] },
          quote: 'get two comparable quotes and circulate them',
        },
        // Nobody was named: to be checked.
        {
          ...{ text: 'The lease is to be looked into.', owner: null, due: 'Friday the fourth of December' },
          ...{ lines: [8, 10], quote: 'The landlord wants a five year term' },
        },
        // Refuted: nobody's to do.
        {
          ...{ text: 'Anna Bell to sign the lease.', owner: 'Anna Bell', due: null },
          ...{ lines: [8], quote: 'The landlord wants a five year term' },
        },
        // Made up of what was said: it is to be checked, and stands on no list.
        {
          ...{ text: 'Priya Shah to burn the comparable quotes.', owner: 'Priya Shah', due: null },
          ...{ lines: [10], quote: 'get two comparable quotes and circulate them' },
        },
        // Made up: nobody could check it.
        {
          ...{ text: 'Priya Shah to dismiss the auditors.', owner: 'Priya Shah', due: null },
          ...{ lines: [10], quote: 'get two comparable quotes and circulate them' },
        },
      ],
    },
  ],
}

test('the language model’s minutes bring the actions; what is judged there is judged here; a failure takes nothing away', async () => {
  const ollama = await startOllama()
  await ollama.rules({ path: '/api/chat', reply: answer })
  const { url, services } = await startAppliance({ env: ollama.env })
  const id = await textMeeting(url)
  const byRules = (await extracted(url, id)).actions
  expect(byRules.map(({ origin }) => origin)).toEqual(['rules'])

  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { actions } = await until(
    () => actionsOf(url, id),
    (now) => now.actions.length > 1,
  )
  expect(actions).toMatchObject([
    {
      owner: null,
      ownerSpeaker: null,
      doubt: 'Nobody was named for it.',
      origin: 'model',
    },
    { id: byRules[0]!.id, owner: 'Priya Shah', doubt: null, origin: 'model', model: 'stand-in:1b' },
  ])

  const { minutes } = await minutesOf(url, id)
  expect(minutes!.content!.toCheck).toContainEqual(
    expect.objectContaining({
      text: 'Priya Shah to burn the comparable quotes.',
      why: 'Nothing that was said there means “burn”.',
    }),
  )
  expect(JSON.stringify(minutes!.content)).not.toContain('auditors')
  const index = minutes!.content!.toCheck.findIndex(({ text }) => text.includes('looked into'))
  // The work that finds it still waits: what is kept in the minutes is there all the same, with its date.
  const { db } = services
  await db.write('action').where({ id: actions[0]!.id }).delete()
  const judgement = { version: minutes!.version, index, keep: true }
  expect((await send(url, 'POST', `/api/recordings/${id}/minutes/check`, judgement)).status).toBe(200)
  const [kept] = (await actionsOf(url, id)).actions
  expect(kept).toMatchObject({ doubt: null, changedBy: 'User 1', origin: 'model', dueDate: '2026-12-04' })

  // What the model wrote can no longer be read: the work fails, says so, and can be done again.
  const content = await db.write('minutes').where({ origin: 'model' }).pluck('content')
  await transact(db, async (trx) => {
    await trx('minutes').where({ origin: 'model' }).update({ content: '{' })
    await services.actions.minutesWritten(trx, id)
    await trx('job').where({ name: 'extract-actions', state: 'queued' }).update({ max_attempts: 1 })
  })
  const failed = await until(
    () => actionsOf(url, id),
    ({ job }) => job?.state === 'failed',
  )
  expect(failed.job).toMatchObject({ errorCode: 'internal', errorMessage: expect.stringMatching(/\.$/) })
  expect(failed.actions.map((one) => one.id)).toEqual([kept!.id, actions[1]!.id])
  await db.write('minutes').where({ origin: 'model' }).update({ content: content[0] })
  await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
  const again = await until(
    () => actionsOf(url, id),
    ({ job }) => job === null,
  )
  expect(again.actions).toMatchObject([kept, { id: actions[1]!.id }])
})

test('the model and the rules name different owners: whom a person keeps in the minutes has the action', async () => {
  const ollama = await startOllama()
  const arrears = {
    ...{ text: 'Arrears in the north region had doubled.', lines: [3] },
    quote: 'Arrears in the north region have doubled',
  }
  const quotes = {
    ...{ text: 'Tom Okoro to get two comparable quotes and circulate them.', owner: 'Tom Okoro' },
    ...{ due: 'Friday the fourth of December', lines: [10, 11] },
    quote: 'Tom knows how to get two comparable quotes',
  }
  // He is spoken of, and she takes it on.
  const asked = boardMeeting.replace(
    /(?=.*I'll get two)/,
    '[00:01:32] Sarah Chen: Tom knows how to get two comparable quotes and circulate them.\n',
  )
  const topics = [{ ...nothing, heading: 'Office lease', discussion: [arrears], actions: [quotes] }]
  await ollama.rules({ path: '/api/chat', reply: { topics } })
  const { url } = await startAppliance({ env: ollama.env })
  const id = await textMeeting(url, asked)
  await extracted(url, id)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const judge = async (owner: string, keep: boolean): Promise<void> => {
    const { version, content } = (await minutesOf(url, id)).minutes!
    const index = content!.toCheck.findIndex(({ action }) => action?.owner === owner)
    const answer = await send(url, 'POST', `/api/recordings/${id}/minutes/check`, { version, index, keep })
    expect(answer.status).toBe(200)
  }
  await judge('Tom Okoro', true)
  await judge('Priya Shah', false)
  await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
  expect((await extracted(url, id)).actions).toMatchObject([
    { owner: 'Tom Okoro', doubt: null, changedBy: 'User 1' },
  ])
})

longTest(
  'minutes of the language model name somebody by an old name: the action follows the new one',
  async () => {
    const ollama = await startOllama()
    const quotes = {
      ...{ text: 'Speaker 2 to get two quotes.', owner: 'Speaker 2', due: null },
      ...{ lines: [1], quote: 'get two quotes by Friday' },
    }
    const topics = [{ ...nothing, heading: 'Lease', actions: [quotes] }]
    await ollama.rules({ path: '/api/chat', reply: { topics } })
    const { url } = await startAppliance({ env: ollama.env })
    const words =
      '[00:00:05] [Speaker 1] The lease is next.\n[00:00:10] [Speaker 2] I’ll get two quotes by Friday.\n'
    const id = await textMeeting(url, words)
    await extracted(url, id)
    const name = async (now: string) => {
      const { version } = await getTranscript(url, id)
      const given = { basedOn: version, label: 'Speaker 2', name: now }
      expect((await send(url, 'POST', `/api/recordings/${id}/speakers/name`, given)).status).toBe(200)
    }
    const foundAgain = async (): Promise<unknown> => {
      await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
      return (await extracted(url, id)).actions
    }
    await send(url, 'POST', `/api/recordings/${id}/summary`)
    await name('Tom Okoro')
    expect(await foundAgain()).toMatchObject([
      { owner: 'Tom Okoro', title: 'Tom Okoro to get two quotes.', origin: 'model' },
    ])
    await send(url, 'POST', `/api/recordings/${id}/summary`)
    await name('Tom Okafor')
    expect(await foundAgain()).toMatchObject([{ owner: 'Tom Okafor', ownerSpeaker: 'Speaker 2' }])
  },
)
