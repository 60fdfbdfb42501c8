import { expect, test } from 'vitest'
import { isAlive } from '../../processes/alive.ts'
import { longTest } from '../../test/long.ts'
import { childOf, descendants, startServerProcess } from '../../test/process.ts'
import { ended, getRecording, getTranscript, until, uploaded } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

/** Waits until some, but not all, of the recording is transcribed. */
async function underWay(url: string, id: number): Promise<number> {
  const transcript = await until(
    () => getTranscript(url, id),
    (t) => t.segments.length > 0,
    50,
  )
  expect(transcript.complete).toBe(false)
  return transcript.segments[0]!.id
}

test('after kill -9 of the server the transcription goes on where it stopped', async () => {
  const dataDir = await temporaryFolder()
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 2 })
  const first = await startServerProcess(dataDir)
  const { id } = await uploaded(first.url, spoken.wav)
  const firstSegment = await underWay(first.url, id)
  const children = await descendants(first.child.pid!)

  first.child.kill('SIGKILL')
  await first.ended
  await until(
    async () => children.filter((child) => isAlive(child.pid)),
    (alive) => alive.length === 0,
  )

  const second = await startServerProcess(dataDir)
  expect((await ended(second.url, id)).status).toBe('done')
  const transcript = await getTranscript(second.url, id)
  expect(transcript.segments[0]!.id).toBe(firstSegment) // kept, not made again
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
})

const worker = /worker\.js/

const victims: [string, RegExp][] = [
  ['worker', worker],
  ['engine', /whisper-server/],
]
for (const [name, pattern] of victims)
  longTest(`after kill -9 of the ${name} the transcription goes on where it stopped`, async () => {
    const spoken = await meeting({ seed: 11, minutes: 3, speakers: 3 })
    const server = await startServerProcess(await temporaryFolder())
    const { id } = await uploaded(server.url, spoken.wav)
    const firstSegment = await underWay(server.url, id)

    process.kill(await childOf(server.child.pid!, pattern), 'SIGKILL')

    expect((await ended(server.url, id)).status).toBe('done')
    const transcript = await getTranscript(server.url, id)
    expect(transcript.segments[0]!.id).toBe(firstSegment)
    expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
  })

longTest(
  'a recording that brings the worker down three times is failed with a reason, and can be tried again',
  async () => {
    const server = await startServerProcess(await temporaryFolder())
    const { id } = await uploaded(server.url, (await meeting({ seed: 7, minutes: 1, speakers: 3 })).wav)
    for (let attempt = 1; attempt <= 3; attempt++) {
      // Before any of its work is stored: at the same place each time.
      await until(
        () => getRecording(server.url, id),
        (r) => r.job?.state === 'running' && r.job.attempts === attempt,
        10,
      )
      process.kill(await childOf(server.child.pid!, worker), 'SIGKILL')
    }
    const failed = await ended(server.url, id)
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'worker_crashed' })
    expect(failed.failureReason).toContain('stopped unexpectedly 3 times')
    await fetch(`${server.url}/api/recordings/${id}/retry-transcription`, { method: 'POST' })
    expect((await ended(server.url, id)).status).toBe('done')
  },
)

test('a second server on the same data directory is refused and told where the first one is', async () => {
  const dataDir = await temporaryFolder()
  const first = await startServerProcess(dataDir)
  await expect(startServerProcess(dataDir)).rejects.toThrow(`an appliance answers at ${first.url}`)
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
})

longTest('SIGTERM ends everything and hands the work back', async () => {
  const dataDir = await temporaryFolder()
  const spoken = await meeting({ seed: 11, minutes: 3, speakers: 3 })
  const server = await startServerProcess(dataDir)
  const { id } = await uploaded(server.url, spoken.wav)
  await underWay(server.url, id)
  const children = await descendants(server.child.pid!)

  server.child.kill('SIGTERM')

  expect((await server.ended).code).toBe(0)
  expect(children.filter((child) => isAlive(child.pid))).toEqual([])
  const again = await startServerProcess(dataDir)
  expect((await getRecording(again.url, id)).job?.attempts ?? 0).toBeLessThanOrEqual(1)
  expect((await ended(again.url, id)).status).toBe('done')
})
