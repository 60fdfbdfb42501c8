import { buildBundles } from './bundle.mjs'
import { requireFfmpeg } from './ffmpeg.mjs'
import { findProgram } from './files.mjs'
import { checkNodeVersion } from './node-version.mjs'
import { installPackages } from './packages.mjs'
import { alone } from './setup-lock.mjs'
import { requireSqlite } from './sqlite.mjs'
import { canInstall, requirePrograms } from './system-packages.mjs'
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
    const restic = offerRestic(say)
    await buildBundles(say)
    await restic
    return { engine }
  })
}

/**
 * restic stores the backups. Installed where apt-get may be used; without it the appliance runs all the same, and its
 * System screen and `appliance doctor` say that no backups are made.
 * @param {import('./say.mjs').Say} say
 */
async function offerRestic(say) {
  if (findProgram('restic') || !(await canInstall())) return
  await requirePrograms(['restic'], 'make backups', say).catch((error) =>
    say.line(`• No backups until restic is there: ${error instanceof Error ? error.message : error}`),
  )
}
