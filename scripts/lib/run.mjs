import { spawn } from 'node:child_process'
import { constants as system, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const tailBytes = 64 * 1024

/** Groups of programs that we started and that have not ended. @type {Set<number>} */
const groups = new Set()
let ending = false

/** The person has stopped us: a program that failed was ended by `endAll`. */
export const isEnding = () => ending

/**
 * @typedef {object} Finished
 * @property {number} code 0: it went well; 127 when it could not be started
 * @property {string} tail the end of what it wrote to stdout and stderr
 */

/**
 * Runs a program to its end, in a process group of its own, so that stopping it stops what it started.
 * A terminal's Ctrl-C does not reach it: `endAll` does.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.show] what it writes goes to the terminal, and is not kept
 * @param {boolean} [options.giveWay] let others have the processor first
 * @param {number} [options.timeoutMs]
 * @param {(line: string) => void} [options.onLine] each line that it writes
 * @returns {Promise<Finished>} never rejects
 */
export function run(command, args, options = {}) {
  if (ending) return Promise.resolve({ code: 130, tail: 'stopped' })
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    const { pid } = child
    if (pid !== undefined) {
      groups.add(pid)
      if (options.giveWay) setPriority(pid, system.priority.PRIORITY_BELOW_NORMAL)
    }
    let tail = ''
    let open = ''
    /** @param {string} text */
    const read = (text) => {
      tail = (tail + text).slice(-tailBytes)
      if (!options.onLine) return
      const lines = (open + text).split('\n')
      open = lines.pop() ?? ''
      for (const line of lines) options.onLine(line)
    }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read)
    const timer =
      options.timeoutMs && pid ? setTimeout(() => killGroup(pid, 'SIGKILL'), options.timeoutMs) : undefined
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer)
      if (pid !== undefined) groups.delete(pid)
      resolve({ code, tail })
    }
    child.on('error', (error) => {
      tail += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/**
 * @param {number} pid the group's first process
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // It ended by itself meanwhile, or (sudo apt-get) it is root's and ends in its own time.
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

/** A program that is asked to end gets this long, then it is ended. */
const graceMs = 3000

/** Ends every program that `run` started and that has not ended; no other is started from now on. */
export async function endAll() {
  ending = true
  for (const pid of groups) killGroup(pid, 'SIGTERM')
  const until = performance.now() + graceMs
  while (groups.size > 0 && performance.now() < until) await pause(20)
  for (const pid of groups) killGroup(pid, 'SIGKILL')
}

/**
 * The line of a program's output that most likely tells why it failed.
 * @param {string} output
 */
export function errorLine(output) {
  const lines = output.split('\n').flatMap((line) => (line.trim() ? [line.trim()] : []))
  return (
    lines.findLast((line) => /error|fatal|cannot|not found|no space/i.test(line)) ??
    lines.at(-1) ??
    'it said nothing'
  )
}
