import { expect, test } from 'vitest'
import { searchAll, type Passage } from '#contract/search.ts'
import { send, until } from '../test/client.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'

async function search(url: string, q: string, more = ''): Promise<Passage[]> {
  const answer = await fetch(`${url}/api/search?q=${encodeURIComponent(q)}${more}`)
  expect(answer.status).toBe(200)
  return searchAll.response.parse(await answer.json()).passages
}

/** A meeting with a text that a person brings. */
async function meeting(url: string, title: string, content: string): Promise<number> {
  const made = await send(url, 'POST', '/api/recordings', {
    title,
    userId: 1,
    sourceType: 'uploaded_transcript',
    meetingDate: '2026-06-03T10:00:00Z',
  })
  const id = (made.body.recording as { id: number }).id
  const attached = await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })
  expect(attached.status).toBe(200)
  return id
}

const text = `[00:00:01] [Helen Marsh] Shall we approve the interim dividends of forty thousand pounds?
[00:00:09] [Tom Reed] I second that. The café lease comes next.`

test('what is found is true to what is there: words, names, a new title, an edit, a deletion', async () => {
  const { url } = await startAppliance()
  const id = await meeting(url, 'Board meeting of June', text)

  const [first] = await search(url, 'dividend', '&kind=transcript')
  expect(first).toMatchObject({
    kind: 'transcript',
    sourceId: String(id),
    title: 'Board meeting of June',
    href: `/recordings/${id}?t=1`,
  })
  expect(first?.text).toContain('Helen Marsh: Shall we approve')
  expect(await search(url, 'cafe leases', '&kind=transcript')).toHaveLength(1)

  // The person's words are never a language of queries.
  for (const q of [
    '"',
    'dividend OR',
    'text:dividend*',
    'NEAR(a b)',
    "'; DROP TABLE person; --",
    '^ - * ( )',
  ])
    await search(url, q)

  // Nor does a long run without spaces keep anything from being found.
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: `x${'😀'.repeat(80)} zeppelin` })
  expect((await search(url, 'zeppelin'))[0]?.href).toContain('#minutes=x')

  await send(url, 'PATCH', `/api/recordings/${id}`, { title: 'Extraordinary session' })
  expect((await search(url, 'extraordinary', '&kind=transcript'))[0]?.title).toBe('Extraordinary session')
  expect(await search(url, 'board', '&kind=meeting')).toEqual([])

  await send(url, 'PATCH', `/api/recordings/${id}`, {
    summary: '## Decisions\n\n- Appointed **auditors** for a year.',
  })
  expect((await search(url, 'auditor', '&kind=minutes'))[0]?.text).toBe(
    'Decisions. Appointed auditors for a year.',
  )

  const { body } = await send(url, 'GET', `/api/recordings/${id}/transcript`)
  const edited = await send(url, 'PUT', `/api/recordings/${id}/transcript`, {
    content: String(body.content).replace('dividends', 'bonuses'),
    basedOn: body.version,
  })
  expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  expect(await search(url, 'dividends', '&kind=transcript')).toEqual([])
  expect(await search(url, 'bonuses', '&kind=transcript')).toHaveLength(1)

  expect((await send(url, 'DELETE', `/api/recordings/${id}`)).status).toBe(200)
  expect(
    (await search(url, 'bonuses extraordinary lease auditors')).filter(({ kind }) => kind !== 'knowledge'),
  ).toEqual([])
})

test('what an earlier version has left is indexed after the start, and so is the knowledge base', async () => {
  const first = await startAppliance()
  const id = await meeting(first.url, 'Old minutes', text)
  const { db } = first.services
  await db.write('search_passage').delete()
  await db.write('search_source').delete()
  expect(await search(first.url, 'dividend', '&kind=transcript')).toEqual([])
  await first.stop()

  const { url } = await startAppliance({ dataDir: first.services.config.dataDir })
  const found = await until(
    () => search(url, 'interim dividend', '&kind=transcript'),
    (passages) => passages.length > 0,
  )
  expect(found[0]?.sourceId).toBe(String(id))
  await until(
    () => search(url, 'promote the success of the company', '&kind=knowledge'),
    (passages) => passages.length > 0,
  )
})

test('with an embedding model what is near in meaning is found too, and without it words alone', async () => {
  const ollama = await startOllama()
  await ollama.models({ name: 'nomic-embed-text', contextLength: 2048, embeds: true })
  const first = await startAppliance({ env: ollama.env })
  const id = await meeting(first.url, 'Rents', text)
  // Cut where a model could not take it whole; what it refuses all the same keeps nothing from the others.
  const description = `${'The lease of the bandstand. '.repeat(350)}flugelhornist`
  expect((await send(first.url, 'PATCH', `/api/recordings/${id}`, { description })).status).toBe(200)
  // A start looks for passages without vectors, and then every minute: they are to be there.
  await until(
    () => search(first.url, 'flugelhornist'),
    (passages) => passages.length > 0,
  )
  await first.stop()
  const refusal = { status: 400, error: 'the input length exceeds the context length' }
  await ollama.rules({ path: '/api/embed', match: 'flugelhornist', fault: { kind: 'status', ...refusal } })
  const { dataDir } = first.services.config
  const { url, stop, services } = await startAppliance({ dataDir, env: ollama.env })
  // The stand-in's vectors are near where words are the same, such as these, which say nothing to a search for words.
  const far = 'flugelhorn: shall we, I that? Shall we, I that'
  const found = await until(
    () => search(url, far, '&kind=transcript'),
    (passages) => passages.length > 0,
  )
  expect(found[0]?.title).toBe('Rents')
  const { db } = services
  const passages: { text: string; vector: Buffer | null }[] = await until(
    () => db.read('search_passage').leftJoin('search_vector', 'passage', 'id').select('text', 'vector'),
    (rows) => rows.length > 80 && rows.every(({ vector }) => vector !== null),
  )
  expect(
    passages.filter(({ vector }) => vector?.length === 0).map(({ text: words }) => words.slice(-13)),
  ).toEqual(['flugelhornist'])
  expect(Math.max(...passages.map(({ text: words }) => words.length))).toBeLessThan(1700)

  // A model that fails is tried once for a person, and not for the next ones.
  await ollama.rules({ path: '/api/embed', fault: { kind: 'drop', after: 0 } })
  const before = (await ollama.seen()).length
  for (const q of ['dividends', 'bandstand', 'cafe leases'])
    expect((await search(url, q)).length).toBeGreaterThan(0)
  expect((await ollama.seen()).length).toBe(before + 1)
  await stop()

  const without = await startAppliance({ dataDir, env: { OLLAMA_HOST: 'http://127.0.0.1:1' } })
  expect(await search(without.url, far, '&kind=transcript')).toEqual([])
})
