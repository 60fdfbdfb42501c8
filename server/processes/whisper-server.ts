import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { childrenDieWithUs, spawnChild } from './child.ts'
import { freePort } from './free-port.ts'
import { supervise, type Supervised } from './supervise.ts'

/**
 * OpenMP's threads spin while they wait for each other. As soon as anything else wants the cores they spin instead of
 * computing: on two busy cores a transcription took ten times as long (95 s against 9.5 s) as with threads that sleep.
 */
export const engineEnvironment = { OMP_WAIT_POLICY: 'passive' }

/** Live text goes before what may take a minute longer. */
export const liveNice = 1
export const batchNice = 10

/**
 * Keeps one whisper-server (1.9.1) running with one model, on a random port of loopback under a secret path, which it is
 * given in its environment (scripts/whisper): the command line can be read by everybody on the machine.
 * It serves files of its working folder to whoever asks, so it gets an empty one.
 */
export function runWhisperServer(options: {
  binary: string
  modelFile: string
  /** A folder of ours for its empty folder and, where the system cannot end it with us, its process number. */
  runDir: string
  log: Log
  /** How much it gives way to others. */
  nice: number
  /** All cores' unless told otherwise. */
  threads?: number
  onUp: (url: string) => void
  onDown: (reason: string) => void
}): Supervised {
  const { threads = availableParallelism() } = options
  return supervise<string>({
    name: 'whisper-server',
    log: options.log,
    startupMs: 120_000, // a large model from a slow disk
    healthEveryMs: 5000,
    graceMs: 10_000,
    onUp: options.onUp,
    onDown: options.onDown,
    start: async () => {
      const port = await freePort('127.0.0.1')
      const secret = `/${randomBytes(16).toString('hex')}`
      const emptyFolder = join(options.runDir, 'empty')
      await mkdir(emptyFolder, { recursive: true })
      const child = spawnChild(
        options.binary,
        [
          ...['--host', '127.0.0.1', '--port', String(port)],
          ...['--public', emptyFolder, '--tmp-dir', emptyFolder],
          ...['-m', options.modelFile, '-t', String(threads), '-p', '1'],
        ],
        { cwd: emptyFolder, nice: options.nice, env: { ...engineEnvironment, WHISPER_REQUEST_PATH: secret } },
      )
      if (!childrenDieWithUs && child.process.pid)
        await writeFile(join(options.runDir, `whisper-${child.process.pid}.pid`), secret)
      return { child, handle: `http://127.0.0.1:${port}${secret}` }
    },
    // While it transcribes it still answers this: it has a thread for each connection.
    healthy: async (url, signal) => (await fetch(`${url}/health`, { signal })).ok,
  })
}

/** Ends what an earlier appliance left running, where the system could not: only a process whose environment holds the secret noted for it. */
export async function endLeftovers(runDir: string): Promise<void> {
  for (const name of await readdir(runDir)) {
    const pid = /^whisper-(\d+)\.pid$/.exec(name)?.[1]
    if (!pid) continue
    const secret = await readFile(join(runDir, name), 'utf8')
    const environment = await environmentOf(pid)
    if (secret.length > 0 && environment.includes(secret)) process.kill(Number(pid), 'SIGKILL')
    await rm(join(runDir, name), { force: true })
  }
}

/** Empty: it has ended, or is another user's. */
const environmentOf = (pid: string): Promise<string> =>
  process.platform === 'linux'
    ? readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    : promisify(execFile)('ps', ['eww', '-p', pid]).then(
        ({ stdout }) => stdout,
        () => '',
      )
