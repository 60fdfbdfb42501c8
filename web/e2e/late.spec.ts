import type { Page } from '@playwright/test'
import { allRecordings, expect, row, type Appliance } from './appliance.ts'
import { problems } from './axe.ts'
import { enginesIn, light, record, test, untilSafe } from './recorder.ts'

const recordingOf = async (page: Page, { url }: Appliance, id = 1) =>
  (await page.request.get(`${url}/api/recordings/${id}`)).json()
const transcriptOf = async (page: Page, { url }: Appliance) =>
  (await (await page.request.get(`${url}/api/recordings/1/transcript`)).json()) as {
    complete: boolean
    version: number
    segments: { text: string }[]
  }
const details = (page: Page) => page.getByRole('region', { name: 'Recording Details' })
const endThere = async (page: Page, { url }: Appliance): Promise<void> => {
  const answer = await page.request.post(`${url}/api/binary-upload/1`, {
    headers: { 'content-type': 'audio/webm' },
    data: Buffer.alloc(0),
  })
  expect(answer.ok()).toBe(true)
}

test('what was recorded offline joins the recording that somebody finished meanwhile @full', async ({
  page,
  appliance,
  browser,
}) => {
  test.slow()
  await record(page, appliance, 4)
  await page.context().setOffline(true)
  await expect(page.getByText(/[6-9] seconds are waiting\.$/)).toBeVisible({ timeout: 30_000 })

  const context = await browser.newContext({ locale: 'en-GB' })
  const other = await context.newPage()
  await endThere(other, appliance)
  await other.goto(`${appliance.url}/recordings/1`)
  const note = other.getByText(
    /^Finished by .+ while it was being recorded\. Anything the recording device had not sent/,
  )
  await expect(note).toBeVisible({ timeout: 60_000 })
  expect(await problems(other)).toEqual([])
  await expect
    .poll(async () => (await recordingOf(other, appliance)).status, { timeout: 60_000 })
    .toBe('done')
  const before = await recordingOf(other, appliance)
  const short = await transcriptOf(other, appliance)
  expect(short.complete).toBe(true)

  // It stands still, so that what is said while the transcript is made again can be looked at.
  const engines = await enginesIn(appliance, 'run/empty')
  expect(engines).toHaveLength(1)
  for (const pid of engines) process.kill(pid, 'SIGSTOP')
  await page.context().setOffline(false)
  await expect(
    page.getByText(/^This recording was finished on another page or device at \d\d?:\d\d/),
  ).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/Everything recorded on this page is included\.$/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('Ready to record')).toBeVisible()
  await expect(page).not.toHaveTitle(/●/)
  expect(await problems(page)).toEqual([])
  await expect(note).toBeHidden({ timeout: 60_000 })
  for (const one of [page, other])
    await expect(one.getByText(/^More of the meeting has since arrived/)).toBeVisible({ timeout: 30_000 })
  await expect(light(page, 'Complete', false)).toBeVisible()
  expect(await problems(page)).toEqual([])
  expect(await problems(other)).toEqual([])
  for (const pid of engines) process.kill(pid, 'SIGCONT')
  await expect
    .poll(async () => (await recordingOf(other, appliance)).status, { timeout: 90_000 })
    .toBe('done')
  const after = await recordingOf(other, appliance)
  expect(after.duration).toBeGreaterThan(before.duration + 5)
  expect(Math.abs(after.duration - after.capture.elapsed)).toBeLessThan(2)
  expect(await allRecordings(other, appliance)).toHaveLength(1)
  // The page that was open all the while plays all of it.
  await expect
    .poll(() => other.evaluate(() => document.querySelector('audio')?.duration))
    .toBeGreaterThan(before.duration + 5)
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 30_000 })
  for (const one of [page, other])
    await expect(one.getByText(/^More of the meeting has since arrived/)).toBeHidden()
  const whole = await transcriptOf(other, appliance)
  expect(whole).toMatchObject({ complete: true })
  expect(whole.version).toBeGreaterThan(short.version)
  for (const { text } of whole.segments)
    await expect(page.getByRole('region', { name: 'Words' })).toContainText(text)
  await context.close()

  // The meeting was not over after all.
  await page.getByRole('button', { name: 'Continue recording' }).click()
  await untilSafe(page, Math.ceil(after.duration) + 3)
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(details(page)).toContainText('Board meeting', { timeout: 60_000 })
  expect(await allRecordings(page, appliance)).toHaveLength(1)
})

test('what this browser kept is added on the recording’s own page, at the first go @full', async ({
  page,
  appliance,
}) => {
  await page.routeWebSocket(/\/api\/ws\/simple/, (socket) => socket.close())
  await record(page, appliance, 3)
  await page.route('**/chunks/**', (route) => route.abort())
  await expect(page.getByText(/[5-9] seconds are waiting\.$/)).toBeVisible({ timeout: 30_000 })

  // Before it is asked: it cannot be deleted while it is recorded.
  const second = await page.context().newPage()
  await second.goto(`${appliance.url}/history`)
  await row(second, 'Board meeting')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const dialog = second.getByRole('alertdialog')
  await expect(dialog).not.toContainText('Duration')
  await expect(dialog).toContainText(
    'This meeting is being recorded. Stop the recording before you delete it.',
  )
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await second.close()

  await endThere(page, appliance)
  await page.reload()
  await page.getByRole('button', { name: 'Discard local copy' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    /^Discard local copy\d+ seconds of "Board meeting" are/,
  )
  expect(await problems(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${appliance.url}/recordings/1`)
  const note = page.getByText(/^\d+ s of this meeting are still in this browser$/)
  await expect(note).toBeVisible()
  const seconds = Number.parseInt((await note.textContent()) ?? '', 10)
  expect(await problems(page)).toEqual([])
  const { duration } = await recordingOf(page, appliance)
  await page.unroute('**/chunks/**')
  const refusals: number[] = []
  page.on('response', (response) => response.status() === 409 && refusals.push(response.status()))
  await page.getByRole('button', { name: 'Add to the recording' }).click()
  await expect(
    page.getByText(`${seconds} seconds were added. The recording is being transcribed again.`),
  ).toBeVisible({ timeout: 60_000 })
  expect(refusals).toEqual([])
  await expect
    .poll(async () => (await recordingOf(page, appliance)).duration, { timeout: 60_000 })
    .toBeGreaterThan(duration + seconds - 2)
  expect((await recordingOf(page, appliance)).capture.openEnd).toBeNull()
  expect(await allRecordings(page, appliance)).toHaveLength(1)
})
