// Runs `appliance` again and again in one process, each time as if it had just been started: node takes longer to load the
// program than most commands to run. server/test/cli.ts starts it and speaks to it.
import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'

/** @typedef {{ args: string[], env: Record<string, string>, end: string }} Request `end` is written behind what it prints */

const main = process.argv[2] ?? ''
const exit = process.exit.bind(process)
/** @type {string | null} */
let end = null

function finish() {
  if (end === null) return
  const code = process.exitCode ?? 0
  process.exitCode = undefined
  process.stderr.write(end)
  process.stdout.write(`${end}${code}\n`)
  end = null
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  process.stdout.removeAllListeners('error')
  process.channel?.ref()
}

// It has ended where a process of its own would end: nothing is left to do.
process.on('beforeExit', finish)
// What it left running must not meet the next command.
process.exit = (code) => {
  if (code != null) process.exitCode = code
  finish()
  return exit(0)
}

process.on('message', (/** @type {Request} */ request) => {
  process.channel?.unref()
  end = request.end
  process.env = request.env
  process.argv = [process.argv[0] ?? '', main, ...request.args]
  // The program itself is evaluated anew; what it imports is loaded once.
  void import(`${pathToFileURL(main).href}?${randomUUID()}`)
})
