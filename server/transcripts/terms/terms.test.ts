import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listTerms, term } from '#contract/terms.ts'
import { ended, getRecording, getTranscript, send, uploaded } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

const listed = async (url: string) => listTerms.response.parse(await (await fetch(`${url}/api/terms`)).json())
const add = (url: string, body: object) => send(url, 'POST', '/api/terms', body)

async function withText(url: string, content: string): Promise<number> {
  const made = await send(url, 'POST', '/api/recordings', {
    title: 'Board',
    sourceType: 'uploaded_transcript',
  })
  const id = z.number().parse(made.body['id'])
  await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })
  return id
}

async function edit(url: string, id: number, from: RegExp, to: string): Promise<void> {
  const { content, version } = await getTranscript(url, id)
  const body = { content: content.replace(from, to), basedOn: version }
  expect((await send(url, 'PUT', `/api/recordings/${id}/transcript`, body)).status).toBe(200)
}

test('words are added, for oneself or everybody, and removed', async () => {
  const { url } = await startAppliance()
  expect(await listed(url)).toEqual({ terms: [], offers: [] })
  const own = term.parse((await add(url, { text: ' Ffestiniog ' })).body)
  expect(own).toMatchObject({ text: 'Ffestiniog', everybody: false })
  const all = term.parse((await add(url, { text: 'Kestrel  House', everybody: true })).body)
  expect(all).toMatchObject({ text: 'Kestrel House', everybody: true })
  // Once more: the same one, as it is spelled now.
  expect((await add(url, { text: 'FFESTINIOG' })).body).toMatchObject({ id: own.id, text: 'FFESTINIOG' })
  expect((await add(url, { text: 'x' })).body['code']).toBe('invalid_input')
  expect((await listed(url)).terms.map(({ text }) => text)).toEqual(['FFESTINIOG', 'Kestrel House'])
  for (const { id } of [own, all]) expect((await send(url, 'DELETE', `/api/terms/${id}`)).status).toBe(200)
  expect((await send(url, 'DELETE', `/api/terms/${own.id}`)).body['code']).toBe('not_found')
  expect((await listed(url)).terms).toEqual([])
})

test('somebody who is no administrator keeps to their own words', async () => {
  const { url, services } = await startAppliance({ env: { APPLIANCE_ACCESS: 'people' } })
  const { person } = await services.people.add({
    name: 'Tom',
    email: 'tom@example.org',
    administrator: false,
    minutes: 5,
  })
  const { secret } = await services.account.createToken(person.id, { name: 'Test', expiresInDays: null })
  const asTom = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await answer.json()) as Record<string, unknown>
  }
  const everybodys = await services.terms.add('Kestrel', null, 1)
  const others = await services.terms.add('Acme', 1, 1)
  expect(await asTom('POST', '/api/terms', { text: 'EBITDA', everybody: true })).toMatchObject({
    code: 'administrators_only',
  })
  expect(await asTom('DELETE', `/api/terms/${everybodys.id}`)).toMatchObject({ code: 'administrators_only' })
  expect(await asTom('DELETE', `/api/terms/${others.id}`)).toMatchObject({ code: 'not_found' })
  expect(await asTom('PUT', '/api/voices', { on: true })).toMatchObject({ code: 'administrators_only' })
  await asTom('POST', '/api/terms', { text: 'EBITDA' })
  const { terms } = listTerms.response.parse(await asTom('GET', '/api/terms'))
  expect(terms.map(({ text }) => text)).toEqual(['EBITDA', 'Kestrel'])
})

test('a correction that is made twice is offered as a word, and nothing is added by itself', async () => {
  const { url } = await startAppliance()
  const id = await withText(url, '[00:00:01] We bought Akme.\n[00:00:05] Akme, and the bring Lester House.')
  await edit(url, id, /Akme\./, 'Acme.')
  await edit(url, id, /bring Lester House/, 'Brynlestyr House')
  expect((await listed(url)).offers).toEqual([])
  const { segments, version } = await getTranscript(url, id)
  const passage = segments[1]!
  await send(url, 'PATCH', `/api/recordings/${id}/transcript/segments/${passage.id}`, {
    text: passage.text.replace('Akme', 'Acme'),
    basedOn: version,
  })
  expect(await listed(url)).toEqual({
    terms: [],
    offers: [{ heard: 'Akme', meant: 'Acme', times: 2, recordingId: id }],
  })
  // In another meeting, a phrase; "No" is remembered.
  const other = await withText(url, '[00:00:01] Down to bring Lester.')
  await edit(url, other, /bring Lester/, 'Brynlestyr')
  expect((await listed(url)).offers.map(({ meant }) => meant)).toEqual(['Brynlestyr', 'Acme'])
  await send(url, 'POST', '/api/terms/decline', { heard: 'BRING lester', meant: 'Brynlestyr' })
  expect((await listed(url)).offers.map(({ meant }) => meant)).toEqual(['Acme'])
  await add(url, { text: 'Acme' })
  expect((await listed(url)).offers).toEqual([])
})

test('what is known of a meeting goes to a real engine as its prompt, and words that were said come first', async () => {
  const { url, services } = await startAppliance()
  const { appRoot } = services.config
  const file = join(await temporaryFolder(), 'ggml-other.en.bin')
  const bytes = await readFile(join(appRoot, 'server', 'test', 'models', 'ggml-demo.en-q8_0.bin'))
  bytes[bytes.length - 1]! ^= 1
  await writeFile(file, bytes)
  await services.models.use((await services.models.add(file)).id)
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const said = spoken.truth.segments[0]!.words.map(({ word }) => word.replace(/[^A-Za-z]/g, '')).find(
    (w) => w.length > 5,
  )!
  await add(url, { text: said })
  await add(url, { text: 'Ffestiniog', everybody: true })
  const { id } = await uploaded(url, spoken.wav, 'Lease of Kestrel House 2026')
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, {
    attendees: [
      { speakerId: 'Speaker 1', name: 'Speaker 1' },
      { speakerId: '', name: 'Priya Patel' },
    ],
    location: null,
  })
  await ended(url, id)
  expect(await getRecording(url, id)).toMatchObject({ status: 'done', bundled: false })
  expect(wordErrorRate(spoken, (await getTranscript(url, id)).text)).toBeLessThan(0.03)
  expect(await services.terms.promptFor(id)).toBe(`${said}, Ffestiniog. Lease of Kestrel House. Priya Patel.`)
})
