import type { LiveSegment, LiveText } from '../../capture/text.ts'
import type { Break } from '../../ui/breaks.ts'

/** What stands in one line of the panel. */
export type Line = { key: string; timestamp: number; speaker: string | null; text: string; uncertain: string }

/** A pause after which somebody has begun anew, and a line that is long enough; seconds and letters. */
const pause = 4
const long = 280

/** Words of the live pass, as the socket tells them or as they are fetched. */
const isLive = ({ id }: LiveSegment): boolean => typeof id === 'string' || (id !== null && id < 0)

const isEnd = (text: string): boolean => /[.?!]["')]*$/.test(text.trim())

function goesOn(line: Line | undefined, segment: LiveSegment): line is Line {
  return (
    line !== undefined &&
    // What has been transcribed comes in lines already; live words come a few at a time.
    isLive(segment) &&
    !isEnd(line.text) &&
    line.text.length < long &&
    segment.timestamp - line.timestamp < pause + line.text.length / 10
  )
}

/** Words begin this little before the break that they come after: two clocks round. */
const slack = 0.05

const liesBetween = (breaks: readonly Break[], before: LiveSegment, after: LiveSegment): boolean =>
  breaks.some(({ at }) => before.timestamp + slack < at && at <= after.timestamp + slack)

/** The lines, in order, with what happened between them; no line goes on across a break. */
export type Row = Line | Break

/** Live words come a few at a time: they are put together as they are said, the uncertain ones after them. */
export function rowsOf(text: Pick<LiveText, 'segments' | 'uncertain'>, breaks: readonly Break[]): Row[] {
  const left = breaks.toSorted((a, b) => a.at - b.at)
  const rows: Row[] = []
  for (const line of linesOf(text, breaks)) {
    while (left[0] && (line.timestamp < 0 || left[0].at <= line.timestamp + slack)) rows.push(left.shift()!)
    rows.push(line)
  }
  return [...rows, ...left]
}

/** @param breaks no line goes on across one */
export function linesOf(
  { segments, uncertain }: Pick<LiveText, 'segments' | 'uncertain'>,
  breaks: readonly Break[] = [],
): Line[] {
  const lines: Line[] = []
  let before: LiveSegment | undefined
  for (const segment of segments) {
    const { id, text, timestamp, speaker } = segment
    const last = lines.at(-1)
    const isApart = before !== undefined && liesBetween(breaks, before, segment)
    if (before && isLive(before) && !isApart && goesOn(last, segment)) last.text += ` ${text}`
    else lines.push({ key: String(id ?? `${timestamp} ${text}`), timestamp, speaker, text, uncertain: '' })
    before = segment
  }
  if (!uncertain) return lines
  const last = lines.at(-1)
  const from = before?.timestamp ?? 0
  const isApart = breaks.some(({ at }) => from + slack < at)
  if (last && before && isLive(before) && !isApart && !isEnd(last.text)) last.uncertain = uncertain
  else lines.push({ key: 'uncertain', timestamp: -1, speaker: null, text: '', uncertain })
  return lines
}
