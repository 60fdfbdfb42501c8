import { spawn, type ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../config.ts'
import { testEnvironment } from './server.ts'
import { until } from './client.ts'

const root = loadConfig({}).appRoot

export type Finished = { code: number | null; stdout: string; stderr: string }

/** A program of the built appliance, as a process of its own. */
export function start(
  entry: 'server/main.js' | 'cli/main.js',
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<Finished>; printed: () => string } {
  const child = spawn(process.execPath, [join(root, 'dist', entry), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data: Buffer) => (stdout += String(data)))
  child.stderr.on('data', (data: Buffer) => (stderr += String(data)))
  const ended = new Promise<Finished>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended, printed: () => stdout }
}

/** The appliance as an administrator starts it; resolves when it answers. */
export async function startServerProcess(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<{
  url: string
  child: ChildProcess
  ended: Promise<Finished>
  /** All that it has printed for people. */
  printed: () => string
}> {
  const { child, ended, printed } = start('server/main.js', [], testEnvironment(dataDir, more))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      const match = /http:\/\/localhost:\d+/.exec(String(data))
      if (match) resolve(match[0])
    })
    void ended.then(({ stderr }) => reject(new Error(`the server ended: ${stderr}`)))
  })
  return { url, child, ended, printed }
}

/** The processes below one, by their command lines. */
export async function descendants(pid: number): Promise<{ pid: number; command: string }[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name)) {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null) // it may have ended meanwhile
      if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]))
    }
  const found: { pid: number; command: string }[] = []
  for (const child of parents.keys()) {
    for (let up = parents.get(child); up !== undefined && up > 1; up = parents.get(up))
      if (up === pid) {
        const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
        found.push({ pid: child, command: command.replaceAll('\0', ' ') })
        break
      }
  }
  return found
}

export async function childOf(pid: number, pattern: RegExp): Promise<number> {
  const [child] = await until(
    async () => (await descendants(pid)).filter((p) => pattern.test(p.command)),
    (all) => all.length > 0,
  )
  return child!.pid
}
