import { expect, test } from 'vitest'
import type { Segment } from '#contract/transcripts.ts'
import { newRecording, recordedParts, secondOfSound, slices } from '../../test/capture.ts'
import { ended, getRecording, getTranscript, send, until } from '../../test/client.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting } from '../../test/speech.ts'

/** Between two words of one sentence, near the middle of the meeting: where nothing but a joint divides what is heard. */
function middleOf({ truth }: Awaited<ReturnType<typeof meeting>>): number {
  const sentence = truth.segments.find(({ start, words }) => start > truth.duration / 3 && words.length > 5)!
  const [before, after] = [sentence.words[2]!, sentence.words[3]!]
  return (before.end + after.start) / 2
}

test('a pause is a fact, and no words go on across it: live, in the transcript, and when it is made again', async () => {
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const at = middleOf(spoken)
  const parts = await recordedParts(spoken.wav, at)
  const { url } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  const recorder = 'the-laptop'
  let chunks = 0
  for (const [epoch, part] of parts.entries()) {
    const head = epoch === 0 ? { elapsed: 0, paused: 0 } : { elapsed: at, paused: 15 }
    client.say({ type: 'start_recording', recordingId: id, recorder, epoch, ...head })
    await client.next('recording_started', epoch)
    for (const chunk of slices(part, secondOfSound)) {
      client.chunk(chunk)
      await client.next('chunk_received', chunks++)
    }
  }
  // It shows while the meeting goes on.
  const pauses = [{ at: expect.closeTo(at, 0), length: 15 }]
  const shown = await until(
    () => getRecording(url, id),
    ({ capture }) => capture!.pauses.length > 0,
  )
  expect(shown.status).toBe('recording')
  expect(shown.capture).toMatchObject({ pauses, gaps: [] })
  const cut = shown.capture!.pauses[0]!.at
  const across = (segments: Pick<Segment, 'start' | 'end' | 'text'>[]) =>
    segments.filter(({ start, end }) => start < cut - 0.002 && end > cut + 0.002).map(({ text }) => text)

  await until(
    async () => client.all('transcript_segment').at(-1)?.end ?? 0,
    (end) => end > at + 5,
  )
  client.say({ type: 'stop_recording', recordingId: id, elapsed: spoken.truth.duration })
  await client.next('recording_stopped')
  expect(across(client.all('transcript_segment'))).toEqual([])
  // The sentence broke off: nothing stands there that only completes it.
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')
  const liveWords = client
    .all('transcript_segment')
    .filter(({ end }) => end <= cut + 0.002)
    .flatMap(({ text }) => plain(text).split(' '))
  const said = spoken.truth.segments.flatMap(({ words }) => words).filter(({ end }) => end <= at)
  const lastSaid = said.slice(-3).map((word) => plain(word.word))
  expect(lastSaid).toContain(liveWords.at(-1))
  const recording = await ended(url, id)
  expect(recording.status).toBe('done')
  expect(recording.capture).toMatchObject({ pauses, gaps: [] })
  const transcript = await getTranscript(url, id)
  expect(transcript).toMatchObject({ pauses, gaps: [] })
  expect(across(transcript.segments)).toEqual([])
  expect(transcript.segments.some(({ start }) => start > cut)).toBe(true)

  const text = await (await fetch(`${url}/api/recordings/${id}/transcript?download=true`)).text()
  const lines = text.split('\n')
  const line = lines.findIndex((one) => /^\[00:00:\d\d\] \(Paused for 15 s\)$/.test(one))
  const before = transcript.segments.filter(({ end }) => end <= cut + 0.002).length
  expect(lines[line - 1]).toContain(transcript.segments[before - 1]!.text)
  expect(lines[line + 1]).toContain(transcript.segments[before]!.text)

  await send(url, 'POST', `/api/recordings/${id}/transcribe`, { replaceEdited: false })
  await until(
    () => getTranscript(url, id),
    ({ version }) => version > transcript.version,
  )
  await ended(url, id)
  expect(across((await getTranscript(url, id)).segments)).toEqual([])
})
