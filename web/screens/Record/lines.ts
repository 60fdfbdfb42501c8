import type { LiveSegment, LiveText } from '../../capture/text.ts'

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

/** Live words come a few at a time: they are put together as they are said, the uncertain ones after them. */
export function linesOf({ segments, uncertain }: Pick<LiveText, 'segments' | 'uncertain'>): Line[] {
  const lines: Line[] = []
  let before: LiveSegment | undefined
  for (const segment of segments) {
    const { id, text, timestamp, speaker } = segment
    const last = lines.at(-1)
    if (before && isLive(before) && goesOn(last, segment)) last.text += ` ${text}`
    else lines.push({ key: String(id ?? `${timestamp} ${text}`), timestamp, speaker, text, uncertain: '' })
    before = segment
  }
  if (!uncertain) return lines
  const last = lines.at(-1)
  if (last && before && isLive(before) && !isEnd(last.text)) last.uncertain = uncertain
  else lines.push({ key: 'uncertain', timestamp: -1, speaker: null, text: '', uncertain })
  return lines
}
