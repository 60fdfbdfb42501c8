import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Transcript } from '#contract/transcripts.ts'
import {
  deleteForGood,
  ended,
  getRecording,
  getTranscript,
  send,
  toldApart,
  until,
  uploaded,
} from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { longTest } from '../../test/long.ts'
import { childOf, descendants } from '../../test/process.ts'
import { addModels } from '../../test/diarisation-models.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordDiarisationErrorRate, type Spoken } from '../../test/speech.ts'

const on = { APPLIANCE_DIARISATION: '1' }

test('a meeting goes in, a transcript with speakers comes out', async () => {
  const server = await startAppliance({ env: on })
  const { url } = server
  const spoken = await meeting({ seed: 7, minutes: 1, speakers: 3 })
  const { id } = await uploaded(url, spoken.wav, 'Board meeting')
  const transcribed = await ended(url, id)
  expect(transcribed).toMatchObject({ status: 'done', transcriptionSuccess: true })

  const transcript = await toldApart(url, id)
  expect(transcript.diarisation).toEqual({
    available: true,
    state: 'done',
    code: null,
    reason: null,
    speakers: 3,
    asked: null,
    listed: null,
    by: 'voices',
    bundled: true,
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

  // With real models whoever the bundled models told apart is told apart again, unasked.
  await addModels(server)
  const real = await until(
    () => getTranscript(url, id),
    ({ diarisation }) => diarisation.state === 'done' && !diarisation.bundled,
  )
  expect(real).toMatchObject({ version: 4, origin: 'speakers', content: transcript.content })
  expect(await server.services.transcripts.replaceBundledSpeakers()).toBe(0)

  // Somebody who was there says how many spoke: they are told apart anew.
  await send(url, 'PUT', `/api/recordings/${id}/about`, { speakers: 2 })
  const told = await until(
    () => getTranscript(url, id),
    ({ diarisation }) => diarisation.asked === 2 && diarisation.state === 'done',
  )
  expect(told.diarisation.speakers).toBe(2)
})

longTest('the program may be killed, and a person may cancel; the transcript stays', async () => {
  const { url, services } = await startAppliance({ env: on })
  const spoken = await meeting({ seed: 7, minutes: 3, speakers: 3 })
  const { id } = await uploaded(url, spoken.wav)
  await ended(url, id)
  const atWork = (): Promise<unknown> =>
    until(
      () => getRecording(url, id),
      ({ diarisationJob }) => diarisationJob?.state === 'running',
      50,
    )
  await atWork()
  process.kill(await childOf(process.pid, /^\S*node \S*diariser\.js/), 'SIGKILL')
  const waiting = await until(
    () => getRecording(url, id),
    ({ diarisationJob }) => diarisationJob?.state === 'queued',
    50,
  )
  expect(waiting).toMatchObject({ status: 'done', diarisationJob: { errorCode: 'diarisation_failed' } })
  expect(await getTranscript(url, id)).toMatchObject({ version: 1, diarisation: { state: 'waiting' } })
  await atWork()
  const { diarisationJob } = await getRecording(url, id)
  expect((await send(url, 'POST', `/api/jobs/${diarisationJob!.id}/cancel`)).status).toBe(200)
  expect((await toldApart(url, id)).diarisation.state).toBe('cancelled')
  expect((await descendants(process.pid)).filter(({ command }) => command.includes('diariser'))).toEqual([])

  await send(url, 'POST', `/api/recordings/${id}/diarise`, {})
  await atWork()
  expect(await deleteForGood(url, id)).toEqual([200, 200])
  expect(await services.db.read('turn')).toEqual([])
})

longTest('whoever does not want it has no speakers, until they ask', async () => {
  const { url } = await startAppliance({ env: on })
  await send(url, 'PUT', '/api/me/settings', { speakerDiarization: false })
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const { id } = await uploaded(url, spoken.wav)
  await ended(url, id)
  expect((await getRecording(url, id)).diarisationJob).toBeNull()
  expect((await getTranscript(url, id)).diarisation.state).toBe('none')
  await send(url, 'POST', `/api/recordings/${id}/diarise`, { speakers: 2 })
  const transcript = await toldApart(url, id)
  expect(transcript.diarisation).toMatchObject({ state: 'done', asked: 2, speakers: 2 })
  // A correction of what stood there before the speakers came is no conflict.
  const before = await fetch(`${url}/api/recordings/${id}/transcript?version=1`)
  const { segments } = (await before.json()) as Transcript
  const path = `/api/recordings/${id}/transcript/segments/${segments[0]!.id}`
  const edited = await send(url, 'PATCH', path, { text: `${segments[0]!.text} Indeed.`, basedOn: 1 })
  expect(edited).toMatchObject({ status: 200, body: { version: 3, origin: 'edit' } })
  expect(String(edited.body.content)).toMatch(/\[Speaker 1\] .* Indeed\.\n.*\[Speaker 2\]/s)
  // Speakers are another matter: the person has not seen them.
  const name = (basedOn: number) =>
    send(url, 'POST', `/api/recordings/${id}/speakers/name`, {
      label: 'Speaker 2',
      name: 'Priya Patel',
      basedOn,
    })
  expect(await name(2)).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  expect(await name(3)).toMatchObject({ status: 200, body: { version: 4, origin: 'naming' } })
  // Told apart once more, the name goes along, and the words are the same.
  await send(url, 'POST', `/api/recordings/${id}/diarise`, { speakers: 2, replaceEdited: true })
  await toldApart(url, id)
  const again = await getTranscript(url, id)
  expect(again).toMatchObject({ version: 5, origin: 'speakers', speakers: { 'Speaker 2': 'Priya Patel' } })
  expect(again.text).toBe(edited.body.text)

  // A person has given the labels to the other voices; the rows of the attendees go with the voices, not with the labels.
  const swapped = again.content.replace(/\[Speaker ([12])\]/g, (_, n) => `[Speaker ${3 - Number(n)}]`)
  const put = await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: swapped, basedOn: 5 })
  expect(put.status).toBe(200)
  const attendees = [
    { speakerId: 'Speaker 2', name: 'Tom Okoro', role: 'Chair' },
    { speakerId: 'Speaker 1', name: 'Priya Patel' },
  ]
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, { attendees, location: null })
  await send(url, 'POST', `/api/recordings/${id}/diarise`, { speakers: 2, replaceEdited: true })
  const moved = await toldApart(url, id)
  expect(moved).toMatchObject({
    origin: 'speakers',
    speakers: { 'Speaker 1': 'Tom Okoro', 'Speaker 2': 'Priya Patel' },
    attendees: [
      { speakerId: 'Speaker 1', name: 'Tom Okoro', role: 'Chair' },
      { speakerId: 'Speaker 2', name: 'Priya Patel' },
    ],
  })
})

longTest('when two channels carry two speakers, the louder one decides', async () => {
  const { url } = await startAppliance({ env: on })
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const { id } = await uploaded(url, await twoChannels(spoken))
  await ended(url, id)
  const transcript = await toldApart(url, id)
  expect(transcript.diarisation).toMatchObject({ by: 'channels', speakers: 2, bundled: false })
  expect(await wordDiarisationErrorRate(spoken, transcript.segments)).toBe(0)
})

/** The same meeting as a call is recorded: each speaker on a channel of their own, the other one faintly on it too. */
async function twoChannels({ wav, truth }: Spoken): Promise<string> {
  const [first] = truth.segments
  const mine = truth.segments
    .filter(({ speaker }) => speaker === first!.speaker)
    .map(({ start, end }) => `between(t,${start - 0.05},${end + 0.05})`)
    .join('+')
  const file = join(await temporaryFolder(), 'call.wav')
  const channel = (on: string): string => `volume='if(${on},1,0.05)':eval=frame`
  await promisify(execFile)('ffmpeg', [
    ...['-loglevel', 'error', '-i', wav, '-filter_complex'],
    `[0:a]asetnsamples=n=441,asplit[a][b];[a]${channel(mine)}[l];[b]${channel(`not(${mine})`)}[r];[l][r]join=inputs=2:channel_layout=stereo`,
    file,
  ])
  return file
}
