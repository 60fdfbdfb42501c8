import { z } from 'zod'

/** When a line of a passage was said: its place in the passage's text, and seconds. In their order. */
export type TimedLine = { from: number; at: number }

const stored = z.array(z.tuple([z.number(), z.number()]))

export const packLines = (lines: readonly TimedLine[] | undefined): string | null =>
  lines && lines.length > 0
    ? JSON.stringify(lines.map(({ from, at }) => [from, Math.round(at * 1000)]))
    : null

export const unpackLines = (text: string | null): TimedLine[] =>
  text === null ? [] : stored.parse(JSON.parse(text)).map(([from, ms]) => ({ from, at: ms / 1000 }))

/** When what begins at this place of the text was said; null: nobody knows. */
export const momentAt = (lines: readonly TimedLine[], place: number): number | null =>
  (lines.findLast(({ from }) => from <= place) ?? lines[0])?.at ?? null

/** The lines of a part of the text: the one that it begins in, and those that begin in it. */
export function linesWithin(lines: readonly TimedLine[], from: number, to: number): TimedLine[] {
  const first = lines.findLast((line) => line.from <= from)
  const others = lines.filter((line) => line.from > from && line.from < to)
  return [...(first ? [{ ...first, from }] : []), ...others].map((line) => ({
    ...line,
    from: line.from - from,
  }))
}
