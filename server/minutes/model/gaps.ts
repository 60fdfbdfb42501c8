import type { MinutesItem } from '#contract/minutes.ts'

/** A part of the meeting of which the model said nothing that could be used. */
export type Gap = {
  /** Seconds. */
  start: number
  end: number
  /** Of the transcript, from 1: texts need not have times. */
  lines: [first: number, last: number]
  /** A sentence. */
  why: string
}

/** Those that touch are one. In order. */
export function joined(gaps: readonly Gap[]): Gap[] {
  const all: Gap[] = []
  for (const gap of [...gaps].sort((a, b) => a.lines[0] - b.lines[0])) {
    const last = all.at(-1)
    if (!last || gap.lines[0] > last.lines[1] + 1) all.push({ ...gap })
    else {
      last.end = Math.max(last.end, gap.end)
      last.lines = [last.lines[0], Math.max(last.lines[1], gap.lines[1])]
    }
  }
  return all
}

/** What is to be said of them; null: there are none. */
export function gapsInWords(gaps: readonly Gap[]): string | null {
  if (gaps.length === 0) return null
  const parts = gaps.map(({ start, end, lines: [first, last] }) =>
    end > start ? `from ${clock(start)} to ${clock(end)}` : `from line ${first} to line ${last}`,
  )
  const list = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  const reasons = [...new Set(gaps.map(({ why }) => why))].join(' ')
  return `The language model could not write the part${parts.length === 1 ? '' : 's'} ${list}. What stands there was found by rules. ${reasons}`
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((n) => String(n).padStart(2, '0'))
    .join(':')
}

/** Where the model has said nothing stands what the rules found most telling; of decisions and the like both have all. */
export function fillGaps(
  items: readonly MinutesItem[],
  byRules: readonly MinutesItem[],
  gaps: readonly Gap[],
): void {
  for (const [at, { discussion }] of byRules.entries())
    items[at]!.discussion.push(
      ...discussion.filter(({ evidence: [first] }) =>
        gaps.some(({ start, end }) => first && first.start >= start && first.start <= end),
      ),
    )
}
