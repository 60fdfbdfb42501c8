import { extname } from 'node:path'
import { dayOf, timeOf, type Written } from './moments.ts'
import { alternatives } from '../language/alternatives.ts'

/** What a file's name says of a meeting. */
export type Named = {
  title: string
  when: Written | null
  /** "Acme Ltd - Board meeting": perhaps a company's name, and what the title is then. */
  prefix: { name: string; rest: string } | null
  attendees: string[]
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const monthNumber = (name: string): number => months.split('|').indexOf(name.slice(0, 3).toLowerCase()) + 1

/** A time after a date: "14.30", "14-30-05", "1430", "T143005", "at 10_03 GMT". */
const clock = String.raw`(?:[ T_-]+(?:at )?(\d{1,2})[.:hH_-]?(\d{2})(?:[.:_-]?(\d{2}))?(?!\d)(\s?(?:GMT|UTC|Z)\b)?)?`
type Rule = { pattern: RegExp; read: (groups: string[]) => [year: number, month: number, day: number] }
const rules: Rule[] = [
  // Zoom: GMT20261119-100321_Recording; Teams: 20261119_100321; and "2026-11-19 14.30".
  {
    pattern: new RegExp(
      String.raw`(?<![\d])(GMT)?((?:19|20)\d{2})[-_./ ]?(\d{2})[-_./ ]?(\d{2})(?!\d)${clock}`,
    ),
    read: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  // 19 November 2026, 19-Nov-2026
  {
    pattern: new RegExp(
      String.raw`(?<!\d)()(\d{1,2})(?:st|nd|rd|th)?[-_. ](${months})[a-z]*[-_., ]+((?:19|20)\d{2})(?!\d)${clock}`,
      'i',
    ),
    read: ([, day, month, year]) => [Number(year), monthNumber(month!), Number(day)],
  },
  // 19.11.2026, 19-11-2026: the day first, as it is written here.
  {
    pattern: new RegExp(String.raw`(?<!\d)()(\d{1,2})[-_.](\d{1,2})[-_.]((?:19|20)\d{2})(?!\d)${clock}`),
    read: ([, day, month, year]) => [Number(year), Number(month), Number(day)],
  },
]

/** What services add to the names of what they save. */
const added = [
  /[_\s-]*otter[_.\s-]*ai\b/i,
  /[_\s-]+(?:meeting )?(?:recording|transcript|transcription)(?:[_\s-]*\d+x\d+)?$/i,
  /[_\s-]*(?:Recording)[_.\s]*(?:transcript|cc|\d+x\d+|gallery|avo|as)?[\w.]*$/,
  /[_.\s-]*(?:closed[_ ]caption|audio[_ ]only|saved[_ ]closed[_ ]caption|transcript)$/i,
]

/** Zoom and others call the file the same each time: the folder has the meeting's name. */
const saysNothing = new RegExp(
  `^${alternatives([
    String.raw`audio_?only|audio\d*|video\d*|zoom_?\d*|gmt|recording|transcript|captions?|closed_?caption`,
    'meeting_saved_(?:closed_caption|chat)|meeting',
  ])}?$`,
  'i',
)

const isName = (text: string): boolean =>
  /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la|le|bin)){1,4}$/u.test(text)

/** "… (Jane Smith, Tom Brown)" at the end, when all of them can be names of people. */
function attendeesAtEnd(text: string): { rest: string; attendees: string[] } {
  const found = /[([]([^()[\]]{3,400})[)\]]\s*$/.exec(text)
  const names = found?.[1]!.split(/\s*(?:[,;&]|\band\b)\s*/).filter((name) => name !== '') ?? []
  if (!found || names.length === 0 || !names.every(isName)) return { rest: text, attendees: [] }
  return { rest: text.slice(0, found.index), attendees: names }
}

const tidy = (text: string): string =>
  text
    .replace(/[_\s]+/g, ' ')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/^[\s.,_–—-]+|[\s.,_–—-]+$/g, '')
    .trim()

function dateIn(text: string): { when: Written; rest: string } | null {
  for (const { pattern, read } of rules) {
    const found = pattern.exec(text)
    if (!found) continue
    const [whole, ...groups] = found
    const day = dayOf(...read(groups))
    if (day === null) continue
    const [hours, minutes, seconds, zone] = groups.slice(4)
    const time = hours === undefined ? null : timeOf(Number(hours), Number(minutes), Number(seconds ?? 0))
    const utc = groups[0] === 'GMT' || zone !== undefined
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`
    return { when: { day, time, utc }, rest }
  }
  return null
}

/**
 * "2026-11-19 14.30 Acme Ltd - Board meeting (Jane Smith, Tom Brown).vtt" and the names that Zoom, Teams, Otter and Google
 * Meet give.
 * @param path below the folder: where the name says nothing, the folder's does
 */
export function readName(path: string): Named {
  const parts = path.split('/')
  const file = parts.at(-1)!
  const bare = file.slice(0, file.length - extname(file).length)
  const own = read(bare)
  const above = parts.at(-2)
  if (!saysNothing.test(own.title.replaceAll(' ', '_')) || above === undefined) {
    const when = own.when ?? (above === undefined ? null : (dateIn(above)?.when ?? null))
    return { ...own, when, title: own.title || 'Meeting' }
  }
  const folder = read(above)
  return { ...folder, title: folder.title || own.title || 'Meeting', when: own.when ?? folder.when }
}

function read(name: string): Named {
  const dated = dateIn(name)
  const { rest, attendees } = attendeesAtEnd(tidy(dated?.rest ?? name))
  const plain = added.reduce((text, pattern) => tidy(text.replace(pattern, '')), tidy(rest))
  const found = /^(.{2,80}?)\s+[-–—]\s+(.+)$/.exec(plain)
  return {
    title: plain,
    when: dated?.when ?? null,
    prefix: found && { name: found[1]!, rest: found[2]! },
    attendees,
  }
}
