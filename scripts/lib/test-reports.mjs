import { readIfThere } from './files.mjs'

/**
 * @typedef {{ passed: number, failed: number, remarks: string[] }} Tally
 */

/**
 * What a runner did, by its JSON report. A runner that crashed, or ran no test, counts as one failure: it proved nothing.
 * @param {string} name
 * @param {string} file
 * @param {number} exitCode
 * @param {(report: any, remarks: string[]) => { passed: number, failed: number }} count
 * @returns {Tally}
 */
function tally(name, file, exitCode, count) {
  const text = readIfThere(file)
  if (text === null)
    return { passed: 0, failed: 1, remarks: [`${name} ended without a report (exit code ${exitCode})`] }
  /** @type {string[]} */
  const remarks = []
  const { passed, failed } = count(JSON.parse(text), remarks)
  if (passed + failed === 0) return { passed, failed: 1, remarks: [...remarks, `${name} ran no test`] }
  if (exitCode !== 0 && failed === 0)
    return {
      passed,
      failed: 1,
      remarks: [...remarks, `${name} failed outside its tests (exit code ${exitCode})`],
    }
  return { passed, failed, remarks }
}

/**
 * @param {string} file
 * @param {number} exitCode
 */
export const tallyVitest = (file, exitCode) =>
  tally('vitest', file, exitCode, (report, remarks) => {
    let passed = 0
    let failed = 0
    for (const suite of report.testResults) {
      if (suite.status === 'failed' && suite.assertionResults.length === 0) {
        failed += 1
        remarks.push(`did not load: ${suite.name}`)
      }
      for (const { status, fullName } of suite.assertionResults) {
        if (status === 'passed') passed += 1
        else if (status === 'failed') failed += 1
        else {
          failed += 1
          remarks.push(`skipped, which counts as failed: ${fullName}`)
        }
      }
    }
    return { passed, failed }
  })

/**
 * @param {string} file
 * @param {number} exitCode
 */
export const tallyPlaywright = (file, exitCode) =>
  tally('playwright', file, exitCode, ({ stats, errors }, remarks) => {
    for (const error of errors) remarks.push(`playwright: ${error.message}`)
    if (stats.skipped > 0) remarks.push(`skipped in the browser, which counts as failed: ${stats.skipped}`)
    if (stats.flaky > 0) remarks.push(`passed in the browser only when run again: ${stats.flaky}`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped }
  })
