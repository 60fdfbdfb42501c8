import { clockRule, isHeading } from '../speakers/labels.ts'
import { alternatives } from '../../language/alternatives.ts'

/** How services write the transcripts that people save there → the lines that the appliance reads. */

/** What services add to every transcript. */
const boilerplate = new RegExp(
  String.raw`^[#*_\s]*${alternatives([
    'this editable transcript was computer generated',
    String.raw`transcribed by https?:\/\/otter\.ai`,
    String.raw`meeting ended after \d`,
    String.raw`transcription ended after \d`,
  ])}`,
  'i',
)

/** Zoom's saved captions: "[Jane Smith] 11:02:09", the time of day, and the words below. */
const captionHead = /^\[([^[\]]{1,100})\] (\d{1,2}):(\d{2}):(\d{2})$/
/** Otter, Teams: "Jane Smith  0:34" alone on its line, whatever the name looks like. */
const timedHead = new RegExp(String.raw`^(\S.{0,80}?)[ \t\u00A0]{1,12}(${clockRule})$`, 'u')
/** "alice: Good morning", after a time or not. */
const namedLine = new RegExp(
  String.raw`^((?:\[${clockRule}\]|\(${clockRule}\))[ \t]{0,9})?([^\s:[\]<>][^:[\]<>]{0,80}):[ \t]+(?=\S)`,
  'u',
)
/** "Alice:" alone, with what she says below. */
const aloneName = /^([\p{L}][^:[\]<>\d]{0,60}):$/u

const two = (n: number): string => String(n).padStart(2, '0')
const clockOf = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

const timesOf = (names: readonly string[]): Map<string, number> => {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}

/** Few names, each of them often: a conversation, and no list of headings. */
export function areSpeakers(names: readonly string[]): boolean {
  return names.length >= 4 && new Set(names).size * 2 <= names.length
}

function fromCaptions(lines: readonly string[]): string[] | null {
  const heads = lines.filter((line) => captionHead.test(line))
  if (heads.length < 2) return null
  let [first, last] = [-1, 0]
  return lines.map((line) => {
    const head = captionHead.exec(line)
    if (!head) return line
    const [, name, hours, minutes, seconds] = head
    let at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (first === -1) first = at
    // A meeting that goes on after midnight.
    while (at < first || at < last - 12 * 3600) at += 24 * 3600
    last = at
    return `[${clockOf(at - first)}] [${name}]:`
  })
}

function fromTimedHeads(lines: readonly string[]): string[] | null {
  const isHead = (at: number): boolean =>
    timedHead.test(lines[at]!) && (lines[at - 1] ?? '') === '' && (lines[at + 1] ?? '') !== ''
  const heads = lines.filter((_, at) => isHead(at)).map((line) => timedHead.exec(line)![1]!)
  if (!areSpeakers(heads)) return null
  return lines.map((line, at) => {
    const head = isHead(at) ? timedHead.exec(line) : null
    return head ? `[${head[2]!}] [${head[1]!}]:` : line
  })
}

/** Whatever the names look like, where nearly every line begins with one of a few. */
function fromNamedLines(lines: readonly string[]): string[] | null {
  const filled = lines.filter(Boolean)
  const names = filled.flatMap((line) => {
    const name = namedLine.exec(line)?.[2]?.trim()
    return name === undefined || isHeading(name) ? [] : [name]
  })
  if (!areSpeakers(names) || names.length < filled.length * 0.8) return null
  const often = timesOf(names)
  return lines.map((line) => {
    const head = namedLine.exec(line)
    const name = head?.[2]?.trim()
    if (!head || name === undefined || (often.get(name) ?? 0) < 2) return line
    return `${head[1] ?? ''}[${name}]: ${line.slice(head[0].length)}`
  })
}

function fromNamesAlone(lines: readonly string[]): string[] | null {
  const isHead = (at: number): boolean =>
    aloneName.test(lines[at]!) && (lines[at + 1] ?? '') !== '' && !isHeading(lines[at]!.slice(0, -1))
  const heads = lines.filter((_, at) => isHead(at))
  if (!areSpeakers(heads)) return null
  const often = timesOf(heads)
  return lines.map((line, at) =>
    isHead(at) && (often.get(line) ?? 0) > 1 ? `[${line.slice(0, -1).trim()}]:` : line,
  )
}

/** Google Meet's "# Board meeting: Transcript", which nobody said. */
const meetTitle = /^#{1,3} .{0,200}\btranscript$/i
/** Its list of who came, below a heading of its own. */
const meetAttendees = /^#{1,6} attendees$/i

/** The page without what a service adds to it; who came stays, as a line of its own. */
function withoutBoilerplate(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => boilerplate.test(line))) return lines
  return lines.flatMap((line, at) => {
    if (boilerplate.test(line) || meetTitle.test(line) || meetAttendees.test(line)) return []
    return at > 0 && meetAttendees.test(lines[at - 1]!) ? [`Attendees: ${line}`] : [line]
  })
}

/** @returns the lines as they are, where no service's layout is known in them */
export function linesOfLayout(lines: readonly string[]): readonly string[] {
  const own = withoutBoilerplate(lines)
  return fromCaptions(own) ?? fromTimedHeads(own) ?? fromNamedLines(own) ?? fromNamesAlone(own) ?? own
}
