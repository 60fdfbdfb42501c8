import { expect, test } from 'vitest'
import { lastDayOf, monthsAfter } from './days.ts'
import {
  accountsDue,
  allDue,
  currentReference,
  unfiledPeriods,
  whyNotChange,
  type Facts,
} from './deadlines.ts'

const facts = (some: Partial<Facts>): Facts => ({
  type: 'private',
  incorporatedOn: null,
  referenceDate: null,
  lastAccounts: null,
  lastStatement: null,
  changes: [],
  ...some,
})

/** End of the period and the last day for filing, of the first few periods that are open. */
function filings(some: Partial<Facts>, count = 1): string[] {
  const given = facts(some)
  const found: string[] = []
  for (const period of unfiledPeriods(given)) {
    found.push(`${period.end} by ${accountsDue(given, period).due}`)
    if (found.length === count) break
  }
  return found
}

const statements = (some: Partial<Facts>, today: string): string[] =>
  allDue(facts(some), today)
    .filter(({ kind }) => kind === 'confirmation_statement')
    .map(({ madeUpTo, due }) => `${madeUpTo} by ${due}`)

test.each([
  // s.443: the corresponding day, or month end to month end, and a February that is shorter
  ['2026-03-31', 9, '2026-12-31'],
  ['2026-06-30', 9, '2027-03-31'],
  ['2026-05-31', 9, '2027-02-28'],
  ['2027-05-31', 9, '2028-02-29'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-08-30', 6, '2027-02-28'],
  ['2027-08-29', 6, '2028-02-29'],
  ['2026-02-28', 9, '2026-11-30'],
  ['2028-02-28', 9, '2028-11-28'],
  ['2028-02-29', 9, '2028-11-30'],
  ['2026-04-05', 9, '2027-01-05'],
  ['2026-12-31', 9, '2027-09-30'],
])('%s and %i months: %s', (day, months, expected) => {
  expect(monthsAfter(day, months)).toBe(expected)
})

test.each([
  ['2023-03-01', '2024-02-29'],
  ['2024-02-29', '2025-02-28'],
  ['2024-03-01', '2025-02-28'],
  ['2025-01-01', '2025-12-31'],
])('twelve months that begin on %s end on %s', (start, expected) => {
  expect(lastDayOf(start, 12)).toBe(expected)
})

test.each<[string, Partial<Facts>, string]>([
  // The end of the month of incorporation, a year later; more than 12 months, so 21 months from the incorporation.
  ['first accounts', { incorporatedOn: '2023-04-06' }, '2024-04-30 by 2025-01-06'],
  ['first accounts, public', { incorporatedOn: '2023-04-06', type: 'public' }, '2024-04-30 by 2024-10-06'],
  ['incorporated on the last day of a month', { incorporatedOn: '2025-05-31' }, '2026-05-31 by 2027-02-28'],
  ['incorporated on the first', { incorporatedOn: '2024-01-01' }, '2025-01-31 by 2025-10-01'],
  // 29 February 2024 to 28 February 2025 are twelve months and not more
  ['incorporated on 29 February', { incorporatedOn: '2024-02-29' }, '2025-02-28 by 2025-11-30'],
  // Not more than six months is no first period: it runs to the year after (s.391(5))
  [
    'a reference date six months away',
    { incorporatedOn: '2025-07-01', referenceDate: '12-31' },
    '2026-12-31 by 2027-04-01',
  ],
  [
    'a reference date seven months away',
    { incorporatedOn: '2025-05-31', referenceDate: '12-31' },
    '2025-12-31 by 2026-09-30',
  ],
  [
    '18 months: three months after the end, public',
    { incorporatedOn: '2025-01-01', referenceDate: '06-30', type: 'public' },
    '2026-06-30 by 2026-09-30',
  ],
  [
    'private, later years',
    { lastAccounts: '2025-03-31', referenceDate: '03-31' },
    '2026-03-31 by 2026-12-31',
  ],
  [
    'public, later years',
    { lastAccounts: '2025-03-31', referenceDate: '03-31', type: 'public' },
    '2026-03-31 by 2026-09-30',
  ],
  [
    'guarantee',
    { lastAccounts: '2025-08-31', referenceDate: '08-31', type: 'guarantee' },
    '2026-08-31 by 2027-05-31',
  ],
  ['LLP', { lastAccounts: '2025-04-05', referenceDate: '04-05', type: 'llp' }, '2026-04-05 by 2027-01-05'],
  [
    'the end of February in a leap year',
    { lastAccounts: '2027-02-28', referenceDate: '02-28' },
    '2028-02-29 by 2028-11-30',
  ],
  // s.390: accounts may be made up to seven days before or after the reference date
  [
    'accounts of 52 weeks',
    { lastAccounts: '2025-12-28', referenceDate: '12-31' },
    '2026-12-31 by 2027-09-30',
  ],
])('accounts: %s', (_, some, expected) => {
  expect(filings(some)).toEqual([expected])
})

test('a period that was shortened: three months from the notice, where that is later (s.442(4))', () => {
  const base = { lastAccounts: '2025-03-31', referenceDate: '03-31' }
  const change = { oldEnd: '2026-03-31', newEnd: '2025-06-30', permitted: false }
  expect(filings({ ...base, changes: [{ ...change, noticeOn: '2026-02-28' }] }, 2)).toEqual([
    '2025-06-30 by 2026-05-31',
    '2026-06-30 by 2027-03-31',
  ])
  expect(filings({ ...base, changes: [{ ...change, noticeOn: '2025-07-10' }] })).toEqual([
    '2025-06-30 by 2026-03-31',
  ])
  expect(currentReference(facts({ ...base, changes: [{ ...change, noticeOn: '2026-02-28' }] }))).toBe('06-30')
})

test('a period that was lengthened moves this one and those after it', () => {
  const changes = [{ noticeOn: '2026-03-01', oldEnd: '2026-03-31', newEnd: '2026-09-30', permitted: false }]
  expect(filings({ lastAccounts: '2025-03-31', referenceDate: '03-31', changes }, 2)).toEqual([
    '2026-09-30 by 2027-06-30',
    '2027-09-30 by 2028-06-30',
  ])
  // Once its accounts are filed, the next period begins after it.
  expect(filings({ lastAccounts: '2026-09-30', referenceDate: '03-31', changes })).toEqual([
    '2027-09-30 by 2028-06-30',
  ])
})

test('a first period that was shortened to less than twelve months', () => {
  const changes = [{ noticeOn: '2025-12-15', oldEnd: '2026-05-31', newEnd: '2025-12-31', permitted: false }]
  expect(filings({ incorporatedOn: '2025-05-06', changes }, 2)).toEqual([
    '2025-12-31 by 2026-09-30',
    '2026-12-31 by 2027-09-30',
  ])
})

test('changes that the Act does not allow (s.392)', () => {
  const base = facts({ lastAccounts: '2025-03-31', referenceDate: '03-31' })
  const change = { noticeOn: '2026-01-10', oldEnd: '2026-03-31', newEnd: '2026-09-30', permitted: false }
  expect(whyNotChange(base, change)).toBeNull()
  expect(whyNotChange(base, { ...change, newEnd: '2026-10-31' })).toContain('longer than 18 months')
  expect(whyNotChange(base, { ...change, noticeOn: '2027-01-01' })).toContain('s.392(4)')
  expect(whyNotChange(base, { ...change, noticeOn: '2025-03-01' })).toContain('s.392(1)')
  expect(whyNotChange(base, { ...change, oldEnd: '2026-06-30' })).toContain('No accounting reference period')
  expect(whyNotChange(base, { ...change, newEnd: '2025-03-30' })).toContain('cannot end before')
  const extended = {
    ...base,
    changes: [{ ...change, oldEnd: '2022-12-31', newEnd: '2023-03-31', noticeOn: '2022-11-01' }],
  }
  expect(whyNotChange(extended, change)).toContain('s.392(3)')
  expect(whyNotChange(extended, { ...change, permitted: true })).toBeNull()
  expect(whyNotChange(extended, { ...change, newEnd: '2025-12-31' })).toBeNull()
})

test('confirmation statements: 14 days after a review period of twelve months (s.853A)', () => {
  expect(statements({ incorporatedOn: '2026-03-10' }, '2026-11-23')[0]).toBe('2027-03-09 by 2027-03-23')
  expect(
    statements({ incorporatedOn: '2024-02-29', lastStatement: '2025-02-28' }, '2025-11-23').slice(0, 3),
  ).toEqual(['2026-02-28 by 2026-03-14', '2027-02-28 by 2027-03-14', '2028-02-29 by 2028-03-14'])
  // One that is made up to an earlier day begins the next review period.
  expect(statements({ incorporatedOn: '2020-06-15', lastStatement: '2026-01-20' }, '2026-11-23')[0]).toBe(
    '2027-01-20 by 2027-02-03',
  )
  // Late, and still to be done.
  expect(statements({ lastStatement: '2024-12-31' }, '2026-11-23')[0]).toBe('2025-12-31 by 2026-01-14')
})

test('what was filed before the company was entered is unknown, and not said to be late', () => {
  const due = allDue(facts({ incorporatedOn: '2010-06-15' }), '2026-11-23')
  expect(due[0]).toMatchObject({ kind: 'accounts', madeUpTo: '2026-06-30', due: '2027-03-31' })
  expect(due[0]!.note).toContain('No set of accounts is entered as filed. If the one to 2025-06-30')
  expect(allDue(facts({}), '2026-11-23')).toEqual([])
  expect(
    allDue(facts({ lastAccounts: '2025-06-15', referenceDate: '03-31' }), '2026-11-23')[0]!.note,
  ).toContain('enter the change')
})
