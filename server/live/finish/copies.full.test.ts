import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  binaryUpload,
  newRecording,
  original,
  recordedChunks,
  recordedWebm,
  sendAll,
  slices,
} from '../../test/capture.ts'
import { deleteForGood, ended, getRecording, getTranscript } from '../../test/client.ts'
import { filesBelow } from '../../test/files.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting } from '../../test/speech.ts'

test('a longer copy of other sound becomes the recording, and what was acknowledged is kept beside it', async () => {
  const { url, services } = await startAppliance()
  const kept = async (name: RegExp): Promise<Buffer[]> =>
    Promise.all(
      (await filesBelow(services.paths.recordings))
        .filter((path) => name.test(path))
        .map((path) => readFile(join(services.paths.recordings, path))),
    )
  const [first, second] = [await spoken(71, 4), await spoken(72, 8)]
  // The page was loaded again: what its recorder holds whole is not what came in chunks.
  const id = await newRecording(url)
  await sendAll(url, id, 0, slices(first, 20_000))
  expect((await binaryUpload(url, id, second)).status).toBe(200)
  expect((await original(url, id)).equals(second)).toBe(true)
  expect((await kept(/capture\/0000\.sound$/)).map((bytes) => bytes.equals(first))).toEqual([true])
  expect((await ended(url, id)).duration).toBeCloseTo(8, 0)
  // A whole one that is followed by a longer one, which is followed by a shorter one, twice.
  const [third, fourth] = [await spoken(73, 11), await spoken(71, 6)]
  for (const copy of [third, fourth, fourth, second]) await binaryUpload(url, id, copy)
  expect((await original(url, id)).equals(third)).toBe(true)
  const others = await kept(/other-[^/]+\.webm$/)
  expect(new Set(others.map((bytes) => bytes.length))).toEqual(new Set([second.length, fourth.length]))
  expect(others).toHaveLength(2)
  expect((await ended(url, id)).duration).toBeCloseTo(11, 0)
  expect(await deleteForGood(url, id)).toEqual([200, 200])
  expect(await filesBelow(services.paths.recordings)).toEqual([])
})

/** The beginning of a meeting; of steady noise one part is like the other. */
async function spoken(seed: number, seconds: number): Promise<Buffer> {
  const { wav } = await meeting({ seed, minutes: 0.5, speakers: 2 })
  return Buffer.concat(await recordedChunks(wav, seconds))
}

test('Stop with two epochs, and the whole copy of the last one after it: one recording, transcribed once', async () => {
  const { url, services } = await startAppliance()
  const [first, second] = [await recordedWebm(5, 1), await recordedWebm(3, 2)]
  const id = await newRecording(url)
  await sendAll(url, id, 0, slices(first, 20_000))
  await sendAll(url, id, 1, slices(second, 20_000))
  await binaryUpload(url, id, second)
  await binaryUpload(url, id, null)
  expect((await ended(url, id)).duration).toBeCloseTo(8, 0)
  const files = (await filesBelow(services.paths.recordings)).filter((path) => !path.includes('/cache/'))
  expect(files).toHaveLength(1)
  expect(await services.db.read('job').where({ name: 'transcribe' }).select('state')).toEqual([
    { state: 'done' },
  ])
  expect((await getTranscript(url, id)).version).toBe(1)
  expect((await getRecording(url, id)).status).toBe('done')
})
