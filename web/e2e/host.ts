import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { HostAnswer, HostRequest } from '../../server/test/appliance-host.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'test-results', 'appliance-host')

/** Before the first test (playwright.config.ts): the program that runs their appliances. */
export async function buildHost(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['server/test/appliance-host.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
}

type Waiting = { resolve: (url: string) => void; reject: (error: Error) => void }

let child: ChildProcess | null = null
let requests = 0
const waiting = new Map<number, Waiting>()

/** One for this process and its tests; it ends with it. */
function host(): ChildProcess {
  if (child) return child
  const { PATH, HOME } = process.env
  const started = fork(join(folder, 'appliance-host.js'), [], {
    env: { PATH, HOME },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  started.on('message', (message) => {
    const answer = message as HostAnswer
    const { resolve, reject } = waiting.get(answer.id)!
    waiting.delete(answer.id)
    if ('url' in answer) resolve(answer.url)
    else reject(new Error(answer.error))
  })
  started.on('exit', (code) => {
    child = null
    for (const { reject } of waiting.values())
      reject(new Error(`the program with the appliances ended with ${code}`))
    waiting.clear()
  })
  child = started
  return started
}

function ask(request: Omit<HostRequest, 'id'>): Promise<string> {
  const id = ++requests
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    host().send({ id, ...request } satisfies HostRequest)
  })
}

/** @returns its address */
export const startHosted = (dataDir: string, env: Record<string, string>): Promise<string> =>
  ask({ dataDir, env })

export const stopHosted = async (dataDir: string): Promise<void> => void (await ask({ dataDir, env: null }))
