import type { MinutesItem } from '#contract/minutes.ts'
import { keySentences } from '../../language/extract/rank.ts'
import type { Sentence } from '../../language/extract/talk.ts'
import type { Part } from '../parts.ts'
import { evidenceOf, flat, type Source } from '../evidence.ts'
import { quoted } from '../style.ts'

const mostPoints = 5
const linesAPoint = 10

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

/** Where the model has said nothing stand the sentences that tell most; decisions and the like the rules find in any case. */
export function fillGaps(
  items: readonly MinutesItem[],
  gaps: readonly Gap[],
  { parts, talk, source }: { parts: readonly Part[]; talk: readonly Sentence[]; source: Source },
): void {
  const places = new Map(source.segments.map(({ id }, at) => [id, at + 1]))
  const isIn = ({ segment }: Sentence, { lines: [first, last] }: Gap): boolean => {
    const line = places.get(segment.id) ?? 0
    return line >= first && line <= last
  }
  for (const [at, part] of parts.entries()) {
    const { discussion, decisions, actions, conflicts } = items[at]!
    const told = [...decisions, ...actions, ...conflicts].flatMap((one) => one.evidence)
    for (const gap of gaps) {
      const said = talk.slice(part.from, part.to).filter((one) => isIn(one, gap))
      const left = said.filter(({ text }) => told.every(({ quote }) => !quote.includes(flat(text))))
      const count = Math.min(mostPoints, Math.round(said.length / linesAPoint))
      discussion.push(
        ...keySentences(left, talk, Math.max(1, count)).map((sentence) => ({
          text: quoted(sentence),
          evidence: evidenceOf([sentence], source),
        })),
      )
    }
  }
}
