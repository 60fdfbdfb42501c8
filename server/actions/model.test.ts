import { expect, test } from 'vitest'
import { transact } from '../db/open.ts'
import { send, until } from '../test/client.ts'
import { actionsOf, extracted } from '../test/actions.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'

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
        {
          ...{ text: 'Anna Bell to sign the lease.', owner: 'Anna Bell', due: null },
          ...{ lines: [8], quote: 'The landlord wants a five year term' },
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
      owner: 'Anna Bell',
      ownerSpeaker: null,
      doubt: 'Anna Bell is not named in what was said there.',
      origin: 'model',
    },
    { id: byRules[0]!.id, owner: 'Priya Shah', doubt: null, origin: 'model', model: 'stand-in:1b' },
  ])

  const { minutes } = await minutesOf(url, id)
  const index = minutes!.content!.toCheck.findIndex(({ text }) => text.includes('Anna Bell'))
  const judgement = { version: minutes!.version, index, keep: true }
  expect((await send(url, 'POST', `/api/recordings/${id}/minutes/check`, judgement)).status).toBe(200)
  const [kept] = (await actionsOf(url, id)).actions
  expect(kept).toMatchObject({ id: actions[0]!.id, doubt: null, changedBy: 'User 1' })

  // What the model wrote can no longer be read: the work fails, says so, and can be done again.
  const { db } = services
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
  expect(failed.actions.map((one) => one.id)).toEqual(actions.map((one) => one.id))
  await db.write('minutes').where({ origin: 'model' }).update({ content: content[0] })
  await send(url, 'POST', `/api/recordings/${id}/actions/extract`)
  const again = await until(
    () => actionsOf(url, id),
    ({ job }) => job === null,
  )
  expect(again.actions).toMatchObject([kept, { id: actions[1]!.id }])
})
