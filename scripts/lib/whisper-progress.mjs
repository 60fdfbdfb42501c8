import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from './files.mjs'

/**
 * How far the build of the speech engine is, for the server and its page, and for other checkouts that need the same one.
 * @typedef {{ state: 'building' | 'failed', percent: number, message: string, pid: number, at: string }} Progress
 */

/** A build says something at least this often; one that has been silent for longer is dead. */
export const heartbeatMs = 3000
const silenceMs = 5 * heartbeatMs

/** @param {string} folder */
const file = (folder) => join(folder, 'progress.json')

/**
 * @param {string} folder the engine's
 * @param {Progress['state']} state
 * @param {number} percent
 * @param {string} message a sentence for the page
 */
export function writeProgress(folder, state, percent, message) {
  /** @type {Progress} */
  const progress = { state, percent, message, pid: process.pid, at: new Date().toISOString() }
  mkdirSync(folder, { recursive: true })
  const beside = `${file(folder)}.${process.pid}`
  writeFileSync(beside, JSON.stringify(progress))
  renameSync(beside, file(folder))
}

/** @param {string} folder */
export const forgetProgress = (folder) => rmSync(file(folder), { force: true })

/**
 * The build that another process has under way; null: there is none.
 * @param {string} folder
 * @returns {Progress | null}
 */
export function otherBuild(folder) {
  const text = readIfThere(file(folder))
  if (text === null) return null
  /** @type {Progress} */
  const progress = JSON.parse(text)
  const fresh = Date.now() - Date.parse(progress.at) < silenceMs
  return progress.state === 'building' && fresh && progress.pid !== process.pid && isAlive(progress.pid)
    ? progress
    : null
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // another user's
  }
}
