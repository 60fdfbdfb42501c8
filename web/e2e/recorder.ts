import type { Page } from '@playwright/test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { meeting } from '../../server/test/speech.ts'
import { expect, processTest as base, type Appliance } from './appliance.ts'

/** Chromium's fake microphone hears a synthesised meeting. */
export const test = base.extend<object, { microphone: void }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { wav } = await meeting({ seed: 5, minutes: 0.5, speakers: 3 })
      await use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${wav}`,
        ],
      })
    },
    { scope: 'worker' },
  ],
})

export const toast = (page: Page) => page.locator('[data-toast]')
const safe = (page: Page) => page.getByText(/^\d+ s safe$/)
export const light = (page: Page, name: string, on: boolean) =>
  page.getByRole('listitem').filter({ hasText: `${name}: ${on ? 'yes' : 'no'}` })

export async function open(page: Page, { url }: Appliance): Promise<void> {
  await page.context().grantPermissions(['microphone', 'screen-wake-lock'], { origin: url })
  await page.goto(`${url}/record`)
}

export async function start(page: Page, title: string): Promise<void> {
  await page.getByLabel('Meeting title').fill(title)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('Recording', { exact: true }).first()).toBeVisible()
}

export const untilSafe = (page: Page, seconds: number) =>
  expect
    .poll(async () => Number.parseInt((await safe(page).textContent()) ?? '0', 10))
    .toBeGreaterThanOrEqual(seconds)

/** A board meeting is being recorded, and so many seconds of it are safe. */
export async function record(page: Page, appliance: Appliance, seconds: number): Promise<void> {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, seconds)
}

/** What the page's recorder is called on the server. */
export const recorderName = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('recorder')
        request.onerror = () => reject(request.error ?? new Error('not opened'))
        request.onsuccess = () => {
          const all = request.result.transaction('captures').objectStore('captures').getAll()
          all.onsuccess = () => {
            request.result.close()
            resolve((all.result[0] as { recorder: string }).recorder)
          }
        }
      }),
  )

/** The recorder of the first recording was away for a while, as far as this page knows, and is back. */
export async function believeRecorderAway(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/ws\/events/, () => undefined)
  await page.route('**/api/recordings/1', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const recording = (await (await route.fetch()).json()) as { capture: { now: unknown } }
    recording.capture.now &&= { state: 'missing', seconds: 4, unheardFor: 20 }
    await route.fulfill({ json: recording })
  })
}

/**
 * The processes of an appliance's speech engines.
 * @param folder that of the one for live text, or for the accurate pass, in the data directory
 */
export async function enginesIn(
  { dataDir }: Appliance,
  folder: 'run/live/empty' | 'run/empty',
): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') // it may have ended meanwhile
    if (command.split('\0').includes(join(dataDir, folder))) found.push(pid)
  }
  return found
}
