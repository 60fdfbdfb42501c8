import { expect, test } from 'vitest'
import { allRoutes } from '#contract/index.ts'
import { actOf } from '#contract/route.ts'
import { actInWords } from './acts.ts'

test('the audit log names every call in words', () => {
  const acts = [...allRoutes].flatMap(([name, route]) => actOf(name, route) ?? [])
  expect(acts.filter((act) => actInWords(act) === act)).toEqual([])
})
