import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { newRecording, original, recordedChunks, sendAll } from '../../test/capture.ts'
import { ended, getTranscript, until } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { longTest } from '../../test/long.ts'
import { childOf } from '../../test/process.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate, type Spoken } from '../../test/speech.ts'

const run = promisify(execFile)

test('a meeting is written as it is spoken: right, each word once, nothing taken back', async () => {
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const { url } = await startAppliance()
  const id = await newRecording(url)
  const [recorder, guest] = [await liveSocket(url), await liveSocket(url)]
  recorder.say({ type: 'start_recording', recordingId: id, uncertain: true })
  expect(await recorder.next('recording_started')).toMatchObject({ withoutWords: null })
  guest.say({ type: 'listen_for_transcript', recordingId: id })
  for (const chunk of chunks) {
    recorder.chunk(chunk)
    await pause(250) // four times as fast as it was spoken
  }
  recorder.say({ type: 'stop_recording', recordingId: id })
  await recorder.next('recording_stopped')
  const complete = await guest.next('transcript_complete')
  const segments = recorder.all('transcript_segment')
  expect(guest.all('transcript_segment')).toEqual(segments)
  expect(wordErrorRate(spoken, segments.map(({ text }) => text).join(' '))).toBeLessThan(0.05)
  expect(wordErrorRate(spoken, complete.text)).toBeLessThan(0.05)
  expect(new Set(segments.map((segment) => segment.id)).size).toBe(segments.length)
  for (const [i, segment] of segments.entries()) {
    expect(segment).toMatchObject({ recordingId: id, timestamp: segment.start, bundled: true })
    expect(segment.end).toBeGreaterThan(segment.start)
    expect(segment.start).toBeGreaterThanOrEqual(segments[i - 1]?.end ?? 0)
  }
  expect(segments.at(-1)!.end).toBeLessThanOrEqual(spoken.truth.duration + 0.5)
  expect(recorder.all('transcript_uncertain').length).toBeGreaterThan(3)
  expect(recorder.all('transcript_uncertain').at(-1)!.text).toBe('')
  expect(guest.all('transcript_uncertain')).toEqual([])
  expect(recorder.all('error')).toEqual([])
  expect((await getTranscript(url, id)).text).toBe(complete.text)
})

test('silence and noise give no words', async () => {
  const wav = join(await temporaryFolder(), 'noise.wav')
  const sources = [
    'anullsrc=r=48000:d=5',
    'anoisesrc=d=5:r=48000:a=0.05',
    'anoisesrc=d=5:r=48000:a=0.2:c=brown',
  ]
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-t', '5', '-i', source])
  await run('ffmpeg', [
    '-loglevel',
    'error',
    ...inputs,
    '-filter_complex',
    'concat=n=3:v=0:a=1',
    '-ac',
    '1',
    wav,
  ])
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'listen_for_transcript', recordingId: id, uncertain: true })
  await sendAll(url, id, 0, await recordedChunks(wav))
  const sound = services.sounds.get(id)!
  await until(
    async () => sound.durationMs(),
    (ms) => ms > 14_900,
  )
  client.say({ type: 'stop_recording', recordingId: id })
  await client.next('recording_stopped')
  await ended(url, id)
  expect(client.all('transcript_segment')).toEqual([])
  expect(client.all('transcript_uncertain')).toEqual([])
})

longTest(
  'what is said when the recording is stopped is written by then, and nothing comes after',
  async () => {
    const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
    const chunks = await recordedChunks(spoken.wav)
    const seconds = inTheMiddleOfSpeech(spoken, 10)
    const { url, services } = await startAppliance()
    const id = await newRecording(url)
    const client = await liveSocket(url)
    const add = vi.spyOn(services.storedCaptions, 'add')
    client.say({ type: 'start_recording', recordingId: id })
    for (const chunk of chunks.slice(0, seconds)) {
      client.chunk(chunk)
      await pause(400)
    }
    client.say({ type: 'stop_recording', recordingId: id })
    await client.next('recording_stopped')
    const segments = client.all('transcript_segment')
    const heard = segments.map(({ text }) => text).join(' ')
    expect(wordErrorRate(saidBy(spoken, seconds), heard)).toBeLessThan(0.1)
    // No pass before the last one could be sure of these.
    const last = saidBy(spoken, seconds).truth.segments[0]!.text.split(' ').slice(-2)
    const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9' ]/g, '')
    expect(plain(heard)).toContain(plain(last.join(' ')))
    const added = add.mock.calls.length
    await ended(url, id)
    expect(client.all('transcript_segment')).toEqual(segments)
    expect(add.mock.calls.length).toBe(added)
  },
)

test('when the engine of live text is killed the words pause and come back, and the sound is unharmed', async () => {
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const { url } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id, uncertain: true })
  for (const chunk of chunks.slice(0, 8)) client.chunk(chunk)
  await client.next('transcript_segment')
  const killed = await childOf(process.pid, /live\/empty/)
  process.kill(killed, 'SIGKILL')
  for (const chunk of chunks.slice(8)) client.chunk(chunk)
  await client.next('chunk_received', chunks.length - 1)
  await until(
    async () => [...client.all('transcript_uncertain'), ...client.all('transcript_segment')],
    (shown) => Math.max(...shown.map(({ end }) => end)) > spoken.truth.segments.at(-1)!.end - 1,
  )
  expect(await childOf(process.pid, /live\/empty/)).not.toBe(killed)
  client.say({ type: 'stop_recording', recordingId: id })
  await client.next('recording_stopped')
  const words = client.all('transcript_segment').map(({ text }) => text)
  expect(wordErrorRate(spoken, words.join(' '))).toBeLessThan(0.05)
  expect((await original(url, id)).equals(Buffer.concat(chunks))).toBe(true)
  // Told when it died over a pass, and once.
  expect(client.all('error').filter(({ code }) => code !== 'engine_crashed')).toEqual([])
  expect(client.all('error').length).toBeLessThanOrEqual(1)
})

/** A whole second from `from` on at which somebody has been speaking for a while. */
function inTheMiddleOfSpeech(spoken: Spoken, from: number): number {
  for (let second = from; second < spoken.truth.duration; second++)
    if (spoken.truth.segments.some(({ start, end }) => start < second - 1.5 && end > second + 0.5))
      return second
  throw new Error('nobody speaks')
}

/** What was said before. */
function saidBy(spoken: Spoken, second: number): Spoken {
  const said = spoken.truth.segments.flatMap(({ words }) => words).filter(({ end }) => end <= second - 0.2)
  const text = said.map(({ word }) => word).join(' ')
  return { ...spoken, truth: { ...spoken.truth, segments: [{ ...spoken.truth.segments[0]!, text }] } }
}
