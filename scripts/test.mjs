#!/usr/bin/env node
// `npm test`: sets up, builds, and runs every check; the last line is `N passed, N failed`.
// `--full` adds what takes long. For developers: `npm test -- lint types`, `npm test -- unit server/jobs`, `npm test -- e2e`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from './lib/lifecycle.mjs'
import { checkNodeVersion } from './lib/node-version.mjs'
import { installPackages } from './lib/packages.mjs'
import { isEnding } from './lib/run.mjs'
import { createSay, seconds } from './lib/say.mjs'
import { setupServer } from './lib/setup.mjs'
import { requirePrograms } from './lib/system-packages.mjs'
import { chooseSteps, groupsOf } from './lib/test-steps.mjs'

await main(async () => {
  const say = createSay(process.stdout)
  const { full, patterns, chosen } = chooseSteps(process.argv.slice(2))
  const reports = mkdtempSync(join(tmpdir(), 'appliance-reports-'))
  const started = performance.now()
  /** @type {string[]} */
  const remarks = []
  /** @type {string[]} */
  const times = []
  let passed = 0
  let failed = 0

  checkNodeVersion()
  await installPackages(say)
  /** @type {Promise<boolean>} */
  let engine = Promise.resolve(true)
  if (chosen.some(({ needsAppliance }) => needsAppliance)) {
    // The tests make their sounds with ffmpeg and look at the results with ffprobe.
    // pdftotext and unzip read what is exported; openssl judges the certificates; certutil has the browser trust them; ip makes another machine to come from.
    await requirePrograms(
      [
        'ffmpeg',
        'espeak-ng',
        'python3',
        'openssl',
        'certutil',
        'pdfsig',
        'pdftotext',
        'restic',
        'unzip',
        ...network(),
        ...browser(),
      ],
      'run the tests',
      say,
    )
    ;({ engine } = await setupServer(say))
  }
  times.push(`setup ${seconds(started)}`)

  try {
    for (const group of groupsOf(chosen, full)) {
      const waiting = group.some(({ needsAppliance }) => needsAppliance)
      if (waiting && !(await engine)) {
        failed += group.length
        for (const { name } of group)
          remarks.push(`${name} did not run: the speech engine could not be built`)
        continue
      }
      if (isEnding()) return 1
      say.line(`\n── ${group.map(({ name }) => name).join(' and ')} ──`)
      const run = { full, patterns, reports, beside: group.length > 1 }
      const tallies = await Promise.all(
        group.map(async ({ name, work }) => {
          const since = performance.now()
          const tally = await work(run)
          times.push(`${name} ${seconds(since)}`)
          return tally
        }),
      )
      for (const tally of tallies) {
        passed += tally.passed
        failed += tally.failed
        remarks.push(...tally.remarks)
      }
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  if (isEnding()) return 1
  say.line(`\n${times.join(' · ')} · all ${seconds(started)}`)
  for (const remark of remarks) say.line(`✗ ${remark}`)
  say.line(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})

/**
 * Only root can make one.
 * @returns {import('./lib/system-packages.mjs').Program[]}
 */
function network() {
  return process.getuid?.() === 0 ? ['ip'] : []
}

/** @returns {import('./lib/system-packages.mjs').Program[]} */
function browser() {
  return process.env.CHROMIUM_BIN ? [] : ['chromium']
}
