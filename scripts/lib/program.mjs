import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './files.mjs'
import { onStop } from './lifecycle.mjs'
import { dist } from './paths.mjs'
import { isEnding } from './run.mjs'
import { withoutRoot } from './run-as.mjs'
import { createSay } from './say.mjs'
import { engineDir } from './whisper.mjs'

/** A second Ctrl-C counts from here on; before, it is npm's echo of the first. */
const echoMs = 1000

/**
 * Runs a program of dist/ in our place: same input and output, same exit code. It is told once of a stop and ends in
 * its own order; a second Ctrl-C ends it at once, and so does (with SIGTERM) our own sudden death.
 * @param {string} entry
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export function runProgram(entry, args) {
  // A stop that came while the last step was finishing.
  if (isEnding()) return Promise.resolve(130)
  const node = [process.execPath, '--enable-source-maps', join(dist, entry), ...args]
  const setpriv = process.platform === 'linux' && findProgram('setpriv')
  const plain = withoutRoot(createSay())
  const [command = '', ...words] = setpriv
    ? [setpriv, '--pdeathsig', 'TERM', ...plain.words, '--', ...node]
    : node
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      stdio: 'inherit',
      detached: true, // else the terminal's Ctrl-C would reach it beside ours
      env: { ...process.env, ...plain.env, APPLIANCE_ENGINE_DIR: engineDir() },
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
    onStop((signal) => {
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      const since = performance.now()
      process.on('SIGINT', () => {
        if (performance.now() - since > echoMs) child.kill('SIGKILL')
      })
    })
  })
}
