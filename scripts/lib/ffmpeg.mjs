import { dirname, join } from 'node:path'
import { canExecute, findProgram } from './files.mjs'
import { modules } from './paths.mjs'
import { run } from './run.mjs'
import { offline } from './settings.mjs'
import { canInstall, requirePrograms } from './system-packages.mjs'

const bundled = join(modules, 'ffmpeg-static', process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg')

const isThere = () => Boolean(process.env.FFMPEG_BIN) || findProgram('ffmpeg') !== null || canExecute(bundled)

/**
 * Sees to it that there is an ffmpeg: the one in PATH, else Debian's, else the download of the package ffmpeg-static.
 * Which one the appliance uses is its own business, and a wrong FFMPEG_BIN its own complaint.
 * @param {import('./say.mjs').Say} say
 */
export async function requireFfmpeg(say) {
  if (isThere()) return
  if (!(await canInstall()) && !offline) {
    await say.step('Fetching ffmpeg (npm package ffmpeg-static)', () =>
      run(process.execPath, ['install.js'], { cwd: dirname(bundled), timeoutMs: 300_000 }),
    )
    if (canExecute(bundled)) return
  }
  await requirePrograms(['ffmpeg'], 'read and convert recordings', say)
}
