import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tallyPlaywright, tallyVitest } from './test-reports.mjs'

function report(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'appliance-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const suite = (...statuses: string[]): unknown => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
})

test('passed and failed tests are counted', () => {
  const file = report({ testResults: [suite('passed', 'passed'), suite('failed', 'passed')] })
  expect(tallyVitest(file, 1)).toEqual({ passed: 3, failed: 1, remarks: [] })
})

test('a file that does not load is a failure', () => {
  const file = report({
    testResults: [suite('passed'), { name: 'b.test.ts', status: 'failed', assertionResults: [] }],
  })
  expect(tallyVitest(file, 1)).toMatchObject({ passed: 1, failed: 1, remarks: ['did not load: b.test.ts'] })
})

test('a skipped test is a failure', () => {
  const file = report({ testResults: [suite('passed', 'skipped', 'todo')] })
  expect(tallyVitest(file, 0)).toMatchObject({ passed: 1, failed: 2 })
})

test('a runner that ran nothing, crashed, or failed outside its tests is a failure', () => {
  expect(tallyVitest(report({ testResults: [] }), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyVitest('/nowhere/report.json', 1)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyVitest(report({ testResults: [suite('passed')] }), 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('the browser tests are counted, and those that passed only at the second try are named', () => {
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] })
  expect(tallyPlaywright(file, 1)).toMatchObject({
    passed: 6,
    failed: 2,
    remarks: expect.arrayContaining(['passed in the browser only when run again: 1']),
  })
  const broken = report({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{ message: 'no browser' }],
  })
  expect(tallyPlaywright(broken, 1)).toMatchObject({
    passed: 0,
    failed: 1,
    remarks: ['playwright: no browser', 'playwright ran no test'],
  })
})
