import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { changeLanguageSettings } from '../language/settings.ts'
import { ask, startClara } from '../test/chat.ts'
import { send, until } from '../test/client.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { startOllama } from '../test/ollama.ts'
import { momentOf } from './sources.ts'

test('what was said opens at the second of its own sentence, and minutes where what they rest on was said', async () => {
  const { place } = await startClara(null)
  const id = await textMeeting(place.url)
  const said = (await ask(place, 'What interest did Tom declare in the landlord’s agent?')).message?.citations
  expect(said?.[0]).toMatchObject({ kind: 'transcript', at: 85, href: `/recordings/${id}?t=85` })
  expect(said?.[0]?.text).toContain('my brother works')
  const found = await fetch(`${place.url}/api/search?q=comparable+quotes&kind=transcript&limit=1`)
  expect(await found.json()).toMatchObject({ passages: [{ at: 94, href: `/recordings/${id}?t=94` }] })

  expect((await send(place.url, 'POST', `/api/recordings/${id}/summary`)).status).toBe(200)
  const { minutes } = await minutesOf(place.url, id)
  const line = minutes!.lines.find(({ evidence }) => evidence[0]?.quote.includes('comparable quotes'))
  expect(line?.evidence[0]?.start).toBe(94)
  const cited = (await ask(place, 'Who will get two comparable quotes?')).message?.citations ?? []
  const written = cited.find(({ kind }) => kind === 'minutes')
  expect(written).toMatchObject({ at: 94, href: `/recordings/${id}?t=94` })
  expect(written?.minutesHref).toMatch(new RegExp(`^/recordings/${id}#minutes=.*quotes`))

  // A person's own words rest on nothing, and open the minutes alone.
  await send(place.url, 'PATCH', `/api/recordings/${id}`, {
    summary: 'The chimney sweep was praised by all.',
  })
  const own = (await ask(place, 'Was the chimney sweep praised?')).message?.citations[0]
  expect(own).toMatchObject({ kind: 'minutes', at: null, minutesHref: null })
  expect(own?.href).toMatch(/#minutes=/)
})

test('minutes of a text without times name no second', () => {
  const evidence = { version: 1, segments: [1], start: 0, end: 0, speaker: null, quote: 'We agreed.' }
  const lines = [{ line: 0, evidence: [evidence] }]
  expect(
    momentOf({ markdown: '- **Agreed:** The *roof* is slated.', lines }, 'Agreed: The roof is slated.'),
  ).toBe(null)
  const timed = [{ line: 0, evidence: [{ ...evidence, start: 7 }] }]
  const { markdown } = { markdown: '- **Agreed:** The *roof* is slated.' }
  expect(momentOf({ markdown, lines: timed }, 'Agreed: The roof is slated.')).toBe(7)
  expect(momentOf({ markdown, lines: timed }, 'The cellar is dry.')).toBe(null)
})

test('a model that has gone is told from an Ollama that cannot be reached', async () => {
  const ollama = await startOllama()
  const { place, services } = await startClara(ollama)
  const question = 'How long must minutes of board meetings be kept?'
  await changeLanguageSettings(services.db, { model: 'gone:7b' })
  // On a busy machine the knowledge base is not indexed yet.
  const gone = await until(
    () => ask(place, question),
    ({ message }) => message?.origin !== 'preparing',
  )
  expect(gone.response_content).toMatch(
    /^My language model is no longer there; an administrator can fetch it/,
  )
  await ollama.stop()
  services.language.modelsChanged()
  const { response_content } = await until(
    () => ask(place, question),
    (said) => !said.response_content.startsWith('My language model is no longer'),
  )
  expect(response_content).toMatch(/^I cannot reach my language model just now/)
})

const entries = z.array(
  z.object({
    id: z.string(),
    section: z.string(),
    source: z.url(),
    checked: z.iso.date(),
    how: z.string(),
    reported: z.string().optional(),
  }),
)

test('each entry of the knowledge base says what it was compared with, and what is from reports is marked in the answer', async () => {
  const folder = join(loadConfig({}).appRoot, 'models', 'knowledge')
  const all: z.infer<typeof entries> = []
  for (const file of await readdir(folder))
    all.push(...entries.parse(JSON.parse(await readFile(join(folder, file), 'utf8'))))
  expect(all.length).toBeGreaterThan(80)
  expect(all.filter(({ how }) => !how.startsWith('Compared on this date with ')).map(({ id }) => id)).toEqual(
    [],
  )

  expect(
    all
      .filter(({ reported }) => reported !== undefined)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    ...['ca2006-s113', 'ca2006-s167m', 'ca2006-s167n', 'ca2006-s859a'],
    ...['eccta-registers', 'idv-directors', 'idv-psc'],
  ])

  const { place } = await startClara(null)
  const law = 'q=identity+verification+directors&kind=knowledge'
  await until(
    async () => (await fetch(`${place.url}/api/search?${law}`)).text(),
    (found) => found.includes('idv-directors'),
  )
  const verifying = await ask(place, 'By when must directors verify their identity with Companies House?')
  const cited = verifying.message?.citations.find(({ sourceId }) => sourceId === 'idv-directors')
  expect(cited?.reported).toMatch(/not compared with the commencement regulations/)
  expect(verifying.response_content).toMatch(
    /Identity verification of directors.*partly from reports, not compared/,
  )
  const removing = await ask(place, 'How can the members remove a director?')
  expect(removing.message?.citations.find(({ sourceId }) => sourceId === 'ca2006-s168')).toMatchObject({
    reported: null,
  })
})
