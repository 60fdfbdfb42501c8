import type { Evidence, MinutesContent, Statement } from '#contract/minutes.ts'

/** Where a statement stands in the content: "purpose", "apologies.0", "items.2.decisions.1", "nextMeeting". */
export type Ref = string

const kinds = ['discussion', 'decisions', 'actions', 'conflicts'] as const

/** Every statement that is shown as fact, by where it stands. */
export function statementsOf(content: MinutesContent): Map<Ref, Statement> {
  const all = new Map<Ref, Statement>()
  if (content.purpose) all.set('purpose', content.purpose)
  content.apologies.forEach((one, at) => all.set(`apologies.${at}`, one))
  content.items.forEach((item, of) => {
    for (const kind of kinds) item[kind].forEach((one, at) => all.set(`items.${of}.${kind}.${at}`, one))
  })
  if (content.nextMeeting) all.set('nextMeeting', content.nextMeeting)
  return all
}

/** A line of the Markdown (from 0), and the statements in it. */
export type RefLine = { line: number; refs: Ref[] }

export function evidenceOfLines(
  lines: readonly RefLine[],
  content: MinutesContent | null,
): { line: number; evidence: Evidence[] }[] {
  const all = content ? statementsOf(content) : new Map<Ref, Statement>()
  return lines
    .map(({ line, refs }) => ({ line, evidence: refs.flatMap((ref) => all.get(ref)?.evidence ?? []) }))
    .filter(({ evidence }) => evidence.length > 0)
}

/** The content with the statements that are named alone, and where each stands now. */
export function keepOnly(
  content: MinutesContent,
  kept: ReadonlySet<Ref>,
): { content: MinutesContent; moved: Map<Ref, Ref> } {
  const moved = new Map<Ref, Ref>()
  const those = <S extends Statement>(list: readonly S[], place: string): S[] => {
    let next = 0
    return list.filter((_, at) => {
      const has = kept.has(`${place}.${at}`)
      if (has) moved.set(`${place}.${at}`, `${place}.${next++}`)
      return has
    })
  }
  for (const ref of ['purpose', 'nextMeeting']) if (kept.has(ref)) moved.set(ref, ref)
  return {
    content: {
      ...content,
      purpose: kept.has('purpose') ? content.purpose : null,
      nextMeeting: kept.has('nextMeeting') ? content.nextMeeting : null,
      apologies: those(content.apologies, 'apologies'),
      items: content.items.map((item, at) => ({
        heading: item.heading,
        ...(item.number !== undefined && { number: item.number }),
        discussion: those(item.discussion, `items.${at}.discussion`),
        decisions: those(item.decisions, `items.${at}.decisions`),
        actions: those(item.actions, `items.${at}.actions`),
        conflicts: those(item.conflicts, `items.${at}.conflicts`),
      })),
    },
    moved,
  }
}
