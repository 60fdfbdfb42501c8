import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listSpeakers } from '#contract/speakers.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { knownVoice, listVoices, recordingVoices } from '#contract/voices.ts'
import { ended, getTranscript, send, until, uploaded } from '../../test/client.ts'
import { longTest } from '../../test/long.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, type Spoken } from '../../test/speech.ts'

const read = async <T extends z.ZodType>(url: string, path: string, shape: T): Promise<z.infer<T>> =>
  shape.parse(await (await fetch(url + path)).json())
const voicesOf = (url: string) => read(url, '/api/voices', listVoices.response)
const speakersOf = async (url: string, id: number) =>
  (await read(url, `/api/recordings/${id}/speakers`, listSpeakers.response)).speakers

/** Uploaded, transcribed, its speakers told apart. */
async function told(url: string, spoken: Spoken, title: string): Promise<number> {
  const { id } = await uploaded(url, spoken.wav, title)
  await ended(url, id)
  await until(
    () => getTranscript(url, id),
    ({ diarisation }) => diarisation.state === 'done',
  )
  return id
}

/** By the synthesiser's name of the voice, the label that most of its words have. */
async function labelsByVoice(spoken: Spoken, { segments }: Transcript): Promise<Map<string, string>> {
  const { speakers } = z
    .object({ speakers: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(spoken.truthFile, 'utf8')))
  const labels = new Map<string, string>()
  for (const [name, voice] of Object.entries(speakers)) {
    const shared = new Map<string, number>()
    for (const said of spoken.truth.segments.filter(({ speaker }) => speaker === name))
      for (const { start, end, speaker } of segments) {
        const seconds = Math.min(end, said.end) - Math.max(start, said.start)
        if (speaker && seconds > 0) shared.set(speaker, (shared.get(speaker) ?? 0) + seconds)
      }
    const [most] = [...shared].sort((a, b) => b[1] - a[1])
    if (most) labels.set(voice, most[0])
  }
  return labels
}

test('a voice is remembered with consent, suggested in a later meeting, and can be deleted', async () => {
  const { url, services } = await startAppliance({ env: { APPLIANCE_DIARISATION: '1' } })
  const first = await meeting({ seed: 7, minutes: 1, speakers: 3 })
  const id = await told(url, first, 'Audit committee')
  const labels = await labelsByVoice(first, await getTranscript(url, id))
  const label = labels.get('en-gb-x-rp+m3')!
  const remember = (body: object = {}) =>
    send(url, 'POST', `/api/recordings/${id}/voices`, { label, name: 'Sarah Chen', agreed: true, ...body })

  // Off until it is switched on: nothing is stored or compared.
  expect(await remember()).toMatchObject({ status: 409, body: { code: 'voices_off' } })
  expect(await read(url, `/api/recordings/${id}/voices`, recordingVoices.response)).toEqual({
    on: false,
    speakers: [],
  })
  expect(await voicesOf(url)).toEqual({ on: false, voices: [] })
  expect((await send(url, 'PUT', '/api/voices', { on: true })).body).toEqual({ on: true, voices: [] })
  // Its speakers were told apart before: the print is made from the sound, once somebody agrees to it.

  // A voice is somebody's that a person has named, and only with their consent.
  const before = await read(url, `/api/recordings/${id}/voices`, recordingVoices.response)
  expect(before.speakers.find((one) => one.label === label)).toMatchObject({
    obstacle: 'unconfirmed',
    rememberedId: null,
  })
  expect(await remember()).toMatchObject({ status: 409, body: { code: 'voice_not_clear' } })
  expect((await remember({ agreed: false })).body['code']).toBe('invalid_input')
  const { version } = await getTranscript(url, id)
  const named = { label, name: 'Sarah Chen', basedOn: version }
  await send(url, 'POST', `/api/recordings/${id}/speakers/name`, named)
  expect((await remember({ name: 'Tom Okoro' })).body['code']).toBe('stale_version')
  const remembered = knownVoice.parse((await remember()).body)
  expect(remembered).toMatchObject({
    name: 'Sarah Chen',
    rememberedBy: 'User 1',
    meeting: 'Audit committee',
    usable: true,
  })
  // Nobody else's is kept.
  expect(await services.db.read('known_voice').select('name')).toEqual([{ name: 'Sarah Chen' }])
  expect(remembered.consent).toContain('Sarah Chen has been told')
  expect(remembered.cleanSeconds).toBeGreaterThanOrEqual(10)
  // Once more is not twice.
  await remember()
  expect((await voicesOf(url)).voices).toHaveLength(1)

  // The same voice, at another pitch and speed, in another meeting.
  const second = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const later = await told(url, second, 'Board meeting')
  const there = await labelsByVoice(second, await getTranscript(url, later))
  const same = async () =>
    (await speakersOf(url, later)).find((one) => one.label === there.get('en-gb-x-rp+m3'))!
  const other = (await speakersOf(url, later)).find((one) => one.label === there.get('en-us+f2'))!
  const { guesses, ...facts } = await same()
  expect(facts).toMatchObject({ state: 'guessed', name: null })
  expect(guesses[0]).toMatchObject({ name: 'Sarah Chen', evidence: [] })
  expect(guesses[0]!.voice!.similarity).toBeGreaterThan(0.9)
  expect(other.guesses.filter(({ voice }) => voice)).toEqual([])
  // Suggested, never assigned.
  expect((await getTranscript(url, later)).speakers).toEqual({})

  // Prints of another model are listed and not compared.
  await services.db.write('known_voice').update({ embedding_sha256: 'another' })
  expect((await voicesOf(url)).voices).toMatchObject([{ usable: false }])
  expect((await same()).guesses).toEqual([])
  await services.db.write('known_voice').delete()
  const again = knownVoice.parse((await remember()).body)
  // What was heard before was not kept: it is compared when the voices are told apart.
  expect((await same()).guesses).toEqual([])
  await send(url, 'POST', `/api/recordings/${later}/diarise`, {})
  await until(same, ({ guesses: found }) => found.length === 1)

  // "Not this": not asked again.
  const wrong = { label: there.get('en-gb-x-rp+m3'), name: 'Sarah Chen' }
  const basedOn = (await getTranscript(url, later)).version
  await send(url, 'POST', `/api/recordings/${later}/speakers/dismiss`, { ...wrong, basedOn })
  expect((await same()).guesses).toEqual([])

  // What was agreed to outlives the meeting, and can be deleted.
  expect((await fetch(`${url}/api/recordings/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await voicesOf(url)).voices).toMatchObject([{ id: again.id, recordingId: null, meeting: null }])
  expect((await send(url, 'DELETE', `/api/voices/${again.id}`)).status).toBe(200)
  expect((await send(url, 'DELETE', `/api/voices/${again.id}`)).body['code']).toBe('not_found')
})

longTest(
  'a speaker that a person has split has no clear voice; off is off, and can delete everything',
  async () => {
    const { url, services } = await startAppliance({ env: { APPLIANCE_DIARISATION: '1' } })
    await send(url, 'PUT', '/api/voices', { on: true })
    const spoken = await meeting({ seed: 7, minutes: 1, speakers: 3 })
    const id = await told(url, spoken, 'Board meeting')
    const label = (await labelsByVoice(spoken, await getTranscript(url, id))).get('en-gb-x-rp+m3')!
    const change = async (what: string, body: object): Promise<void> => {
      const { version } = await getTranscript(url, id)
      const path = `/api/recordings/${id}/speakers/${what}`
      expect((await send(url, 'POST', path, { ...body, basedOn: version })).status).toBe(200)
    }
    const wish = { label, name: 'Sarah Chen', agreed: true }
    await change('name', { label, name: 'Sarah Chen' })
    expect((await send(url, 'POST', `/api/recordings/${id}/voices`, wish)).status).toBe(200)

    const mine = (await getTranscript(url, id)).segments.filter(({ speaker }) => speaker === label)
    await change('split', { label, fromSegmentId: mine[Math.floor(mine.length / 2)]!.id })
    const refused = await send(url, 'POST', `/api/recordings/${id}/voices`, wish)
    expect(refused).toMatchObject({ status: 409, body: { code: 'voice_not_clear' } })

    expect((await send(url, 'PUT', '/api/voices', { on: false })).body).toMatchObject({ on: false })
    expect((await voicesOf(url)).voices).toHaveLength(1)
    expect(await services.db.read('voice_likeness')).toEqual([])
    await send(url, 'PUT', '/api/voices', { on: false, deleteAll: true })
    expect(await voicesOf(url)).toEqual({ on: false, voices: [] })
  },
)
