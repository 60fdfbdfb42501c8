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

/**
 * Whether somebody's check of minutes is one of this text as well: it stands there word for word and in its order. Only lines
 * without words may have come or gone, for a decision is one line, and so is the word that turns it round. Whatever edit
 * the check goes with is the text that was checked, so the version before is enough to hold the next one against.
 */
export function checkHolds(checked: string, after: string): boolean {
  const [before, now] = [linesIn(checked), linesIn(after)]
  return before.length === now.length && before.every((line, at) => line === now[at])
}
