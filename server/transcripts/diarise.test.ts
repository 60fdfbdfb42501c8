import { expect, test } from 'vitest'
import type { Transcript } from '#contract/transcripts.ts'
import { ended, getRecording, getTranscript, send, until, uploaded } from '../test/client.ts'
import { startAppliance } from '../test/server.ts'
import { meeting, wordDiarisationErrorRate } from '../test/speech.ts'

const on = { APPLIANCE_DIARISATION: '1' }

/** Waits until telling the speakers apart has ended, however. */
const toldApart = (url: string, id: number): Promise<Transcript> =>
  until(
    () => getTranscript(url, id),
    ({ diarisation: { state } }) => ['done', 'failed', 'cancelled'].includes(state),
  )

test('a meeting goes in, a transcript with speakers comes out', async () => {
  const { url } = await startAppliance({ env: on })
  const spoken = await meeting({ seed: 7, minutes: 1, speakers: 3 })
  const { id } = await uploaded(url, spoken.wav, 'Board meeting')
  const transcribed = await ended(url, id)
  expect(transcribed).toMatchObject({ status: 'done', transcriptionSuccess: true })

  const transcript = await toldApart(url, id)
  expect(transcript.diarisation).toEqual({
    state: 'done',
    code: null,
    reason: null,
    speakers: 3,
    asked: null,
    by: 'voices',
    demo: true,
  })
  expect(transcript).toMatchObject({ version: 2, origin: 'speakers', complete: true })
  expect(await wordDiarisationErrorRate(spoken, transcript.segments)).toBeLessThan(0.015)
  expect([...new Set(transcript.segments.map((s) => s.speaker))]).toEqual([
    'Speaker 1',
    'Speaker 2',
    'Speaker 3',
  ])
  for (const line of transcript.content.split('\n'))
    expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] \[Speaker [123]\] \S/)
  const file = await (await fetch(`${url}/api/recordings/${id}/transcript?download=true`)).text()
  expect(file).toContain(transcript.content)
  expect((await getRecording(url, id)).diarisationJob).toBeNull()

  // What was written before is still there, without speakers.
  const first = await fetch(`${url}/api/recordings/${id}/transcript?version=1`)
  const { text } = (await first.json()) as Transcript
  expect(text).toBe(transcript.text)

  // Another run over the same sound needs no second look at who spoke.
  await send(url, 'POST', `/api/recordings/${id}/transcribe`, {})
  await ended(url, id)
  const again = await getTranscript(url, id)
  expect(again).toMatchObject({ version: 3, origin: 'run', content: transcript.content })
  expect((await getRecording(url, id)).diarisationJob).toBeNull()
})
