import type { Page } from '@playwright/test'
import { expect, type Appliance } from './appliance.ts'
import {
  believeRecorderAway,
  enginesIn,
  light,
  open,
  recorderName,
  start,
  test,
  toast,
  untilSafe,
} from './recorder.ts'

const stop = (page: Page) => page.getByRole('button', { name: 'Stop & Save' }).click()
const details = (page: Page) => page.getByRole('region', { name: 'Recording Details' })
const captureOf = async (page: Page, { url }: Appliance) =>
  (await page.request.get(`${url}/api/recordings/1/capture`)).json()

test('a tab of an earlier version that is still open stops nothing @full', async ({
  page,
  appliance,
  context,
}) => {
  const old = await context.newPage()
  await old.goto(`${appliance.url}/api/system/status`)
  await old.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('recorder', 1)
        request.onupgradeneeded = () => {
          const keyPath = ['recordingId', 'epoch', 'number']
          request.result.createObjectStore('captures', { keyPath: 'recordingId' })
          request.result.createObjectStore('chunks', { keyPath })
        }
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error ?? new Error('not opened'))
      }),
  )
  const failures: string[] = []
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, 2)
  await expect(page.getByText(/^This browser cannot keep its own copy until the audio is safe/)).toBeVisible()
  await stop(page)
  await expect(details(page)).toContainText('Board meeting')
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
  expect(failures.join('\n')).toContain('Another tab with an earlier version of this page')
})

/** A page over HTTP whose last seconds have not come through. */
async function leaveSomethingBehind(page: Page, appliance: Appliance): Promise<void> {
  await page.routeWebSocket(/\/api\/ws\/simple/, (socket) => socket.close())
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, 2)
  await page.context().setOffline(true)
  await expect(page.getByText(/[3-9] seconds are waiting\.$/)).toBeVisible()
}

const here = (page: Page) => page.getByText(/\d+ s in this browser only\.$/)
const waitingHere = async (page: Page) =>
  Number(/(\d+) s in this browser only/.exec((await here(page).textContent()) ?? '')?.[1])

test('what is said after Resume is kept here at once, before what was left behind has gone @full', async ({
  page,
  appliance,
}) => {
  await leaveSomethingBehind(page, appliance)
  await page.context().setOffline(false)
  await page.route('**/chunks/**', (route) => route.abort())
  await page.reload()
  const before = await waitingHere(page)
  await page.getByRole('button', { name: 'Resume recording' }).click()
  await expect(
    page.getByText(new RegExp(`(${[4, 5, 6, 7].map((n) => before + n).join('|')}) seconds are waiting`)),
  ).toBeVisible()
  await page.reload()
  expect(await waitingHere(page)).toBeGreaterThan(before + 2)
  await page.unroute('**/chunks/**')
  await page.getByRole('button', { name: 'Save what was recorded' }).click()
  await expect(details(page)).toContainText('Board meeting')
  const { duration } = await (await page.request.get(`${appliance.url}/api/recordings/1`)).json()
  expect(duration).toBeGreaterThan(2 + before + 2)
})

test('a left-over that the server refuses takes no new sound with it, and is kept @full', async ({
  page,
  appliance,
}) => {
  await leaveSomethingBehind(page, appliance)
  await page.context().setOffline(false)
  await page.route('**/chunks/**', (route) => route.abort())
  await page.reload()
  await expect(here(page)).toBeVisible()
  // Other bytes stand where the page's own belong.
  const recorder = await recorderName(page)
  const { epochs } = await captureOf(page, appliance)
  const put = await page.request.put(
    `${appliance.url}/api/recordings/1/epochs/0/chunks/${epochs[0].nextChunk}?recorder=${recorder}`,
    { headers: { 'content-type': 'audio/webm' }, data: Buffer.from('other bytes') },
  )
  expect(put.ok()).toBe(true)
  await page.unroute('**/chunks/**')
  await page.getByRole('button', { name: 'Resume recording' }).click()
  await expect
    .poll(async () => (await captureOf(page, appliance)).epochs[1]?.nextChunk ?? 0)
    .toBeGreaterThan(2)
  await stop(page)
  await expect(details(page)).toContainText('Board meeting')
  await page.reload()
  await expect(here(page)).toBeVisible()
  // The recording is over and takes nothing more: what is left becomes one of its own.
  await page.getByRole('button', { name: 'Save what was recorded' }).click()
  await expect(here(page)).toBeHidden()
  await expect
    .poll(async () => (await page.request.get(`${appliance.url}/api/recordings/2`)).json())
    .toMatchObject({ title: 'Board meeting', meetingId: 1 })
})

test('another device waits while the first one records, and goes on when that one is gone @full', async ({
  page,
  appliance,
  browser,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, 2)
  // A break is not missing, nor is what the other device records while it waits.
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.waitForTimeout(4000)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await untilSafe(page, 4)

  const context = await browser.newContext({ locale: 'en-GB' })
  const other = await context.newPage()
  await context.grantPermissions(['microphone'], { origin: appliance.url })
  await believeRecorderAway(other)
  await other.goto(`${appliance.url}/recordings/1`)
  await other.getByRole('button', { name: 'Resume recording' }).click()
  await expect(
    other.getByText(/^This meeting is being recorded on another page or another device\. \d+ s wait/),
  ).toBeVisible()
  await page.waitForTimeout(2000)
  await page.close()
  const gone = Date.now()
  await expect(other.getByText(/device\. \d+ s wait/)).toBeHidden({ timeout: 30_000 })
  expect(Date.now() - gone).toBeLessThan(25_000)
  await untilSafe(other, 15)
  await stop(other)
  await expect(details(other)).toContainText('Board meeting', { timeout: 60_000 })
  const recording = async () => (await other.request.get(`${appliance.url}/api/recordings/1`)).json()
  await expect.poll(async () => (await recording()).duration).toBeGreaterThan(14)
  const { gaps, pauses } = (await recording()).capture
  expect(pauses).toEqual([{ at: expect.any(Number), length: expect.closeTo(4.5, 0) }])
  expect(gaps).toEqual([])
  await context.close()
})

test('a server that is gone before the socket opens: the backup method @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await page.route('**/api/recordings', async (route) => {
    const response = await route.fetch()
    await appliance.kill()
    await route.fulfill({ response })
  })
  await start(page, 'Board meeting')
  await expect(toast(page)).toContainText('Using backup method')
  await expect(page.getByRole('region', { name: 'Live Transcript' })).toContainText('WebSocket: Error')
  await expect(page.getByText(/^The server cannot be reached\. Audio is saved in this browser/)).toBeVisible()
  await appliance.start()
  await expect(toast(page)).toContainText('Connected')
  await untilSafe(page, 5)
  await stop(page)
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
})

test('a start that is not answered goes over HTTP, and comes back to the socket later @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  // The server stands still as soon as the line is there.
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('/api/ws/simple')) socket.once('framereceived', () => appliance.pause())
  })
  await start(page, 'Board meeting')
  await expect(toast(page)).toContainText('Connection error', { timeout: 25_000 })
  await expect(page.getByRole('region', { name: 'Live Transcript' })).toContainText('WebSocket: Error')
  page.removeAllListeners('websocket')
  appliance.goOn()
  await untilSafe(page, 15)
  await expect(light(page, 'Has Transcript', false)).toBeVisible()
  await expect(toast(page)).toContainText('Connected', { timeout: 60_000 })
  await expect(light(page, 'Has Transcript', true)).toBeVisible({ timeout: 30_000 })
  await stop(page)
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
})

test('an answer to Stop that never comes is looked for, and nothing is sent twice @full', async ({
  page,
  appliance,
}) => {
  await page.routeWebSocket(/\/api\/ws\/simple/, (socket) => socket.close())
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, 4)
  const looks: string[] = []
  let asked = false
  page.on('request', (request) => {
    if (request.url().includes('/api/binary-upload/') && !asked) {
      asked = true
      appliance.pause()
    }
    if (request.url().endsWith('/capture')) looks.push(request.method())
  })
  await stop(page)
  await expect.poll(() => looks.length, { timeout: 90_000 }).toBe(1)
  appliance.goOn()
  // Where the server had not read of the Stop before it stood still, it is told again after a while.
  await expect(details(page)).toContainText('Board meeting', { timeout: 90_000 })
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
  const all = await (await page.request.get(`${appliance.url}/api/users/1/recordings`)).json()
  expect(all).toHaveLength(1)
})

test('an engine of live text that crashes is told of, and words come again @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(light(page, 'Has Transcript', true)).toBeVisible({ timeout: 30_000 })
  const engines = await enginesIn(appliance, 'run/live/empty')
  expect(engines).toHaveLength(1)
  // It stands still until it has been asked for something, and dies over it.
  for (const pid of engines) process.kill(pid, 'SIGSTOP')
  await page.waitForTimeout(2500)
  for (const pid of engines) process.kill(pid, 'SIGKILL')
  await expect(toast(page)).toContainText('Transcription Error')
  await expect(toast(page)).toContainText('Audio is still being recorded.')
  const panel = page.getByRole('region', { name: 'Words' })
  const words = (await panel.textContent()) ?? ''
  await expect.poll(async () => ((await panel.textContent()) ?? '').length).toBeGreaterThan(words.length + 20)
  await stop(page)
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
})

test('however often one tries again, the server is asked by one page once at a time @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, 3)
  // All sound has gone, so that only the answer to Stop is waited for.
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.waitForTimeout(3000)
  await appliance.kill()
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  const unsaved = page.getByRole('main').getByText('Not saved yet')
  await expect(unsaved).toBeVisible({ timeout: 30_000 })
  for (let i = 0; i < 4; i++) {
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(unsaved).toBeVisible({ timeout: 30_000 })
  }
  const [looks, waiting] = [[] as string[], [] as (() => void)[]]
  await page.route('**/api/recordings/1/capture', async (route) => {
    looks.push(route.request().method())
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.fallback()
  })
  await expect.poll(() => looks.length, { timeout: 15_000 }).toBe(1)
  // Longer than each of several would have waited.
  await page.waitForTimeout(5000)
  expect(looks).toHaveLength(1)
  await appliance.start()
  await page.unroute('**/api/recordings/1/capture')
  for (const go of waiting) go()
  await expect(details(page)).toContainText('Board meeting', { timeout: 60_000 })
})
