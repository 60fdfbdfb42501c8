import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ended, getTranscript, send, until, uploaded } from '../test/client.ts'
import { actionsOf, extracted } from '../test/actions.ts'
import { startAppliance } from '../test/server.ts'

const sample = join(import.meta.dirname, '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')

test('another run of the words finds the same actions under their numbers, and a person’s change stays', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, sample, 'Board meeting')
  await ended(url, id)
  const [first, ...others] = (await extracted(url, id)).actions
  expect(first).toMatchObject({ transcriptVersion: 1 })

  const again = async (version: number) => {
    await send(url, 'POST', `/api/recordings/${id}/retry-transcription`)
    await until(
      () => getTranscript(url, id),
      (now) => now.version === version,
    )
    await ended(url, id)
  }
  await again(2)
  const { actions } = await until(
    () => actionsOf(url, id),
    (now) => now.actions.some(({ transcriptVersion }) => transcriptVersion === 2),
  )
  expect(actions.map(({ id, title, changedBy }) => ({ id, title, changedBy }))).toEqual(
    [first!, ...others].map((one) => ({ id: one.id, title: one.title, changedBy: null })),
  )
  await send(url, 'PATCH', `/api/actions/${first!.id}`, { status: 'completed', title: 'Done by hand.' })
  await again(3)
  await pause(2000) // whatever was to be found again has been found
  expect((await extracted(url, id)).actions).toMatchObject([
    { id: first!.id, status: 'completed', title: 'Done by hand.', transcriptVersion: 2 },
    ...others.map((one) => ({ id: one.id, title: one.title })),
  ])
})
