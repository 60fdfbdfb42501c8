#!/usr/bin/env node
// `npm start`: installs and builds what is missing, then runs the appliance until Ctrl-C.
import { main } from './lib/lifecycle.mjs'
import { runProgram } from './lib/program.mjs'
import { endAll } from './lib/run.mjs'
import { createSay } from './lib/say.mjs'
import { setupServer } from './lib/setup.mjs'

await main(async () => {
  const { engine } = await setupServer(createSay())
  const code = await runProgram('server/main.js', process.argv.slice(2))
  await endAll()
  await engine
  return code
})
