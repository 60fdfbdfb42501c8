import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { z } from 'zod'
import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHosted, stopHosted } from './host.ts'

const root = join(import.meta.dirname, '..', '..')

/** The real appliance on a data directory of its own. */
export type Appliance = {
  url: string
  dataDir: string
  /** Ends it and removes its data. */
  discard(): Promise<void>
}

/** The built appliance as a program of its own; it can be killed and started again on the same port. */
export type ApplianceProcess = Appliance & {
  /** What it has printed since it was last started. */
  output(): string
  start(): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
  /** It takes connections and answers nothing, until it goes on. */
  pause(): void
  goOn(): void
}

type StartOptions = {
  /** Another folder than the built engine's, to see the page while it is being built. */
  engineDir?: string | undefined
  /** A data directory to begin with a copy of. */
  dataFrom?: string
  /** Settings besides those that every test has. */
  env?: Record<string, string>
}

/** A new data directory, and the settings of an appliance on it. */
async function prepare({
  engineDir = process.env.APPLIANCE_ENGINE_DIR,
  dataFrom,
  env = {},
}: StartOptions): Promise<{ dataDir: string; settings: Record<string, string> }> {
  if (!engineDir) throw new Error('APPLIANCE_ENGINE_DIR is not set: run the tests with `npm test`')
  const dataDir = await mkdtemp(join(tmpdir(), 'appliance-e2e-'))
  if (dataFrom !== undefined) await cp(dataFrom, dataDir, { recursive: true })
  const settings = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    APPLIANCE_DATA_DIR: dataDir,
    APPLIANCE_HTTP_PORT: '0',
    APPLIANCE_ENGINE_DIR: engineDir,
    APPLIANCE_BUNDLED_MODELS: join(root, 'server', 'test', 'models'),
    APPLIANCE_LOG: 'error',
    APPLIANCE_OFFLINE: '1',
    OLLAMA_HOST: 'http://127.0.0.1:2', // nobody there, whatever runs on the machine
    APPLIANCE_DIARISATION: '0',
    ...env,
  }
  return { dataDir, settings }
}

const remove = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 5 })

/** Starts an appliance beside others in one program (host.ts): enough for what is seen on a page while it runs. */
export async function startAppliance(options: StartOptions = {}): Promise<Appliance> {
  const { dataDir, settings } = await prepare(options)
  return {
    url: await startHosted(dataDir, settings),
    dataDir,
    async discard() {
      await stopHosted(dataDir)
      await remove(dataDir)
    },
  }
}

/** Starts the built appliance as a program. */
export async function startApplianceProcess(options: StartOptions = {}): Promise<ApplianceProcess> {
  const { dataDir, settings } = await prepare(options)
  let child: ChildProcess | null = null
  let port = '0'
  let printed = ''
  const appliance: ApplianceProcess = {
    url: '',
    dataDir,
    output: () => printed,
    async start() {
      printed = ''
      const started = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
        env: { ...settings, APPLIANCE_HTTP_PORT: port },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      appliance.url = await new Promise<string>((resolve, reject) => {
        started.stdout.on('data', (data: Buffer) => {
          printed += String(data)
          const match = /http:\/\/localhost:(\d+)/.exec(printed)
          if (match) {
            port = match[1]!
            resolve(match[0])
          }
        })
        started.on('exit', (code) => reject(new Error(`the appliance ended with ${code}`)))
      })
    },
    async kill(signal = 'SIGKILL') {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      await new Promise((resolve) => {
        running.once('exit', resolve)
        running.kill(signal)
      })
    },
    pause: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async discard() {
      await appliance.kill()
      await remove(dataDir)
    },
  }
  await appliance.start()
  return appliance
}

/**
 * What the browser says of a call that did not come through, what the page logs itself where it goes on without (the server
 * is away, a disk keeps no copy, settings are not there in time), and what Chromium says of a shared screen: that its
 * picture may not be the camera's.
 */
const expected = new RegExp(
  [
    'Failed to (load resource|fetch recordings|process speaker replacements)|WebSocket connection',
    'was not stored UnreachableError|policy violation: camera|keeps no copy of the sound|settings were not there in time',
  ].join('|'),
)

/** Closes the pages first: what one is still fetching when its appliance ends is no fault. */
export async function endAppliance(appliance: Appliance, context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await appliance.discard()
}

export const test = base.extend<{ appliance: Appliance }>({
  appliance: async ({ context }, use) => {
    const appliance = await startAppliance()
    await use(appliance)
    await endAppliance(appliance, context)
  },

  // Nothing on any page may fail unseen.
  page: async ({ page }, use) => {
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) failures.push(message.text())
    })
    // Why a part of the page did not come; of those the page asks for again it is no failure.
    const lost: string[] = []
    page.on('requestfailed', (request) => {
      if (request.url().includes('/assets/')) lost.push(`${request.url()}: ${request.failure()?.errorText}`)
    })
    await use(page)
    expect(failures, lost.join('\n')).toEqual([])
  },
})

/** New appliances without settings of their own; the next one starts while a test has the one before. */
type Spare = { take(): Promise<ApplianceProcess> }

/** For tests that end the appliance, or have it record: it is a program of its own. */
export const processTest = test.extend<{ appliance: ApplianceProcess }, { spare: Spare }>({
  spare: [
    async ({}, use) => {
      const waiting: Promise<ApplianceProcess>[] = []
      await use({
        async take() {
          const mine = await (waiting.pop() ?? startApplianceProcess())
          const next = startApplianceProcess()
          next.catch(() => undefined) // told to whoever takes it
          waiting.push(next)
          return mine
        },
      })
      for (const one of waiting) await (await one).discard()
    },
    { scope: 'worker' },
  ],

  appliance: async ({ spare, context }, use) => {
    const appliance = await spare.take()
    await use(appliance)
    await endAppliance(appliance, context)
  },
})

export { expect }

/** The row of a meeting in the list. */
export function row(page: Page, title: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
}

/** The list says nothing of a transcription that is done: asks the server. */
export async function transcribed(page: Page, id = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(new URL(`/api/recordings/${id}`, page.url()).href)
        // Under load it is asked before it has been made.
        if (answer.status() === 404) return 'missing'
        return z.object({ status: z.string() }).parse(await answer.json()).status
      },
      { timeout: 60_000 },
    )
    .toBe('done')
}

/** What the server has, whatever the page shows. */
export async function allRecordings(page: Page, appliance: Appliance): Promise<unknown[]> {
  return (await (await page.request.get(`${appliance.url}/api/users/1/recordings`)).json()) as unknown[]
}

/** A recording of a text alone, as the list's dialog makes it; its minutes are asked for. @returns its id */
export async function textMeeting({ url }: Appliance, content: string, more: object = {}): Promise<number> {
  const send = async (path: string, body: unknown, method = 'POST'): Promise<unknown> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  await send('/api/me/settings', { autoGenerateSummary: false }, 'PUT')
  const body = { title: 'Audit committee', sourceType: 'uploaded_transcript', ...more }
  const { id } = (await send('/api/recordings', body)) as { id: number }
  await send(`/api/recordings/${id}/transcript`, { content })
  return id
}

/** The segment that holds the text, on a recording's page. */
export const line = (page: Page, text: string) =>
  page.getByLabel('Transcript, by segment').getByRole('listitem').filter({ hasText: text })

/** Where the player of a recording's page is; seconds. */
export const position = (page: Page): Promise<number> =>
  page
    .locator('audio')
    .first()
    .evaluate((audio: HTMLAudioElement) => audio.currentTime)
