import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, hashFiles } from './files.mjs'
import { locked } from './lockfile.mjs'
import { cacheDir, root } from './paths.mjs'
import { platformKey, processor } from './platform.mjs'
import { isEnding } from './run.mjs'
import { seconds } from './say.mjs'
import { portableBuild } from './settings.mjs'
import { buildFlags, buildFolder, compileWhisper } from './whisper-compile.mjs'
import { forgetProgress, heartbeatMs, otherBuild, writeProgress } from './whisper-progress.mjs'

/** @returns {string} the folder with bin/whisper-server and, while that is being built, progress.json */
export function engineDir() {
  if (process.env.APPLIANCE_ENGINE_DIR) return process.env.APPLIANCE_ENGINE_DIR
  const { version, integrity } = locked('nodejs-whisper')
  const machine = portableBuild ? 'portable' : processor()
  const own = hashFiles(root, [relative(root, buildFolder)])
  // What an earlier version built here may never have been heard to run.
  const key = hash(integrity, own, buildFlags.join(' '), machine, 'heard')
  return join(cacheDir, `whisper.cpp-${version}-${platformKey()}-${key}`)
}

/** Somebody else's folder is taken as it is. */
export const engineIsBuilt = () =>
  Boolean(process.env.APPLIANCE_ENGINE_DIR) ||
  ['whisper-server', 'whisper-cli'].every((name) => existsSync(join(engineDir(), 'bin', name)))

/** The terminal hears of every so many percent. */
const stepPercent = 20

/**
 * Builds whisper.cpp's server and command line into the cache, unless they are there. Another process's build of the
 * same is waited for. A failure is told in progress.json and at the terminal; it never throws for one.
 * @param {import('./say.mjs').Say} say
 * @returns {Promise<boolean>} whether the engine is there now
 */
export async function requireEngine(say) {
  if (engineIsBuilt()) return true
  const folder = engineDir()
  const since = performance.now()
  let told = 0
  /** @param {number} percent */
  const tell = (percent) => {
    if (percent < told + stepPercent) return
    told = percent - (percent % stepPercent)
    say.line(`• Speech engine: ${told}% compiled (${seconds(since)})`)
  }
  if (otherBuild(folder)) say.line('• Speech engine: another process is compiling it; waiting for that')
  for (let other = otherBuild(folder); other && !isEnding(); other = otherBuild(folder)) {
    tell(other.percent)
    await pause(1000)
    if (engineIsBuilt()) return true
  }
  if (isEnding()) return false
  say.line('• Speech engine: compiling whisper.cpp, a minute or two, once')
  let percent = 0
  const report = () =>
    writeProgress(folder, 'building', percent, `The speech engine is being built: ${percent}% done.`)
  report()
  const heart = setInterval(report, heartbeatMs)
  try {
    await compileWhisper(folder, (now) => {
      if (now <= percent) return
      percent = Math.min(now, 99)
      report()
      tell(percent)
    })
    clearInterval(heart)
    forgetProgress(folder)
    say.line(`• Speech engine: ready (${seconds(since)})`)
    return true
  } catch (error) {
    clearInterval(heart)
    if (isEnding()) {
      forgetProgress(folder)
      return false
    }
    const reason = error instanceof Error ? error.message : String(error)
    writeProgress(folder, 'failed', percent, `The speech engine could not be built: ${reason}`)
    say.line(`• Speech engine: the build failed: ${reason}`)
    return false
  }
}
