import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { modules } from './paths.mjs'
import { errorLine, run } from './run.mjs'
import { portableBuild } from './settings.mjs'

const source = join(modules, 'nodejs-whisper', 'cpp', 'whisper.cpp')
const targets = ['whisper-server', 'whisper-cli']

export const buildFlags = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DBUILD_SHARED_LIBS=OFF',
  '-DWHISPER_BUILD_TESTS=OFF',
  `-DGGML_NATIVE=${portableBuild ? 'OFF' : 'ON'}`,
]

/**
 * Compiles in a folder of its own; the finished programs appear in `folder`/bin at once, or not at all.
 * @param {string} folder
 * @param {(percent: number) => void} onProgress
 */
export async function compileWhisper(folder, onProgress) {
  const work = mkdtempSync(join(tmpdir(), 'appliance-whisper-'))
  try {
    await must('cmake', ['-S', source, '-B', work, '-G', 'Unix Makefiles', ...buildFlags])
    const jobs = String(availableParallelism())
    await must('cmake', ['--build', work, '--parallel', jobs, '--target', ...targets], (line) => {
      const percent = /^\[ *(\d+)%\]/.exec(line)?.[1]
      if (percent) onProgress(Number(percent))
    })
    for (const name of targets) await must(join(work, 'bin', name), ['--help'])
    await publish(work, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {(line: string) => void} [onLine]
 */
async function must(command, args, onLine) {
  const { code, tail } = await run(command, args, { giveWay: true, ...(onLine && { onLine }) })
  if (code !== 0) throw new Error(errorLine(tail))
}

/**
 * Two builds may end at once: the first one's programs stay.
 * @param {string} work
 * @param {string} folder
 */
async function publish(work, folder) {
  mkdirSync(folder, { recursive: true })
  const fresh = mkdtempSync(join(folder, '.new-')) // beside bin, so that the rename stays within one file system
  try {
    await must('cp', [...targets.map((name) => join(work, 'bin', name)), fresh])
    renameSync(fresh, join(folder, 'bin'))
  } catch (error) {
    if (!targets.every((name) => existsSync(join(folder, 'bin', name)))) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
