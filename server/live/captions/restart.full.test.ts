import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newRecording, recordedChunks } from '../../test/capture.ts'
import { getTranscript, until } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

const recorder = 'the page that records it'

test('after a start live words go on where they had ended, and what waited meanwhile is written too', async () => {
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const dataDir = await temporaryFolder()
  const one = await startAppliance({ dataDir })
  const id = await newRecording(one.url)
  const first = await liveSocket(one.url)
  first.say({ type: 'start_recording', recordingId: id, epoch: 0, recorder, uncertain: true })
  await first.next('recording_started')
  for (const chunk of chunks.slice(0, 12)) {
    first.chunk(chunk)
    await pause(250)
  }
  await until(
    async () => first.all('transcript_segment'),
    (all) => all.length > 0,
  )
  await one.stop()

  // What was said in the outage comes all at once.
  const two = await startAppliance({ dataDir })
  const kept = await getTranscript(two.url, id)
  expect(kept.segments.length).toBeGreaterThan(0)
  const second = await liveSocket(two.url)
  second.say({ type: 'start_recording', recordingId: id, epoch: 0, recorder, uncertain: true })
  expect(await second.next('recording_started')).toMatchObject({ nextChunk: 12 })
  for (const chunk of chunks.slice(12)) second.chunk(chunk)
  await until(
    async () =>
      Math.max(
        0,
        ...[...second.all('transcript_uncertain'), ...second.all('transcript_segment')].map(({ end }) => end),
      ),
    (end) => end > spoken.truth.segments.at(-1)!.end - 3,
  )
  const live = await getTranscript(two.url, id)
  second.say({ type: 'stop_recording', recordingId: id })
  await second.next('recording_stopped')
  const after = second.all('transcript_segment')
  expect(after[0]!.start).toBeGreaterThanOrEqual(kept.segments.at(-1)!.end)
  expect(wordErrorRate(spoken, [...kept.segments, ...after].map(({ text }) => text).join(' '))).toBeLessThan(
    0.05,
  )

  // Fetched, until the accurate ones are there, they are what was said, and no shreds.
  const segments = live.segments.filter((segment) => segment.id < 0)
  expect(segments.length).toBeGreaterThan(2)
  // On a busy machine each piece may be a whole sentence already.
  expect(segments.length).toBeLessThanOrEqual(first.all('transcript_segment').length + after.length)
  for (const [i, { start, end, words, text }] of segments.entries()) {
    expect(end).toBeGreaterThan(start)
    expect(start).toBeGreaterThanOrEqual(segments[i - 1]?.end ?? 0)
    expect(words.map((word) => word.text).join(' ')).toBe(text)
  }
})
