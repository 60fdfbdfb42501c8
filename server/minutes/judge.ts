import type { Doubtful, MinutesContent, MinutesItem } from '#contract/minutes.ts'
import { escapeMarkdown, renderMinutes, type Heading } from './render.ts'
import type { Ref, RefLine } from './statements.ts'

type Before = { markdown: string; content: MinutesContent; lines: RefLine[] }

/** What a person writes in the place of its words rests on the same ones, which were said. */
export function inOtherWords(doubtful: Doubtful, words: string): Doubtful {
  const text = words.replace(/\s+/g, ' ').trim()
  return {
    ...doubtful,
    text,
    decision: doubtful.decision && { ...doubtful.decision, text },
    action: doubtful.action && { ...doubtful.action, text },
    conflict: doubtful.conflict && { ...doubtful.conflict, text },
  }
}

/** The minutes after a person has said of one doubtful statement that it holds, or that it does not. */
export function judged(
  before: Before,
  {
    index,
    doubtful,
    keep,
    body,
    heading,
  }: { index: number; doubtful: Doubtful; keep: boolean; body: string; heading: Heading },
): Before {
  const without = { ...before.content, toCheck: before.content.toCheck.filter((_, at) => at !== index) }
  if (!keep) return { markdown: before.markdown, lines: before.lines, content: without }
  const { content, ref } = taken(without, doubtful)
  const rendered = renderMinutes(body, content, heading)
  // As the template has it, unless a person has changed something: then all else stays as it is.
  if (renderMinutes(body, before.content, heading).markdown === before.markdown)
    return { ...rendered, content }
  const place = rendered.lines.find(({ refs }) => refs.includes(ref))
  const line = place ? rendered.markdown.split('\n')[place.line]! : `- ${escapeMarkdown(doubtful.text)}`
  const lines = before.markdown.split('\n')
  const at = endOfItem(lines, without.items[doubtful.item ?? -1]?.heading ?? null)
  lines.splice(at, 0, line)
  const markdown = lines.join('\n')
  // Lines that moved down keep what they rest on; the new one is found by where it was put.
  const moved = before.lines.map((one) => (one.line >= at ? { ...one, line: one.line + 1 } : one))
  return { markdown, content, lines: [...moved, { line: at, refs: [ref] }].sort((a, b) => a.line - b.line) }
}

/** The statement in its place among those that hold. */
function taken(content: MinutesContent, doubtful: Doubtful): { content: MinutesContent; ref: Ref } {
  const { text, evidence, decision, action, conflict } = doubtful
  if (doubtful.kind === 'purpose')
    return { content: { ...content, purpose: { text, evidence } }, ref: 'purpose' }
  if (doubtful.kind === 'date')
    return { content: { ...content, nextMeeting: { text, evidence, date: null } }, ref: 'nextMeeting' }
  const of = Math.min(doubtful.item ?? 0, Math.max(0, content.items.length - 1))
  const items =
    content.items.length > 0
      ? content.items
      : [{ heading: 'Discussion', discussion: [], decisions: [], actions: [], conflicts: [] }]
  const item = items[of]!
  const kind = decision ? 'decisions' : action ? 'actions' : conflict ? 'conflicts' : 'discussion'
  const changed: MinutesItem = {
    ...item,
    [kind]: [...item[kind], decision ?? action ?? conflict ?? { text, evidence }],
  }
  return {
    content: { ...content, items: items.map((one, at) => (at === of ? changed : one)) },
    ref: `items.${of}.${kind}.${changed[kind].length - 1}`,
  }
}

/** Below the last line of the item with this heading; without one at the end. */
function endOfItem(lines: readonly string[], heading: string | null): number {
  const start = heading === null ? -1 : headingAt(lines, escapeMarkdown(heading))
  const next = start === -1 ? -1 : lines.findIndex((line, at) => at > start && /^#+ /.test(line))
  let end = next === -1 ? lines.length : next
  while (end > 0 && lines[end - 1]!.trim() === '') end--
  return end
}

/** "## Furnace", or else "## 4. Furnace" and what other templates put before it. */
function headingAt(lines: readonly string[], heading: string): number {
  const exact = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '').trim() === heading)
  return exact === -1
    ? lines.findIndex((line) => /^#+ /.test(line) && line.trim().endsWith(` ${heading}`))
    : exact
}
