import { expect, test } from 'vitest'
import { dayOf, dueIn } from './dates.ts'

// 19 November 2026 is a Thursday, the 22nd a Sunday.
test.each([
  ['by the end of next week', '2026-11-19', '2026-11-27'],
  ['by the end of next week', '2026-11-22', '2026-11-27'],
  ['by the end of next week', '2026-11-23', '2026-12-04'],
  ['by the end of next month', '2026-11-19', '2026-12-31'],
  ['by the end of february', '2026-11-19', '2027-02-28'],
  ['by the 20th', '2026-11-19', '2026-11-20'],
  ['by the 20th', '2026-11-22', '2026-12-20'],
  ['by the 20th', '2026-11-20', null],
  ['by the 31st', '2026-11-19', null],
  ['by the fifteenth of next month', '2026-11-19', '2026-12-15'],
  ['by close of business on the 25th', '2026-11-19', '2026-11-25'],
  ['by 2 december', '2026-11-19', '2026-12-02'],
])('%s, said on %s, is %s', (said, held, day) => {
  const due = dueIn(`i'll send it ${said}.`)
  expect([due?.said, due && dayOf(due.said, held)]).toEqual([said, day])
})
