#!/usr/bin/env node
// `npx appliance`: the command line, from a checkout. What it has to install or build first is told on standard error.
import { main } from './lib/lifecycle.mjs'
import { runProgram } from './lib/program.mjs'
import { endAll } from './lib/run.mjs'
import { createSay } from './lib/say.mjs'
import { setupProgram, setupServer } from './lib/setup.mjs'

const args = process.argv.slice(2)
const asksForHelp = args.includes('--help') || args.includes('-h')
/** Commands that transcribe, and so need ffmpeg and the speech engine. */
const transcribes =
  args.some((word) => ['serve', 'bench', 'reprocess'].includes(word)) ||
  (args.includes('import') && args.includes('--wait'))

await main(async () => {
  const say = createSay()
  /** @type {Promise<boolean>} */
  let engine = Promise.resolve(false)
  if (transcribes && !asksForHelp) ({ engine } = await setupServer(say))
  else await setupProgram(say)
  const code = await runProgram('cli/main.js', args)
  await endAll()
  await engine
  return code
})
