import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { composeMinutes, type MeetingFacts } from './compose.ts'
import { flat, type Source } from './evidence.ts'
import { renderMinutes } from './render.ts'
import { statementsOf } from './statements.ts'
import { createTemplates } from './templates.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'scripts', 'bench', 'minutes', 'seen')
const shape = z.object({
  title: z.string(),
  date: z.string(),
  attendees: z.array(z.string()),
  agenda: z.array(z.string()),
  segments: z.array(
    z.object({
      id: z.number(),
      start: z.number(),
      end: z.number(),
      speaker: z.string().nullable(),
      text: z.string(),
    }),
  ),
})

/** Meetings as people speak in them, written for the bench. */
const meetings = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { title, date, attendees, agenda, segments } = shape.parse(
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    )
    const meeting: MeetingFacts = {
      ...{ title, held: date, description: null },
      attendees: attendees.map((name) => ({ name, role: null })),
    }
    const source: Source = {
      version: 1,
      segments: segments.map((one) => ({ ...one, timestamp: one.start, words: [] })),
    }
    return { file, meeting, source, agenda }
  })

test('every statement of every meeting rests on words that were said, and shows in each template', async () => {
  const templates = createTemplates({ appRoot: root, dataDir: join(root, 'no-such-folder') })
  const bodies = await Promise.all(
    (await templates.list()).map(async ({ id }) => (await templates.usable(id, '')).body),
  )
  expect(meetings.length).toBeGreaterThan(40)
  for (const { file, meeting, source } of meetings) {
    const content = composeMinutes(meeting, source)
    const all = [...statementsOf(content)]
    for (const { evidence, text } of [...all.map(([, one]) => one), ...content.toCheck]) {
      expect(evidence.length, `${file}: ${text}`).toBeGreaterThan(0)
      for (const { segments, quote, start, end, speaker } of evidence) {
        const said = source.segments.filter(({ id }) => segments.includes(id))
        expect(flat(said.map((one) => one.text).join(' ')), file).toContain(quote)
        expect([said[0]!.speaker, start <= end], file).toEqual([speaker, true])
      }
    }
    for (const body of bodies) {
      const { markdown, lines } = renderMinutes(body, content, {
        title: meeting.title,
        date: null,
        location: null,
      })
      expect(markdown).not.toMatch(/[\uE000\uE001]|\n{3}|\{\{/)
      const shown = new Set(lines.flatMap(({ refs }) => refs))
      const missing = all.filter(([ref]) => /^items|^next/.test(ref) && !shown.has(ref))
      expect(missing, file).toEqual([])
    }
  }
})

test('the agenda that was written down gives the headings, each once', () => {
  const withAgenda = meetings.filter(({ agenda }) => agenda.length >= 4)
  let [found, listed] = [0, 0]
  for (const { meeting, source, agenda } of withAgenda) {
    const description = `Quarterly meeting.\nAgenda:\n${agenda.map((item, at) => `${at + 1}. ${item}`).join('\n')}`
    const content = composeMinutes({ ...meeting, description }, source)
    const headings = content.items.map(({ heading }) => heading).filter((heading) => agenda.includes(heading))
    expect(new Set(headings).size).toBe(headings.length)
    expect(content.purpose?.text).toBe('Quarterly meeting.')
    found += headings.length
    listed += agenda.length
  }
  // Of some items nothing is said.
  expect(found / listed).toBeGreaterThan(0.5)
})

test('the same words give the same minutes', () => {
  const { meeting, source } = meetings[0]!
  expect(composeMinutes(meeting, source)).toEqual(composeMinutes(meeting, source))
})
