import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { labelsOf, meetingInfo } from '../meetings/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { SearchEntry, SearchSource } from '../search/service.ts'
import { passagesFrom } from './search-passages.ts'
import { namingsOf } from './speakers/store.ts'
import { findTranscript, linesOf } from './store.ts'

type Deps = { recordings: RecordingsService }

/** The kinds of search that a recording has; all of them are read again whenever it changes. */
export const kindsOfRecording = ['transcript', 'meeting', 'minutes'] as const

/** null: it has gone. */
async function facts({ recordings }: Deps, handle: Handle, id: string) {
  try {
    const recording = await recordings.get(handle, Number(id))
    const { title, meetingDate, createdAt } = recording
    const { companyId } = await labelsOf(handle, recording.meetingId)
    return {
      recording,
      entry: { title, date: meetingDate ?? createdAt, href: `/recordings/${id}`, companyId },
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** What was said: the current version of each transcript. */
export function spokenWords(deps: Deps): SearchSource {
  return {
    kind: 'transcript',
    hidden: async (handle) => (await deps.recordings.hidden(handle)).map(String),
    ids: async (handle) => (await deps.recordings.transcribed(handle)).map(String),
    async read(handle, id): Promise<SearchEntry | null> {
      const found = await facts(deps, handle, id)
      const current = found && (await deps.recordings.currentTranscript(handle, found.recording.id))
      const row = current === null ? null : await findTranscript(handle, current)
      if (!found || !row) return null
      const namings = await namingsOf(handle, row.id)
      const lines = (await linesOf(handle, row.id)).map((line) => ({
        startMs: line.start_ms,
        endMs: line.end_ms,
        speaker: (line.speaker && namings.get(line.speaker)?.name) ?? line.speaker,
        text: line.text,
      }))
      return {
        ...found.entry,
        passages: passagesFrom(lines, { timed: hasTimes(found.recording.audioFormat, lines) }),
      }
    },
  }
}

/** Sound has times, and so has a text that was brought with them; without them every line is at 0. */
const hasTimes = (audioFormat: string | null, lines: readonly { startMs: number }[]): boolean =>
  audioFormat !== null || lines.some(({ startMs }) => startMs > 0)

/** What a meeting is about and who was there. */
export function meetingFacts(deps: Deps): SearchSource {
  return {
    kind: 'meeting',
    hidden: async (handle) => (await deps.recordings.hidden(handle)).map(String),
    ids: async (handle) => (await deps.recordings.all(handle)).map(String),
    async read(handle, id): Promise<SearchEntry | null> {
      const found = await facts(deps, handle, id)
      if (!found) return null
      const { recording, entry } = found
      const { attendees, location } = await meetingInfo(handle, recording.meetingId)
      const { series, tags } = await labelsOf(handle, recording.meetingId)
      const people = attendees.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ')
      const place = location && [location.name, location.address].filter(Boolean).join(', ')
      const text = [
        recording.title,
        recording.description,
        people && `Attendees: ${people}.`,
        place && `Location: ${place}.`,
        series && `Series: ${series}.`,
        tags.length > 0 && `Tags: ${tags.join(', ')}.`,
      ]
        .filter(Boolean)
        .join('\n')
      // Nobody's words but people's: no model has written it.
      return { ...entry, passages: [{ text, at: null, page: null, speaker: null }] }
    },
  }
}

/** What stands in the minutes, or in the summary that a person wrote. */
export function minutesText(deps: Deps): SearchSource {
  return {
    kind: 'minutes',
    hidden: async (handle) => (await deps.recordings.hidden(handle)).map(String),
    ids: async (handle) => (await deps.recordings.summarised(handle)).map(String),
    async read(handle, id): Promise<SearchEntry | null> {
      const found = await facts(deps, handle, id)
      if (!found?.recording.summary) return null
      return { ...found.entry, passages: sectionsOf(found.recording.summary).flatMap(passagesOfSection) }
    },
  }
}

const heading = /^\s*#{1,6}\s+/

/** Each heading begins a passage: what was decided under it is found by its name. */
function sectionsOf(markdown: string): string[][] {
  const sections: string[][] = [[]]
  for (const line of markdown.split('\n')) {
    const last = sections.at(-1)!
    // A heading right under another one belongs to it.
    if (heading.test(line) && last.some((one) => one.trim() !== '' && !heading.test(one)))
      sections.push([line])
    else last.push(line)
  }
  return sections
}

function passagesOfSection(section: readonly string[]) {
  const lines = section.map((line) => {
    const text = rowRead(line)
      .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/, '')
      .replaceAll('**', '')
      .trim()
    const ended = heading.test(line) && /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text
    return { startMs: 0, endMs: 0, speaker: null, text: ended }
  })
  const item = itemOf(section)
  return passagesFrom(lines, { timed: false }).map((passage) => ({ ...passage, item }))
}

/** Of a table the cells are read out, and the line below its head is not. */
function rowRead(line: string): string {
  const row = line.trim()
  if (!row.startsWith('|') || !row.endsWith('|')) return line
  if (/^[\s:|-]+$/.test(row)) return ''
  const cells = row.split('|').map((cell) => cell.trim())
  return cells.filter(Boolean).join(', ')
}

/** The title of all of it is nobody's item. */
function itemOf(section: readonly string[]): string | null {
  const last = section.findLast((line) => /^\s*#{2,6}\s+/.test(line))
  return last?.replace(heading, '').replaceAll('**', '').trim() || null
}
