import type { MinutesContent } from '#contract/minutes.ts'
import { keepOnly, type RefLine } from './statements.ts'

type Written = { markdown: string; content: MinutesContent | null; lines: readonly RefLine[] }

/**
 * What a person has made of minutes: a line that is as it was keeps its evidence, wherever it stands now. What was changed is
 * the person's own word and rests on nothing.
 */
export function edited(
  before: Written,
  markdown: string,
): { content: MinutesContent | null; lines: RefLine[] } {
  if (before.content === null) return { content: null, lines: [] }
  const old = before.markdown.split('\n')
  const waiting = new Map<string, RefLine[]>()
  for (const one of before.lines) {
    const text = (old[one.line] ?? '').trim()
    waiting.set(text, [...(waiting.get(text) ?? []), one])
  }
  const found = markdown.split('\n').flatMap((text, line) => {
    const same = waiting.get(text.trim())?.shift()
    return same ? [{ line, refs: same.refs }] : []
  })
  const { content, moved } = keepOnly(before.content, new Set(found.flatMap(({ refs }) => refs)))
  return {
    content,
    lines: found.map(({ line, refs }) => ({ line, refs: refs.flatMap((ref) => moved.get(ref) ?? []) })),
  }
}

const linesIn = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

/** Something of a text is left in what a person has made of it; else it is all their own. */
export function sharesLines(before: string, after: string): boolean {
  const old = new Set(linesIn(before))
  return linesIn(after).some((line) => old.has(line))
}

/** How many of the lines the others have not; the same words twice are two lines. */
function without(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  }).length
}

/**
 * Whether somebody's check of minutes is one of this text as well: every statement that they had before them stands in it
 * word for word, and of all else no more is new or gone than a tenth of the number of those.
 * @param checked the minutes as they were checked, whatever has become of them since
 */
export function checkHolds(checked: Pick<Written, 'markdown' | 'lines'>, after: string): boolean {
  const all = checked.markdown.split('\n')
  const statements = checked.lines.map(({ line }) => (all[line] ?? '').trim())
  const [before, now] = [linesIn(checked.markdown), linesIn(after)]
  const unlike = Math.max(without(before, now), without(now, before))
  return without(statements, now) === 0 && unlike * 10 <= statements.length
}
