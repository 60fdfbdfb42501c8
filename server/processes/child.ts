import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type ChildOptions = {
  cwd?: string
  /** Added to the few variables that every child gets (PATH, HOME, LANG, TMPDIR). */
  env?: Record<string, string>
  /** 'pipe' gives `process.stdin`; otherwise the child reads end-of-file at once. */
  stdin?: 'pipe'
  /** 'pipe' gives `process.stdout`, which the caller must drain; otherwise it goes nowhere. */
  stdout?: 'pipe'
  /** Opens Node's IPC channel (`process.send`, 'message'); the child must be Node. */
  ipc?: boolean
  /** Raises niceness so that recordings and requests go first: 0 to 19. */
  nice?: number
  /** Told of everything on stderr as it comes, in pieces of any length. */
  onStderr?: (text: string) => void
}

export type Child = {
  /** undefined when the program could not be started; `exited` then tells at once. */
  pid: number | undefined
  process: ChildProcess
  /** Resolves when the program has ended and its pipes are closed; never rejects. Not started: code null, signal null. */
  exited: Promise<Exit>
  hasExited(): boolean
  /** The last 8 KB of stderr, or why the program could not be started. */
  tail(): string
  /** SIGTERM, then SIGKILL when it still runs after `graceMs`. Resolves when it has ended. */
  stop(graceMs?: number): Promise<Exit>
}

const tailLength = 8192

/**
 * Starts a program with an argument array (never a shell) that cannot outlive this process: on Linux the kernel kills it
 * when its parent goes, even by `kill -9` (`setpriv --pdeathsig`).
 */
export function spawnChild(command: string, args: readonly string[], options: ChildOptions = {}): Child {
  const [program, programArgs] = diesWithParent()
    ? ['setpriv', ['--pdeathsig', 'KILL', '--', command, ...args]]
    : [command, [...args]]
  const child = spawn(program, programArgs, {
    shell: false,
    windowsHide: true,
    stdio: [options.stdin ?? 'ignore', options.stdout ?? 'ignore', 'pipe', ...(options.ipc ? (['ipc'] as const) : [])],
    env: { ...inheritedEnv(), ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  lowerPriority(child.pid, options.nice)

  let tail = ''
  const keep = (text: string): void => {
    tail = (tail + text).slice(-tailLength)
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    keep(text)
    options.onStderr?.(text)
  })

  let ended: Exit | null = null
  const exited = new Promise<Exit>((resolve) => {
    const end = (exit: Exit): void => {
      ended ??= exit
      resolve(ended)
    }
    child.on('error', (error) => {
      keep(String(error))
      // Also comes when a signal or message could not be sent to a living child; only a failed start ends it.
      if (child.pid === undefined) end({ code: null, signal: null })
    })
    child.on('exit', (code, signal) => (ended = { code, signal }))
    child.on('close', (code, signal) => end({ code, signal }))
  })

  return {
    pid: child.pid,
    process: child,
    exited,
    hasExited: () => ended !== null,
    tail: () => tail,
    async stop(graceMs = 5000) {
      if (ended === null) child.kill('SIGTERM')
      const timer = new AbortController()
      const late = pause(graceMs, 'late', { signal: timer.signal }).catch(() => 'ended')
      const first = await Promise.race([exited, late])
      timer.abort()
      if (first === 'late') child.kill('SIGKILL')
      return exited
    },
  }
}

/** How a program ended, for the log: "exit code 3: <last line of stderr>". */
export function describeExit(child: Child, exit: Exit): string {
  const lastLine = child.tail().trim().split('\n').at(-1)?.trim() ?? ''
  const how = exit.signal ? `signal ${exit.signal}` : exit.code === null ? 'could not be started' : `exit code ${exit.code}`
  return lastLine ? `${how}: ${lastLine}` : how
}

let pdeathsig: boolean | null = null

/** Whether the kernel kills our children with us; where not (macOS, BusyBox), leftovers must be looked for at boot. */
export function diesWithParent(): boolean {
  pdeathsig ??= process.platform === 'linux' && setprivWorks()
  return pdeathsig
}

function setprivWorks(): boolean {
  try {
    execFileSync('setpriv', ['--pdeathsig', 'KILL', '--', 'true'], { stdio: 'ignore', timeout: 5000 })
    return true
  } catch {
    return false // not installed, or BusyBox's, which does not know the option
  }
}

// Children get no settings or secrets by accident; config.ts reads the settings, these four are the system's.
function inheritedEnv(): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of ['PATH', 'HOME', 'LANG', 'TMPDIR']) {
    const value = process.env[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

function lowerPriority(pid: number | undefined, nice: number | undefined): void {
  if (pid === undefined || nice === undefined) return
  try {
    setPriority(pid, nice)
  } catch (error) {
    // It ended before we came to it: `exited` tells.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error
  }
}
