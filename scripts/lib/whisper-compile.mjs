import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { modules, root } from './paths.mjs'
import { processorCan } from './platform.mjs'
import { errorLine, run } from './run.mjs'
import { portableBuild } from './settings.mjs'

const source = join(modules, 'nodejs-whisper', 'cpp', 'whisper.cpp')
/** Our CMakeLists.txt, which brings in whisper.cpp's. */
export const buildFolder = join(root, 'scripts', 'whisper')
const targets = ['whisper-server', 'whisper-cli']
/** For five seconds of sound, on a slow machine that does much else. */
const hearMs = 120_000

/** For images: ggml for every kind of processor, of which the right one is loaded when the engine starts. */
const portableFlags = [
  '-DGGML_BACKEND_DL=ON',
  '-DGGML_CPU_ALL_VARIANTS=ON',
  '-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON',
  '-DCMAKE_INSTALL_RPATH=$ORIGIN',
]

export const buildFlags = [
  '-DCMAKE_BUILD_TYPE=Release',
  `-DBUILD_SHARED_LIBS=${portableBuild ? 'ON' : 'OFF'}`,
  '-DWHISPER_BUILD_TESTS=OFF',
  `-DGGML_NATIVE=${portableBuild ? 'OFF' : 'ON'}`,
  ...(portableBuild ? portableFlags : []),
]

/**
 * ggml's variant with matrix instructions (AMX), which GCC 12 compiles wrongly: see withoutMatrices. Without it such a
 * processor gets the next best.
 */
const miscompiled = /^libggml-cpu-sapphirerapids/

/** ggml's options for what x86 processors can do, and the names by which Linux calls it. */
const instructions = {
  SSE42: ['sse4_2'],
  AVX: ['avx'],
  AVX2: ['avx2'],
  FMA: ['fma'],
  F16C: ['f16c'],
  BMI2: ['bmi2'],
  AVX_VNNI: ['avx_vnni'],
  AVX512: ['avx512f', 'avx512cd', 'avx512bw', 'avx512dq', 'avx512vl'],
  AVX512_VBMI: ['avx512vbmi'],
  AVX512_VNNI: ['avx512_vnni'],
  AVX512_BF16: ['avx512_bf16'],
}

/**
 * All that this processor can do but for its matrix instructions (AMX): GCC 12 takes the stores before `ldtilecfg` for
 * superfluous (its intrinsic names 8 of the 64 bytes that are read), and what it makes of ggml ends with SIGILL.
 */
const withoutMatrices = () => [
  '-DGGML_NATIVE=OFF',
  ...Object.entries(instructions).map(
    ([option, names]) => `-DGGML_${option}=${names.every((name) => processorCan(name)) ? 'ON' : 'OFF'}`,
  ),
]

/**
 * Compiles in a folder of its own; the finished programs appear in `folder`/bin at once, or not at all.
 * @param {string} folder
 * @param {(percent: number) => void} onProgress
 */
export async function compileWhisper(folder, onProgress) {
  const work = mkdtempSync(join(tmpdir(), 'appliance-whisper-'))
  try {
    await build(work, buildFlags, onProgress)
    if (portableBuild)
      for (const name of readdirSync(join(work, 'bin')))
        if (miscompiled.test(name)) rmSync(join(work, 'bin', name))
    let fault = await faultOf(work)
    if (fault !== null && !portableBuild && processorCan('amx_tile')) {
      await build(work, [...buildFlags, ...withoutMatrices()], onProgress)
      fault = await faultOf(work)
    }
    if (fault !== null) throw new Error(`What was built does not run on this machine: ${fault}`)
    await publish(work, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * @param {string} work
 * @param {string[]} flags
 * @param {(percent: number) => void} onProgress
 */
async function build(work, flags, onProgress) {
  const where = ['-S', buildFolder, '-B', work, `-DWHISPER_SOURCE=${source}`]
  await must('cmake', [...where, '-G', 'Unix Makefiles', ...flags])
  const jobs = String(availableParallelism())
  await must('cmake', ['--build', work, '--parallel', jobs, '--target', ...targets], (line) => {
    const percent = /^\[ *(\d+)%\]/.exec(line)?.[1]
    if (percent) onProgress(Number(percent))
  })
}

/**
 * The programs run here, and hear the first words of the sample.
 * @param {string} work
 * @returns {Promise<string | null>} why they do not; null: they do
 */
async function faultOf(work) {
  const help = await run(join(work, 'bin', 'whisper-server'), ['--help'], { giveWay: true })
  if (help.code !== 0) return errorLine(help.tail)
  const model = join(root, 'models', 'speech', 'ggml-tiny.en-q8_0.bin')
  const sound = join(root, 'models', 'sample', 'sample-meeting.mp3')
  if (!existsSync(model) || !existsSync(sound)) return null // a checkout without models hears nothing
  const since = performance.now()
  const { code, tail } = await run(
    join(work, 'bin', 'whisper-cli'),
    ['-m', model, '-f', sound, '-d', '5000', '-np'],
    { giveWay: true, timeoutMs: hearMs },
  )
  if (performance.now() - since >= hearMs) return `five seconds of sound took it over ${hearMs / 1000} s`
  if (code !== 0) return `it broke down while it listened (${errorLine(tail)})`
  return /-->.*good morning/i.test(tail) ? null : 'it did not hear the words of the sample'
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
    const libraries = readdirSync(join(work, 'bin')).filter((name) => name.includes('.so'))
    await must('cp', ['-P', ...[...targets, ...libraries].map((name) => join(work, 'bin', name)), fresh])
    renameSync(fresh, join(folder, 'bin'))
  } catch (error) {
    if (!targets.every((name) => existsSync(join(folder, 'bin', name)))) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
