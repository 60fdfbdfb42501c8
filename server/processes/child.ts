import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { childEnvironment } from '../config.ts'

const tailBytes = 8192

export type Child = {
  process: ChildProcess
  /** The end of what it wrote to stderr. */
  tail(): string
  /** Resolves when it has ended and its output is read. Never rejects; a program that could not be started has code null. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; error: Error | null }>
}

/**
 * util-linux's setpriv has the kernel kill the child when its parent dies, even by kill -9. Tried once, since BusyBox has
 * a program of that name that cannot; then, and on other systems, endLeftovers looks for what was left at boot.
 */
const setpriv = ['--pdeathsig', 'KILL', '--']
export const childrenDieWithUs =
  process.platform === 'linux' && spawnSync('setpriv', [...setpriv, 'true'], { stdio: 'ignore' }).status === 0

/** util-linux's prlimit, tried once as setpriv is. A program that wants more than it may have gets none, and says so. */
const prlimit = (bytes: number): string[] => [`--data=${bytes}`, '--']
const memoryCanBeLimited =
  process.platform === 'linux' &&
  spawnSync('prlimit', [...prlimit(1_000_000_000), 'true'], { stdio: 'ignore' }).status === 0

/**
 * util-linux's unshare, tried once: a network of its own in which there is nothing, not even loopback. Without root it takes
 * a user namespace, which some systems and most containers forbid; what reads hostile files then still opens no address
 * (ffmpeg's protocol list), and is only not kept from it twice.
 */
const alone = ['--net', '--']
const aloneAsUser = ['--user', '--map-current-user', '--net', '--']
const canRun = (args: string[]): boolean =>
  process.platform === 'linux' && spawnSync('unshare', [...args, 'true'], { stdio: 'ignore' }).status === 0
const withoutNetwork: string[] | null = canRun(alone) ? alone : canRun(aloneAsUser) ? aloneAsUser : null

/** Whether programs that read what somebody sent are kept from the network. */
export const networkIsKept = withoutNetwork !== null

/**
 * Starts a program with an argument array (never a shell). stderr is drained, so that it cannot block.
 * @param options.memory bytes that it may take, where the system can see to that
 * @param options.network false: it needs none, and gets none where the system can see to that
 * @param options.nice how much it gives way to others, 0 to 19
 * @param options.stdin 'pipe' to write to `process.stdin`; else there is none
 * @param options.stdout 'pipe' to read it from `process.stdout`; else it is dropped
 */
export function spawnChild(
  command: string,
  args: string[],
  options: {
    cwd?: string
    env?: Record<string, string>
    stdin?: 'pipe'
    stdout?: 'pipe'
    nice?: number
    memory?: number
    /** false: it has none, where the system can see to that. */
    network?: boolean
    onStderr?: (text: string) => void
  } = {},
): Child {
  const words = [
    // Before setpriv: a new user namespace would forget what that has asked of the kernel.
    ...(options.network === false && withoutNetwork ? ['unshare', ...withoutNetwork] : []),
    ...(childrenDieWithUs ? ['setpriv', ...setpriv] : []),
    ...(options.nice && process.platform !== 'win32' ? ['nice', '-n', String(options.nice)] : []),
    ...(options.memory && memoryCanBeLimited ? ['prlimit', ...prlimit(options.memory)] : []),
    command,
    ...args,
  ]
  const child = spawn(words[0]!, words.slice(1), {
    cwd: options.cwd,
    env: { ...childEnvironment(), ...options.env },
    stdio: [
      options.stdin === 'pipe' ? 'pipe' : 'ignore',
      options.stdout === 'pipe' ? 'pipe' : 'ignore',
      'pipe',
    ],
  })
  let tail = ''
  child.stderr!.setEncoding('utf8')
  child.stderr!.on('data', (text: string) => {
    tail = (tail + text).slice(-tailBytes)
    options.onStderr?.(text)
  })
  let failure: Error | null = null
  child.on('error', (error) => (failure = error))
  const ended = new Promise<Awaited<Child['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, error: failure }))
  })
  return { process: child, tail: () => tail, ended }
}

/** SIGTERM, and SIGKILL when it has not ended after `graceMs`. Resolves when it has ended. */
export async function endChild(child: Child, graceMs: number): Promise<void> {
  child.process.kill('SIGTERM')
  const timer = setTimeout(() => child.process.kill('SIGKILL'), graceMs)
  await child.ended
  clearTimeout(timer)
}
