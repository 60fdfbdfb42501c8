import { fewestYears, type DueItem, type RetentionRule } from '#contract/retention.ts'
import { AppError } from '../errors.ts'
import type { CandidateRow } from './store.ts'

const dayMs = 86_400_000

/** @throws AppError bad_request */
export function checkRules(rules: readonly RetentionRule[]): void {
  const seen = new Set<string>()
  for (const { kind, seriesId, after } of rules) {
    if (kind === 'meeting' && after < fewestYears)
      throw new AppError(
        'bad_request',
        'Minutes must be kept for at least ten years (Companies Act 2006, s.248 and s.355).',
      )
    const key = `${kind} ${seriesId}`
    if (seen.has(key))
      throw new AppError('bad_request', 'There are two rules for the same thing. Remove one of them.')
    seen.add(key)
  }
}

/** The rule in words, as the certificate names it. */
export const ruleInWords = ({ kind, after }: Pick<RetentionRule, 'kind' | 'after'>): string =>
  kind === 'sound'
    ? `sound, ${after} ${after === 1 ? 'day' : 'days'} after the minutes were approved`
    : `everything, ${after} years after the meeting`

/** The rule of its series, else the one for all. */
function ruleFor(
  rules: readonly RetentionRule[],
  kind: RetentionRule['kind'],
  series: number | null,
): RetentionRule | undefined {
  const ofKind = rules.filter((rule) => rule.kind === kind)
  return (
    ofKind.find(({ seriesId }) => seriesId !== null && seriesId === series) ??
    ofKind.find(({ seriesId }) => seriesId === null)
  )
}

/** When a rule takes a recording; null: never, as things stand. */
function dueAt(rule: RetentionRule, row: CandidateRow): Date | null {
  if (rule.kind === 'sound') {
    if (row.audio_file === null || row.approved_at === null) return null
    return new Date(Date.parse(row.approved_at) + rule.after * dayMs)
  }
  const held = new Date(row.held_at ?? row.created_at)
  held.setUTCFullYear(held.getUTCFullYear() + rule.after)
  return held
}

export type Due = DueItem & { rule: RetentionRule }

/** What the rules take by now. A meeting that goes altogether is not told of its sound as well. */
export function dueNow(rules: readonly RetentionRule[], row: CandidateRow, now: Date): Due | null {
  for (const kind of ['meeting', 'sound'] as const) {
    const rule = ruleFor(rules, kind, row.series_id)
    const due = rule && dueAt(rule, row)
    if (!rule || !due || due > now) continue
    return {
      kind,
      rule,
      recordingId: row.id,
      title: row.title,
      meetingDate: row.held_at ?? row.created_at,
      due: due.toISOString(),
      bytes: row.audio_bytes ?? 0,
      held: row.on_hold === 1,
    }
  }
  return null
}
