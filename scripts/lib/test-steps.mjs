import { join } from 'node:path'
import { findProgram } from './files.mjs'
import { modules, root } from './paths.mjs'
import { startRealOllama } from './real-ollama.mjs'
import { run } from './run.mjs'
import { createSay } from './say.mjs'
import { tallyPlaywright, tallyVitest } from './test-reports.mjs'
import { engineDir } from './whisper.mjs'

/**
 * @typedef {object} Run
 * @property {boolean} full
 * @property {string[]} patterns files, for developers
 * @property {string} reports folder for the runners' reports
 * @property {boolean} beside another step runs at the same time: each line says whose it is
 */

/**
 * @typedef {object} Step
 * @property {string} name also the filter on the command line
 * @property {boolean} needsAppliance whether the built appliance, its engine and a browser must be there
 * @property {(run: Run) => Promise<import('./test-reports.mjs').Tally>} work
 */

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [label] before each of its lines
 */
async function runTool(tool, args, env, label) {
  const { line: show } = createSay(process.stdout)
  const shown = label
    ? { onLine: (/** @type {string} */ line) => show(`${label} │ ${line}`) }
    : { show: true }
  return (await run(join(modules, '.bin', tool), args, { cwd: root, ...shown, ...(env && { env }) })).code
}

/**
 * One tool that is content or not.
 * @param {string} name
 * @param {string} tool
 * @param {string[]} args
 * @returns {Step}
 */
const verdict = (name, tool, args) => ({
  name,
  needsAppliance: false,
  work: async () => {
    const content = (await runTool(tool, args)) === 0
    return {
      passed: content ? 1 : 0,
      failed: content ? 0 : 1,
      remarks: content ? [] : [`${name}: ${tool} is not content`],
    }
  },
})

/**
 * The tests see nothing of the settings of whoever runs them.
 * @param {Run} run
 * @param {Record<string, string>} more
 */
function testEnvironment({ full }, more) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('APPLIANCE_'))
  return {
    ...Object.fromEntries(own),
    APPLIANCE_ENGINE_DIR: engineDir(),
    ...(full && { APPLIANCE_TEST_FULL: '1' }),
    ...more,
  }
}

/** @param {string} pattern */
const isForBrowser = (pattern) => /e2e|\.spec\b/.test(pattern)

/** In the order in which they run: what is quick comes first. */
export const steps = [
  verdict('format', 'oxfmt', ['--check']),
  verdict('lint', 'oxlint', []),
  verdict('types', 'tsc', ['-p', '.']),
  /** @type {Step} */ ({
    name: 'unit',
    needsAppliance: true,
    work: async (given) => {
      const report = join(given.reports, 'vitest.json')
      const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const patterns = given.patterns.filter((pattern) => !isForBrowser(pattern))
      const ollama = given.full ? await startRealOllama(createSay(process.stdout)) : null
      try {
        const env = testEnvironment(given, ollama?.env ?? {})
        const code = await runTool('vitest', [...args, ...patterns], env, given.beside ? 'unit' : '')
        const tally = tallyVitest(report, code)
        return ollama?.remark ? { ...tally, remarks: [...tally.remarks, ollama.remark] } : tally
      } finally {
        ollama?.stop()
      }
    },
  }),
  /** @type {Step} */ ({
    name: 'e2e',
    needsAppliance: true,
    work: async (given) => {
      const report = join(given.reports, 'playwright.json')
      const env = testEnvironment(given, {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        CHROMIUM_BIN: process.env.CHROMIUM_BIN ?? findProgram('chromium') ?? '',
      })
      const args = ['test', '--reporter=list,json', ...given.patterns.filter(isForBrowser)]
      return tallyPlaywright(report, await runTool('playwright', args, env, given.beside ? 'e2e ' : ''))
    },
  }),
]

/**
 * What runs at the same time. The tests with the appliance wait for half of their time, for programs to start and for sound
 * to be spoken, so that both kinds together take hardly longer than the longer one. In the full run speech is recognised by
 * the large models, which take the whole machine.
 * @param {Step[]} chosen
 * @param {boolean} full
 * @returns {Step[][]}
 */
export function groupsOf(chosen, full) {
  const together = full ? [] : chosen.filter(({ needsAppliance }) => needsAppliance)
  const alone = chosen.filter((step) => !together.includes(step)).map((step) => [step])
  return together.length > 0 ? [...alone, together] : alone
}

/**
 * What the command line asks for: `[--full] [STEP…] [FILE…]`. A file without a step means the runner that it is for.
 * @param {string[]} args
 */
export function chooseSteps(args) {
  const full = args.includes('--full')
  const words = args.filter((word) => !word.startsWith('--'))
  const names = words.filter((word) => steps.some(({ name }) => name === word))
  const patterns = words.filter((word) => !names.includes(word))
  if (names.length === 0 && patterns.some(isForBrowser)) names.push('e2e')
  if (patterns.some((pattern) => !isForBrowser(pattern)) && !names.includes('unit')) names.push('unit')
  return { full, patterns, chosen: steps.filter(({ name }) => names.length === 0 || names.includes(name)) }
}
