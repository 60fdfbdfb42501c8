import type { CompanyType, Deadline } from '#contract/companies.ts'
import { addDays, daysBetween, isoDay, lastDayOf, lastOfMonth, monthsAfter, sameDayAfter } from './days.ts'

/** What the deadlines follow from. */
export type Facts = {
  type: CompanyType
  incorporatedOn: string | null
  /** "03-31" */
  referenceDate: string | null
  lastAccounts: string | null
  lastStatement: string | null
  changes: { noticeOn: string; oldEnd: string; newEnd: string; permitted: boolean }[]
}

export type Period = {
  start: string
  end: string
  /** Begins with the incorporation. */
  first: boolean
  /** The day of the notice that made it shorter. */
  shortenedOn: string | null
}

export type Due = Pick<Deadline, 'kind' | 'title' | 'from' | 'madeUpTo' | 'due' | 'reason' | 'note'>

/** Accounts may be made up to seven days before or after the end of the period (s.390). */
const daysEitherSide = 7

const referenceOf = (day: string): string => day.slice(5)

/** A reference date in a year. The last day of a month stays the last day, so 28 February is 29 in a leap year. */
function referenceIn(year: number, reference: string): string {
  const [month = 1, day = 1] = reference.split('-').map(Number)
  const last = lastOfMonth(year, month)
  return day >= lastOfMonth(2023, month) ? isoDay(year, month, last) : isoDay(year, month, day)
}

/** The first reference date after a day. */
function nextReference(after: string, reference: string): string {
  const year = Number(after.slice(0, 4))
  const here = referenceIn(year, reference)
  return here > after ? here : referenceIn(year + 1, reference)
}

const byNewEnd = (facts: Facts): Facts['changes'] =>
  [...facts.changes].sort((a, b) => a.newEnd.localeCompare(b.newEnd))

function statutoryReference({ incorporatedOn }: Facts): string | null {
  if (incorporatedOn === null) return null
  const [year = 0, month = 1] = incorporatedOn.split('-').map(Number)
  return referenceOf(isoDay(year, month, lastOfMonth(2023, month)))
}

/** The accounting reference date that holds now, with all changes; null: nothing tells it. */
export function currentReference(facts: Facts): string | null {
  const last = byNewEnd(facts).at(-1)
  return last ? referenceOf(last.newEnd) : (facts.referenceDate ?? statutoryReference(facts))
}

/** Where the accounts that were filed last end their period, and the reference date from then on. */
function afterLastAccounts(facts: Facts, lastAccounts: string): { end: string; reference: string } {
  const before = byNewEnd(facts).findLast(({ newEnd }) => newEnd <= addDays(lastAccounts, daysEitherSide))
  const reference =
    (before ? referenceOf(before.newEnd) : (facts.referenceDate ?? statutoryReference(facts))) ??
    referenceOf(lastAccounts)
  const year = Number(lastAccounts.slice(0, 4))
  const near = [year - 1, year, year + 1]
    .map((one) => referenceIn(one, reference))
    .find((day) => Math.abs(daysBetween(day, lastAccounts)) <= daysEitherSide)
  return { end: near ?? lastAccounts, reference }
}

/** s.391(5): more than six months, and not more than 18. */
function firstEnd(incorporatedOn: string, reference: string): string {
  const end = nextReference(incorporatedOn, reference)
  return end > lastDayOf(incorporatedOn, 6) ? end : nextReference(end, reference)
}

/** The accounting reference periods whose accounts have not been entered as filed, in order and without end. */
export function* unfiledPeriods(facts: Facts): Generator<Period> {
  let reference = facts.referenceDate ?? statutoryReference(facts)
  let start = facts.incorporatedOn
  let first = true
  if (facts.lastAccounts !== null) {
    const filed = afterLastAccounts(facts, facts.lastAccounts)
    reference = filed.reference
    start = addDays(filed.end, 1)
    first = false
  }
  if (start === null || reference === null) return
  const open = byNewEnd(facts).filter(({ newEnd }) => newEnd >= (start ?? ''))
  for (;;) {
    let end: string = first ? firstEnd(start, reference) : nextReference(start, reference)
    let shortenedOn: string | null = null
    // The same period may have been changed more than once.
    for (const change of [...open].sort((a, b) => a.noticeOn.localeCompare(b.noticeOn))) {
      if (change.oldEnd !== end) continue
      shortenedOn = change.newEnd < end ? change.noticeOn : null
      end = change.newEnd
      reference = referenceOf(end)
    }
    yield { start, end, first, shortenedOn }
    start = addDays(end, 1)
    first = false
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** The last day for filing a period's accounts, and why: s.442, counted as s.443 says. */
export function accountsDue(facts: Facts, period: Period): { due: string; reason: string } {
  const isPublic = facts.type === 'public'
  const months = isPublic ? 6 : 9
  const act = `Companies Act 2006, ${facts.type === 'llp' ? 's.442 as it applies to LLPs' : 's.442'}`
  let due = monthsAfter(period.end, months)
  let reason = `${months} months after the end of the period (${act}(2)).`
  if (period.first && period.end > lastDayOf(period.start, 12)) {
    const fromAnniversary = monthsAfter(sameDayAfter(period.start, 12), months)
    const fromEnd = monthsAfter(period.end, 3)
    due = later(fromAnniversary, fromEnd)
    reason =
      due === fromAnniversary
        ? `First accounts for more than 12 months: ${months} months from the first anniversary of the incorporation (${act}(3)).`
        : `First accounts for more than 12 months: 3 months after the end of the period (${act}(3)).`
  }
  if (period.shortenedOn !== null) {
    const fromNotice = monthsAfter(period.shortenedOn, 3)
    if (fromNotice > due) {
      due = fromNotice
      reason = `The period was shortened: 3 months from the notice of ${period.shortenedOn} (${act}(4)).`
    }
  }
  return { due, reason }
}

/** Review periods (s.853A) for which no statement has been entered as delivered, in order and without end. */
function* reviewPeriods({ incorporatedOn, lastStatement }: Facts): Generator<{ start: string; end: string }> {
  let start = lastStatement === null ? incorporatedOn : addDays(lastStatement, 1)
  while (start !== null) {
    const end: string = lastDayOf(start, 12)
    yield { start, end }
    start = addDays(end, 1)
  }
}

function* accounts(facts: Facts): Generator<Due> {
  for (const period of unfiledPeriods(facts))
    yield {
      kind: 'accounts',
      title: 'Annual accounts',
      from: period.start,
      madeUpTo: period.end,
      ...accountsDue(facts, period),
      note: null,
    }
}

function* statements(facts: Facts): Generator<Due> {
  for (const { start, end } of reviewPeriods(facts))
    yield {
      kind: 'confirmation_statement',
      title: 'Confirmation statement',
      from: start,
      madeUpTo: end,
      due: addDays(end, 14),
      reason: '14 days after the end of the review period (Companies Act 2006, s.853A).',
      note: null,
    }
}

/**
 * From the first that is not entered as done. Where nothing was ever entered and the first is long past, it is not said
 * to be late: what was filed before the company was entered here is unknown.
 */
function from(all: Generator<Due>, known: boolean, today: string, what: string): Due[] {
  const found: Due[] = []
  let passed: Due | null = null
  for (const one of all) {
    if (!known && one.due < today) {
      passed = one
      continue
    }
    const note = passed
      ? `No ${what} is entered as filed. If the one to ${passed.madeUpTo} has not been, it is late since ${passed.due}.`
      : null
    found.push({ ...one, note })
    passed = null
    if (one.due >= addDays(today, 365 * 3)) break
  }
  return found
}

/** What is to be filed in the next three years, and what is late. */
export function allDue(facts: Facts, today: string): Due[] {
  const mismatch = referenceNote(facts)
  const ofAccounts = from(accounts(facts), facts.lastAccounts !== null, today, 'set of accounts')
  if (mismatch && ofAccounts[0]) ofAccounts[0].note ??= mismatch
  const ofStatements = from(statements(facts), facts.lastStatement !== null, today, 'confirmation statement')
  return [...ofAccounts, ...ofStatements].sort((a, b) => a.due.localeCompare(b.due))
}

function referenceNote(facts: Facts): string | null {
  if (facts.lastAccounts === null) return null
  const { end, reference } = afterLastAccounts(facts, facts.lastAccounts)
  if (referenceIn(Number(end.slice(0, 4)), reference) === end) return null
  return 'The last accounts do not end on the accounting reference date. If it has been changed, enter the change.'
}

/** Why the Act does not allow this change (s.392), days as 2026-12-31; null: it does. */
export function whyNotChange(facts: Facts, change: Facts['changes'][number]): string | null {
  const { noticeOn, oldEnd, newEnd, permitted } = change
  if (newEnd === oldEnd) return 'The new end is the old one.'
  const filedTo = facts.lastAccounts && afterLastAccounts(facts, facts.lastAccounts).end
  // What was filed long ago is only noted down.
  if (filedTo !== null && oldEnd <= filedTo) return null
  let period: Period | null = null
  for (const one of unfiledPeriods(facts)) {
    if (one.end === oldEnd) period = one
    if (one.end >= oldEnd) break
  }
  if (!period) return `No accounting reference period ends on ${oldEnd}.`
  if (newEnd < period.start) return `The period begins on ${period.start} and cannot end before.`
  if (newEnd > lastDayOf(period.start, 18))
    return 'An accounting reference period may not be longer than 18 months (s.392(5)).'
  if (noticeOn < period.start)
    return 'A notice is about the current period or the one before it (s.392(1)); this one had not begun.'
  const { due } = accountsDue(facts, period)
  if (noticeOn > due)
    return `The time for filing the accounts of this period ended on ${due}; after that it cannot be changed (s.392(4)).`
  const extension = newEnd > oldEnd
  const earlier = facts.changes.find(
    (one) => one.newEnd > one.oldEnd && noticeOn < sameDayAfter(one.newEnd, 60) && one.newEnd !== newEnd,
  )
  if (extension && earlier && !permitted)
    return `A period was extended to ${earlier.newEnd}; the next extension is possible five years later, unless there is a ground (s.392(3)).`
  return null
}
