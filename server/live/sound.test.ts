import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { binaryUpload, newRecording, recordedWebm, sendAll, slices } from '../test/capture.ts'
import { until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { childOf } from '../test/process.ts'
import { startAppliance } from '../test/server.ts'

const run = promisify(execFile)

async function decoded(bytes: Uint8Array): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'sound')
  await writeFile(file, bytes)
  const args = ['-i', file, '-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', '16000', '-f', 's16le']
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
  await until(async () => sound.caughtUp(), Boolean)
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
}, 60_000)
