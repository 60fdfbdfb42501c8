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

/** Something of a text is left in what a person has made of it; else it is all their own. */
export function sharesLines(before: string, after: string): boolean {
  const lines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])
  const old = new Set(lines(before))
  return lines(after).some((line) => old.has(line))
}
