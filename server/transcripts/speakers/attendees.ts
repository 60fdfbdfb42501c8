import type { Attendee } from '#contract/transcripts.ts'
import { isOwnLabel } from './overview.ts'

/** Who speaks in a version: labels, and the names that are known. */
export type Known = { labels: ReadonlySet<string>; names: ReadonlyMap<string, string> }

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** A row that nobody has filled in says whom the transcript knows its speaker to be. */
export const withKnownName = (row: Attendee, known: ReadonlyMap<string, string> | undefined): Attendee =>
  row.name === row.speakerId ? { ...row, name: known?.get(row.speakerId) ?? row.name } : row

/**
 * How many people the list names, which is as many as may speak. Null: nobody, or a row is a voice that has no name yet, so the
 * list does not say how many there are.
 */
export function peopleListed(attendees: readonly Attendee[]): number | null {
  if (attendees.some(({ name }) => isOwnLabel(name))) return null
  return new Set(attendees.map(({ name }) => name.trim().toLowerCase())).size || null
}

/** Nobody has filled it in. */
const isBare = ({ speakerId, name, role, email }: Attendee): boolean =>
  (name === speakerId || name === '') && !role && !email

/**
 * The attendees after speakers have changed: a row that is a speaker's bears that speaker's name, so that there is one truth.
 * A list that nobody has saved yet is made of the speakers anyway, and stays as it is.
 */
export function attendeesAfter(attendees: readonly Attendee[], before: Known, after: Known): Attendee[] {
  let rows = [...attendees]
  const follows = rows.some(({ speakerId }) => before.labels.has(speakerId) || after.labels.has(speakerId))
  for (const label of new Set([...before.labels, ...after.labels])) {
    const row = rows.find(({ speakerId }) => speakerId === label)
    const name = after.names.get(label)
    if (!after.labels.has(label)) {
      // Merged into another: what else is known of them is in the list under that one.
      if (row && (isBare(row) || rows.some((one) => one !== row && sameName(one.name, row.name))))
        rows = rows.filter((one) => one !== row)
      continue
    }
    if (!row) {
      const listed = rows.some((one) => name !== undefined && sameName(one.name, name))
      if (follows && !before.labels.has(label) && !listed)
        rows.push({ speakerId: label, name: name ?? label })
      continue
    }
    if (before.names.get(label) === name) continue
    const wanted = name ?? label
    const double = rows.some((one) => one !== row && sameName(one.name, wanted))
    rows =
      double && isBare(row)
        ? rows.filter((one) => one !== row)
        : rows.map((one) => (one === row ? { ...one, name: wanted } : one))
  }
  return rows
}

/**
 * The attendees after the speakers were told apart anew: a row goes with its voice, whatever label that has now. Who has no
 * voice any more stays on the list if there is more to them than a label.
 * @param same new labels by old ones
 */
export function attendeesMoved(
  attendees: readonly Attendee[],
  labels: ReadonlySet<string>,
  same: ReadonlyMap<string, string>,
): Attendee[] {
  const taken = new Set([...attendees.map(({ speakerId }) => speakerId), ...same.values()])
  let number = 0
  const freshId = (): string => {
    do number += 1
    while (taken.has(`attendee-${number}`))
    return `attendee-${number}`
  }
  return attendees.flatMap((row) => {
    if (!labels.has(row.speakerId)) return [row]
    const to = same.get(row.speakerId)
    const unnamed = row.name === row.speakerId
    if (to !== undefined) return [{ ...row, speakerId: to, name: unnamed ? to : row.name }]
    return isBare(row) ? [] : [{ ...row, speakerId: freshId() }]
  })
}

/** Which speakers somebody has named by saving the list; null takes a name away. */
export function namedInList(
  saved: readonly Attendee[],
  before: readonly Attendee[],
  { labels, names }: Known,
): Map<string, string | null> {
  const named = new Map<string, string | null>()
  for (const { speakerId: label, name } of saved) {
    if (!labels.has(label)) continue
    const shown = before.find(({ speakerId }) => speakerId === label)?.name ?? names.get(label) ?? label
    if (name !== shown && name !== names.get(label)) named.set(label, name === label ? null : name)
  }
  return named
}
