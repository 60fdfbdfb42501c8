import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JobRow } from '../../jobs/queue.ts'
import { binaryUpload, newRecording } from '../../test/capture.ts'
import { made, temporaryFolder } from '../../test/files.ts'
import { startAppliance } from '../../test/server.ts'

/** A browser's recording of a room in which nobody speaks. */
async function silence(seconds: number): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'silence.webm')
  const source = `anullsrc=r=48000:cl=mono:d=${seconds}`
  await made(file, source, '-c:a', 'libopus', '-f', 'webm', '-live', '1')
  return readFile(file)
}

test('what is left of a recording waits behind no other only when it is little', async () => {
  const { url, services } = await startAppliance()
  const laneOf = async (seconds: number): Promise<string | undefined> => {
    const id = await newRecording(url)
    // In one, so that nothing of it was followed.
    await binaryUpload(url, id, await silence(seconds), `?elapsed=${seconds}`)
    const job: JobRow | undefined = await services.db
      .read('job')
      .where({ name: 'transcribe', subject: id })
      .first()
    return job?.lane
  }
  expect(await laneOf(20)).toBe('recording')
  expect(await laneOf(400)).toBe('transcription')
})
