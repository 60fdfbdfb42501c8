import { join } from 'node:path'
import { readIfThere } from './files.mjs'
import { lockText } from './lockfile.mjs'
import { modules, root } from './paths.mjs'
import { run } from './run.mjs'
import { Stop } from './say.mjs'
import { offline } from './settings.mjs'

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} Lock */

/** npm writes node_modules/.package-lock.json last of all: it tells what is installed, whoever installed it. */
function areInstalled() {
  const text = readIfThere(join(modules, '.package-lock.json'))
  if (text === null) return false
  /** @type {Lock} */
  const there = JSON.parse(text)
  /** @type {Lock} */
  const wanted = JSON.parse(lockText)
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    const installed = there.packages[path]
    // An optional one that is absent is for another kind of machine.
    return path === '' || (installed ? installed.version === version : optional === true)
  })
}

/**
 * Installs the npm packages of the lock file, unless these are the ones installed. No package's own install script runs.
 * @param {import('./say.mjs').Say} say
 */
export async function installPackages(say) {
  if (areInstalled()) return
  if (offline)
    throw new Stop(
      'The npm packages of package-lock.json are not installed, and APPLIANCE_OFFLINE forbids fetching them. Run `npm ci --ignore-scripts` while online.',
    )
  await say.step('Installing the npm packages of package-lock.json', async () => {
    const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
    const { code, tail } = await run('npm', args, { cwd: root })
    if (code !== 0) throw new Stop(`npm could not install the packages: ${reason(tail)}`)
  })
}

/**
 * The first sentence of npm's complaint.
 * @param {string} output
 */
function reason(output) {
  const lines = output.split('\n').flatMap((line) => /^npm error (?!code )(.*\S)/.exec(line)?.[1] ?? [])
  return lines[0] ?? (output.trim() || 'it said nothing')
}
