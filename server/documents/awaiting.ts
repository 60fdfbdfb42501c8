import type { CalendarItem } from '#contract/calendar.ts'
import type { FullDocument } from './present.ts'

/** A document that awaits a signature, as it stands in the calendar. */
export function awaitingItem({ row, signatories, signatures }: FullDocument, timezone: string): CalendarItem {
  const left = signatories
    .filter(({ id }) => !signatures.some(({ signatory_id }) => signatory_id === id))
    .map(({ name }) => name)
  const came = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(row.created_at))
  return {
    kind: 'signature',
    id: row.id,
    title: row.name,
    at: null,
    day: row.sign_by ?? came,
    href: `/signature?tab=sign&document=${row.id}`,
    detail:
      [row.sign_by && 'To be signed by this day', left.length > 0 && `Still to sign: ${left.join(', ')}`]
        .filter(Boolean)
        .join('. ') || null,
  }
}
