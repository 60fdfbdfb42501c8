import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dist } from './paths.mjs'
import { isEnding } from './run.mjs'

const lock = join(dist, '.setup')

/**
 * Lets one command at a time install and build in a checkout; another one waits for it and then finds everything done.
 * @template T
 * @param {import('./say.mjs').Say} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(say, work) {
  mkdirSync(dist, { recursive: true })
  for (let told = false; !taken() && !isEnding(); told = true) {
    if (!told) say.line('• Another command is setting this checkout up; waiting for it …')
    await pause(300)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Takes the lock unless a living process holds it. */
function taken() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  if (holderLives()) return false
  rmSync(lock, { force: true })
  return false // the next look takes it
}

function holderLives() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0)
    return true
  } catch {
    return false // it has ended, or let go just now
  }
}
