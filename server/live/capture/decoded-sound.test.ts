import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import {
  binaryUpload,
  jumpingWebm,
  newRecording,
  recordedWebm,
  sendAll,
  sendChunk,
  slices,
} from '../../test/capture.ts'
import { ended, getRecording, until } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { longTest } from '../../test/long.ts'
import { childOf } from '../../test/process.ts'
import { speechFilter } from '../../speech/audio.ts'
import { startAppliance } from '../../test/server.ts'

const run = promisify(execFile)

async function decoded(bytes: Uint8Array): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'sound')
  await writeFile(file, bytes)
  const args = ['-i', file, '-af', speechFilter, '-f', 's16le']
  await run('ffmpeg', ['-loglevel', 'error', ...args, `${file}.raw`])
  return readFile(`${file}.raw`)
}

test('the sound is decoded as it comes, epoch after epoch, also when the decoder is killed or the server starts anew', async () => {
  const dataDir = await temporaryFolder()
  const [first, second] = [await recordedWebm(8, 1), await recordedWebm(5, 2)]
  const parts = [...slices(first, 8000)]
  const one = await startAppliance({ dataDir })
  const id = await newRecording(one.url)
  await sendAll(one.url, id, 0, parts.slice(0, 8))
  const early = one.services.sounds.get(id)!
  await until(
    async () => early.durationMs(),
    (ms) => ms > 2000,
  )
  process.kill(await childOf(process.pid, /pipe:1/), 'SIGKILL')
  await until(
    async () => early.durationMs(),
    (ms) => ms > 3500,
  )
  await one.stop()

  const two = await startAppliance({ dataDir })
  await sendAll(two.url, id, 0, parts)
  await sendAll(two.url, id, 1, [second])
  const sound = two.services.sounds.get(id)!
  const whole = Buffer.concat([await decoded(first), await decoded(second)])
  await until(
    async () => sound.durationMs(),
    (ms) => ms >= whole.length / 32 - 50,
  )
  expect(sound.parts()).toMatchObject([{ epoch: 0, startMs: 0 }, { epoch: 1 }])
  expect(sound.parts()[1]!.startMs).toBeCloseTo((await decoded(first)).length / 32, -1)
  // Read from a pipe, a millisecond of silence more comes first.
  for (const ms of [1000, 6000, 9500]) {
    const some = await sound.read(ms, ms + 100)
    expect(Math.abs(whole.indexOf(Buffer.from(some.buffer)) / 32 - ms)).toBeLessThan(5)
  }
  const kept = sound.file
  const end = sound.end()
  await end
  expect(await sound.ended).toEqual({ whole: true })
  expect(Math.abs((await readFile(kept)).length - whole.length) / 32).toBeLessThan(5)
  expect((await binaryUpload(two.url, id, null)).status).toBe(200)
})

test('an epoch that grows, or comes, after a later one had begun is in the recording all the same', async () => {
  const { url, services } = await startAppliance()
  const [first, second, third] = [
    await recordedWebm(4, 1),
    await recordedWebm(3, 2),
    await recordedWebm(2, 3),
  ]
  const halves = slices(first, Math.ceil(first.length / 2))
  const grows = await newRecording(url)
  await sendChunk(url, grows, [0, 0], halves[0]!)
  await sendChunk(url, grows, [2, 0], third)
  const sound = services.sounds.get(grows)!
  await until(
    async () => sound.parts().length,
    (parts) => parts === 2,
  )
  await sendChunk(url, grows, [0, 1], halves[1]!)
  await sendChunk(url, grows, [1, 0], second)
  await binaryUpload(url, grows, null)
  expect(await sound.ended).toEqual({ whole: false })
  expect((await ended(url, grows)).duration).toBeCloseTo(9, 0)
  // In their order, not as they came: the last two seconds are the third's.
  const kept = await decoded(
    Buffer.from(await (await fetch(`${url}/api/recordings/${grows}/download`)).arrayBuffer()),
  )
  const tail = (await decoded(third)).subarray(32_000, 48_000)
  expect(kept.indexOf(tail) / 32_000).toBeGreaterThan(7)
})

longTest('time stamps that jump by twenty hours make no twenty hours of silence', async () => {
  const { url, services } = await startAppliance()
  const sound = await jumpingWebm()
  const id = await newRecording(url)
  await sendChunk(url, id, [0, 0], sound)
  const followed = services.sounds.get(id)!
  const child = await childOf(process.pid, /ffmpeg.*pipe:0/)
  expect(await readFile(`/proc/${child}/limits`, 'utf8')).toMatch(/Max data size +1500000000/)
  // It is given up, and the next part is followed again.
  await sendChunk(url, id, [1, 0], await recordedWebm(2))
  await until(
    async () => followed.parts().length,
    (parts) => parts === 2,
  )
  await until(
    async () => followed.durationMs(),
    (ms) => ms > 1500,
  )
  expect(followed.durationMs()).toBeLessThan(600_000)
  expect((await stat(followed.file)).size).toBeLessThan(20_000_000)
  await followed.end()
  expect(await followed.ended).toEqual({ whole: false })
  expect((await getRecording(url, id)).status).toBe('recording')
})
