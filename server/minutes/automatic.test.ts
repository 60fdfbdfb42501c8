import { expect, test } from 'vitest'
import { ended, getRecording, send, until, uploaded } from '../test/client.ts'
import { extracted } from '../test/actions.ts'
import { minutesOf } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'
import { join } from 'node:path'

const sample = join(import.meta.dirname, '..', '..', 'models', 'demo', 'sample-meeting.mp3')

test('minutes follow a transcription by themselves, marked as the demo model’s; never over what a person wrote', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, sample, 'Board meeting')
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'By hand.' })
  await ended(url, id)
  const { minutes, versions } = await until(
    () => minutesOf(url, id),
    (now) => now.versions.length === 2,
  )
  expect(minutes).toMatchObject({
    version: 1,
    origin: 'edit',
    markdown: 'By hand.',
    demo: false,
    content: null,
  })
  expect(versions[0]).toMatchObject({
    version: 2,
    origin: 'rules',
    demo: true,
    offered: true,
    current: false,
    person: null,
  })
  expect((await getRecording(url, id)).summary).toBe('By hand.')
  // So do actions.
  const { actions } = await extracted(url, id)
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.every(({ demo, recordingId }) => demo && recordingId === id)).toBe(true)
  // An edit of what is there chooses nothing.
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'By hand, twice.' })
  expect((await minutesOf(url, id)).versions.find(({ offered }) => offered)?.version).toBe(2)
  await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 2 })
  const after = await minutesOf(url, id)
  expect(after.minutes).toMatchObject({ version: 4, origin: 'rules', demo: true })
  expect(after.versions.some(({ offered }) => offered)).toBe(false)
})
