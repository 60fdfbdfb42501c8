import { expect, test } from 'vitest'
import { actionsOf, extracted } from '../test/actions.ts'
import { send, until } from '../test/client.ts'
import { minutesOf, modelRules, textMeeting } from '../test/minutes.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'

test('the language model’s minutes bring the actions; what is kept there is kept here', async () => {
  const ollama = await startOllama()
  const sentence = 'The landlord was to be asked about the break at year three.'
  await ollama.rules(
    { path: '/api/chat', match: 'In which lines.*The landlord wants', reply: { decided: [], promised: [2] } },
    { path: '/api/chat', match: 'take on a task', reply: { answer: 'taken_on', sentence } },
    ...modelRules,
  )
  const { url } = await startAppliance({ env: ollama.env })
  const id = await textMeeting(url)
  const byRules = (await extracted(url, id)).actions
  expect(byRules.map(({ origin }) => origin)).toEqual(['rules'])

  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { actions } = await until(
    () => actionsOf(url, id),
    (now) => now.actions.length > 1,
  )
  expect(actions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ owner: null, origin: 'model', doubt: expect.stringMatching(/\.$/) }),
      expect.objectContaining({ owner: 'Priya Shah', doubt: null, origin: 'model', model: 'stand-in:1b' }),
    ]),
  )
  const { version, content } = (await minutesOf(url, id)).minutes!
  const index = content!.toCheck.findIndex(({ text }) => text === sentence)
  const judgement = { version, index, keep: true }
  expect((await send(url, 'POST', `/api/recordings/${id}/minutes/check`, judgement)).status).toBe(200)
  const kept = (await actionsOf(url, id)).actions.find(({ title }) => title === sentence)
  expect(kept).toMatchObject({ doubt: null, changedBy: 'User 1', origin: 'model' })
})
