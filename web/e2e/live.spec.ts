import type { Page } from '@playwright/test'
import { expect, type Appliance } from './appliance.ts'
import { light, open, record, recorderName, start, test, toast, untilSafe } from './recorder.ts'

async function duration(page: Page, { url }: Appliance, id: number): Promise<unknown> {
  return (await (await page.request.get(`${url}/api/recordings/${id}`)).json()).duration
}

test('words appear while the meeting is recorded, and the whole transcript after it', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await expect(page.getByText(/This meeting is being recorded, and a transcript is made of it/)).toBeVisible()
  const reminder = page.getByText(/^Nobody has confirmed yet that everyone present was told/)
  const told = page.getByRole('switch', { name: 'Everyone present has been told' })
  await expect(reminder).toBeVisible()
  await told.click()
  await expect(reminder).toBeHidden()
  const created = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/recordings'),
  )
  await start(page, 'Audit committee')
  expect((await created).postDataJSON()).toEqual({ title: 'Audit committee', userId: 1, peopleTold: true })
  await expect(toast(page)).toContainText('Connected')
  const panel = page.getByRole('region', { name: 'Live Transcript' })
  await expect(panel).toContainText('Source: ws', { timeout: 30_000 })
  await expect(panel).toContainText('WebSocket: Connected')
  await expect(light(page, 'Has Transcript', true)).toBeVisible()

  // A break: nothing is recorded, and the clock stands.
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible()
  const clock = page.getByRole('timer', { name: 'Elapsed time' })
  const before = await clock.textContent()
  await page.waitForTimeout(2500)
  expect(await clock.textContent()).toBe(before)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(clock).not.toHaveText(before ?? '')

  // The latest words stay in view until somebody scrolls up to read.
  const words = panel.getByRole('region', { name: 'Words' })
  await page.addStyleTag({ content: '[aria-label="Words"] { max-height: 48px }' })
  const toEnd = () => words.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  await expect.poll(() => words.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(30)
  await expect.poll(toEnd).toBeLessThan(2)
  await words.hover()
  await page.mouse.wheel(0, -400)
  await panel.getByRole('button', { name: 'Latest words' }).click()
  await expect.poll(toEnd).toBeLessThan(2)

  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(panel.getByText('Complete:', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(panel).toContainText(/good morning everyone/i)
})

test('where no socket opens the sound goes over HTTP', async ({ page, appliance }) => {
  await page.routeWebSocket(/\/api\/ws\/simple/, (socket) => socket.close())
  const chunks: number[] = []
  page.on('response', (response) => {
    if (/\/epochs\/\d+\/chunks\/\d+(?:\?|$)/.test(response.url())) chunks.push(response.status())
  })
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(toast(page)).toContainText('Using backup method')
  await untilSafe(page, 3)
  expect(chunks.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
  await expect.poll(() => duration(page, appliance, 1)).toBeGreaterThan(2)
  expect(new Set(chunks)).toEqual(new Set([200]))
})

test('without a socket the sound goes over HTTP @full', async ({ page, appliance }) => {
  // A proxy that takes the connection and never answers.
  await page.routeWebSocket(/\/api\/ws\/simple/, () => new Promise(() => undefined))
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(toast(page)).toContainText('Recording in HTTP mode')
  await expect(toast(page)).toContainText('Using reliable HTTP upload... Real-time transcription disabled')
  const panel = page.getByRole('region', { name: 'Live Transcript' })
  await expect(panel).toContainText('WebSocket: None')
  await untilSafe(page, 5)
  // In a pause no sound tells that somebody still records.
  const here = page.waitForResponse(/\/capture\?recorder=/)
  await page.getByRole('button', { name: 'Pause' }).click()
  expect((await here).status()).toBe(200)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
  await expect(toast(page)).toContainText('Recording complete', { timeout: 60_000 })
})

test('a second page is refused while the first one records, and may go on once that is gone @full', async ({
  page,
  appliance,
  context,
}) => {
  await record(page, appliance, 3)

  const second = await context.newPage()
  await second.goto(`${appliance.url}/recordings/1`)
  const resume = second.getByRole('main').getByRole('button', { name: 'Resume recording' })
  await expect(resume).toBeDisabled()
  await expect(second.getByText(/^It is being recorded in another tab of this browser\./)).toBeVisible()
  await untilSafe(page, 6)

  // Forgotten at the start, said in the middle.
  await page.getByRole('switch', { name: 'Everyone present has been told' }).click()
  await expect(page.getByRole('switch', { name: 'Everyone present has been told' })).toBeChecked()

  // The first page is gone without a word: what it has not sent goes first, then its meeting goes on.
  await page.reload()
  await page.waitForTimeout(4000)
  await page.getByRole('button', { name: 'Resume recording' }).click()
  await untilSafe(page, 12)
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
  await expect.poll(() => duration(page, appliance, 1)).toBeGreaterThan(11)

  // What was said meanwhile is missing, and drawn where it was.
  await page.goto(`${appliance.url}/recordings/1`)
  const facts = page.getByRole('region', { name: 'Details', exact: true })
  await expect(facts).toContainText(
    /Recorded by User 1 on .+; everyone present was told, as User 1 said on .+2\d{3}.+\.Completeness/,
  )
  await facts.getByRole('switch', { name: 'Everyone present has been told' }).click()
  await expect(facts).toContainText('; not told, as User 1 said on')
  await expect(facts).toContainText(
    /[12]\d seconds of audio in [1-4]\d seconds, ([4-9]|1\d) seconds were not recorded; [12]\d seconds transcribed\./,
    { timeout: 60_000 },
  )
  await expect(
    page.getByLabel('Transcript, by segment').getByText(/^([4-9]|1\d) seconds were not recorded$/),
  ).toBeVisible()
})

test('a machine that slept begins another part, and goes on @full', async ({ page, appliance }) => {
  await record(page, appliance, 3)
  // The page stands still, as it does while the machine sleeps.
  await page.evaluate(() => {
    const until = Date.now() + 7000
    while (Date.now() < until);
  })
  await untilSafe(page, 9)
  // Chromium may hand over the seconds in which the page stood still as one chunk of the first part.
  const epochs = async () =>
    (await (await page.request.get(`${appliance.url}/api/recordings/1/capture`)).json()).epochs
  await expect.poll(epochs).toHaveLength(2)
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
})

test('another microphone in the middle; what the server will not take becomes a recording of its own @full', async ({
  page,
  appliance,
}) => {
  await record(page, appliance, 3)
  await page.getByLabel('Microphone', { exact: true }).selectOption({ index: 2 })
  await untilSafe(page, 6)
  // It is closed for good, as its own page says it at Stop.
  const recorder = await recorderName(page)
  await page.request.post(`${appliance.url}/api/binary-upload/1?recorder=${recorder}`, {
    headers: { 'content-type': 'audio/webm' },
  })
  await expect(toast(page)).toContainText('This recording is closed. No more audio can be added to it.')
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(toast(page)).toContainText('Upload Error')
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await page.getByRole('button', { name: 'Keep a copy' }).click()
  await expect.poll(() => downloads.sort()).toEqual(['Board meeting 1.webm', 'Board meeting 2.webm'])
  await page.getByRole('button', { name: 'Save as new recording' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
  await expect.poll(() => duration(page, appliance, 2)).toBeGreaterThan(6)
})
