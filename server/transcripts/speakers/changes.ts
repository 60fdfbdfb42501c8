import { AppError } from '../../errors.ts'
import { cleanName } from './labels.ts'
import type { SegmentRow } from '../store.ts'
import { isOwnLabel, labelsIn } from './overview.ts'
import type { Naming, Namings } from './store.ts'

/** A version, as far as speakers go. */
export type Before = { rows: readonly SegmentRow[]; namings: Namings }
/** What becomes of it; without `rows` the segments stay. */
export type After = { rows?: SegmentRow[]; namings: Namings }

const none: Naming = { name: null, dismissed: [] }

function requireLabel({ rows }: Before, label: string): void {
  if (!rows.some(({ speaker }) => speaker === label))
    throw new AppError('not_found', `There is no ${label} in this transcript.`)
}

const withNaming = (namings: Namings, label: string, part: Partial<Naming>): Namings =>
  new Map(namings).set(label, { ...(namings.get(label) ?? none), ...part })

/** Only labels that somebody still bears. */
const kept = (namings: Namings, rows: readonly SegmentRow[]): Namings => {
  const labels = new Set(labelsIn(rows))
  return new Map([...namings].filter(([label]) => labels.has(label)))
}

/** "Speaker 4", where there are three. */
function newLabel({ rows }: Before): string {
  const numbers = labelsIn(rows).flatMap((label) => (isOwnLabel(label) ? Number(label.slice(8)) : []))
  return `Speaker ${Math.max(0, ...numbers) + 1}`
}

/** @returns null when the speaker has that name already; likewise the others where they change nothing */
export function nameSpeaker(before: Before, label: string, wanted: string | null): After | null {
  requireLabel(before, label)
  const cleaned = cleanName(wanted ?? '')
  const name = cleaned === '' || cleaned === label ? null : cleaned
  if (name !== null && isOwnLabel(name))
    throw new AppError(
      'invalid_input',
      `"${name}" is a label, not a name. Merge the two if they are one person.`,
    )
  const now = before.namings.get(label) ?? none
  if (now.name === name) return null
  const dismissed = now.dismissed.filter((one) => one !== name)
  return { namings: withNaming(before.namings, label, { name, dismissed }) }
}

export function dismissGuess(before: Before, label: string, name: string): After | null {
  requireLabel(before, label)
  const { dismissed } = before.namings.get(label) ?? none
  if (dismissed.includes(name)) return null
  return { namings: withNaming(before.namings, label, { dismissed: [...dismissed, name] }) }
}

export function mergeSpeakers(before: Before, from: string, into: string): After | null {
  requireLabel(before, from)
  requireLabel(before, into)
  if (from === into) return null
  const rows = before.rows.map((row) => (row.speaker === from ? { ...row, speaker: into } : row))
  // A name that was given to either of them is the name of both.
  const name =
    before.namings.get(into)?.name ??
    before.namings.get(from)?.name ??
    (isOwnLabel(into) && !isOwnLabel(from) ? from : null)
  return { rows, namings: kept(withNaming(before.namings, into, { name }), rows) }
}

export function splitSpeaker(before: Before, label: string, fromSegmentId: number): After {
  requireLabel(before, label)
  const at = before.rows.findIndex(({ id }) => id === fromSegmentId)
  if (at === -1) throw new AppError('not_found', 'This part of the transcript does not exist.')
  if (!before.rows.slice(0, at).some(({ speaker }) => speaker === label))
    throw new AppError('invalid_input', `${label} says nothing before this, so there is nothing to split.`)
  const to = newLabel(before)
  const rows = before.rows.map((row, i) => (i >= at && row.speaker === label ? { ...row, speaker: to } : row))
  if (!rows.some(({ speaker }) => speaker === to))
    throw new AppError('invalid_input', `${label} says nothing from here on, so there is nothing to split.`)
  return { rows, namings: before.namings }
}

export function assignSegments(
  before: Before,
  segmentIds: readonly number[],
  to: string | null,
): After | null {
  if (to !== null) requireLabel(before, to)
  const ids = new Set(segmentIds)
  const found = before.rows.filter(({ id }) => ids.has(id))
  if (found.length < ids.size) throw new AppError('not_found', 'This part of the transcript does not exist.')
  const label = to ?? newLabel(before)
  if (found.every(({ speaker }) => speaker === label)) return null
  const rows = before.rows.map((row) => (ids.has(row.id) ? { ...row, speaker: label } : row))
  return { rows, namings: kept(before.namings, rows) }
}

export function setNames(before: Before, names: ReadonlyMap<string, string | null>): After | null {
  let namings: Namings | null = null
  for (const [label, name] of names) {
    const after = nameSpeaker({ rows: before.rows, namings: namings ?? before.namings }, label, name)
    namings = after?.namings ?? namings
  }
  return namings && { namings }
}
