import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { loadConfig } from '../config.ts'
import type { Finished } from './process.ts'
import { testEnvironment } from './server.ts'

const { appRoot } = loadConfig({})

let child: ChildProcess | null = null
/** One command after the other. */
let turn: Promise<unknown> = Promise.resolve()

/** A command of the built appliance, in one process with those before it; a test of signals starts one of its own. */
export function appliance(
  args: string[],
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Finished> {
  const mine = turn.then(() => runCommand(args, testEnvironment(dataDir, more)))
  turn = mine.catch(() => undefined) // whoever asked is told
  return mine
}

function host(): ChildProcess {
  if (child?.connected) return child
  const started = fork(join(import.meta.dirname, 'cli-host.mjs'), [join(appRoot, 'dist', 'cli', 'main.js')], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // Between two commands it keeps no test process alive.
  started.unref()
  started.channel?.unref()
  child = started
  return started
}

function runCommand(args: string[], env: Record<string, string>): Promise<Finished> {
  const end = `\n${randomUUID()} `
  const running = host()
  const printed = { stdout: '', stderr: '' }
  return new Promise((resolve, reject) => {
    const done = (): void => {
      for (const name of ['stdout', 'stderr'] as const) running[name]?.removeAllListeners('data')
      running.removeListener('close', gone)
    }
    const gone = (code: number | null): void => {
      child = null
      if (look()) return
      done()
      reject(new Error(`the command ended its process with ${code}: ${printed.stderr}`))
    }
    const look = (): boolean => {
      const [stdout, rest] = printed.stdout.split(end)
      const [stderr, ended] = printed.stderr.split(end)
      if (!rest?.endsWith('\n') || ended === undefined) return false
      done()
      resolve({ code: Number(rest), stdout: stdout!, stderr: stderr! })
      return true
    }
    for (const name of ['stdout', 'stderr'] as const)
      running[name]?.setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text
        look()
      })
    running.on('close', gone)
    running.send({ args, env, end })
  })
}
