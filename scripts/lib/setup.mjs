import { buildBundles } from './bundle.mjs'
import { requireFfmpeg } from './ffmpeg.mjs'
import { checkNodeVersion } from './node-version.mjs'
import { installPackages } from './packages.mjs'
import { alone } from './setup-lock.mjs'
import { requireSqlite } from './sqlite.mjs'
import { requirePrograms } from './system-packages.mjs'
import { engineIsBuilt, requireEngine } from './whisper.mjs'

/**
 * Everything that a command of the appliance needs. Quick and silent when it is there.
 * @param {import('./say.mjs').Say} say
 */
export async function setupProgram(say) {
  checkNodeVersion()
  await alone(say, async () => {
    await installPackages(say)
    await requireSqlite(say)
    await buildBundles(say)
  })
}

/**
 * Everything that the running appliance needs. The speech engine is built beside what comes next.
 * @param {import('./say.mjs').Say} say
 * @returns {Promise<{ engine: Promise<boolean> }>} `engine` is true once it is there; it never rejects
 */
export async function setupServer(say) {
  checkNodeVersion()
  return alone(say, async () => {
    await installPackages(say)
    await requireFfmpeg(say)
    if (!engineIsBuilt()) await requirePrograms(['cmake', 'make', 'g++'], 'build the speech engine', say)
    const engine = requireEngine(say)
    await requireSqlite(say)
    await buildBundles(say)
    return { engine }
  })
}
