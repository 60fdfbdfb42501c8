import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { endAll, isEnding } from './run.mjs'
import { Stop } from './say.mjs'

/** A stop in the middle takes this long at most. */
const patienceMs = 20_000

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const listeners = new Set()

/**
 * Ctrl-C and its like, the first one. npm and the terminal may both send the same.
 * @param {(signal: NodeJS.Signals) => void} listener
 */
export const onStop = (listener) => void listeners.add(listener)

/**
 * Runs a script: its result is the exit code; Ctrl-C stops all that it started; a `Stop` is printed as it is.
 * @param {() => Promise<number>} work
 */
export async function main(work) {
  let stopCode = 0
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      if (stopCode !== 0) return
      stopCode = 128 + constants.signals[signal]
      void endAll()
      for (const listener of listeners) listener(signal)
      setTimeout(() => process.exit(stopCode), patienceMs).unref()
    })
  try {
    process.exitCode = await work()
  } catch (error) {
    process.exitCode = stopCode || 1
    // What a stop broke off fails in its own ways; nobody wants to read of it.
    if (!isEnding()) process.stderr.write(`${describe(error)}\n`)
  }
  await endAll()
  await setImmediate() // who waited for them clears up
  process.exit()
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof Stop) return error.message
  return error instanceof Error ? error.stack : String(error)
}
