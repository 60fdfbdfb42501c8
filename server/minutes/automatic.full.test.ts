import { expect, test } from 'vitest'
import { ended, send, until, uploaded } from '../test/client.ts'
import { minutesOf } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'
import { join } from 'node:path'

const sample = join(import.meta.dirname, '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')

test('no minutes are made by themselves where they are not wanted', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, sample, 'Board meeting')
  await until(
    () => minutesOf(url, id),
    (now) => now.versions.length === 1,
  )
  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  await send(url, 'POST', `/api/recordings/${id}/retry-transcription`)
  await ended(url, id)
  const other = await uploaded(url, sample, 'Not wanted')
  await ended(url, other.id)
  expect(await minutesOf(url, other.id)).toMatchObject({ minutes: null, versions: [], job: null })
  expect((await minutesOf(url, id)).versions).toHaveLength(1)
})
