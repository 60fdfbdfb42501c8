import type { Page } from '@playwright/test'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { expect, type Appliance } from './appliance.ts'
import { open, record, start, test, untilSafe } from './recorder.ts'

const pause = (page: Page) => page.getByRole('button', { name: 'Pause' }).click()
const goOn = (page: Page) => page.getByRole('button', { name: 'Resume', exact: true }).click()

const panelOf = (page: Page) => page.getByRole('region', { name: 'Live Transcript' })

async function get<T>(page: Page, { url }: Appliance, path: string): Promise<T> {
  return (await (await page.request.get(`${url}/api/recordings/1${path}`)).json()) as T
}

/** Stops, and waits for the whole transcript. */
async function stopped(
  page: Page,
  appliance: Appliance,
): Promise<{ recording: Recording; transcript: Transcript }> {
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting', {
    timeout: 90_000,
  })
  await expect
    .poll(async () => (await get<Recording>(page, appliance, '')).status, { timeout: 60_000 })
    .toBe('done')
  return {
    recording: await get<Recording>(page, appliance, ''),
    transcript: await get<Transcript>(page, appliance, '/transcript'),
  }
}

/** Seconds of sound and of time, and what lies between them. */
const factsOf = ({ capture }: Recording) => {
  const { gaps, pauses, captured, elapsed } = capture!
  return { gaps, pauses: pauses.map(({ length }) => Math.round(length)), behind: elapsed! - captured }
}

test('a pause divides what was said, and is said in the panel, on the page and in the text @full', async ({
  page,
  appliance,
}) => {
  await record(page, appliance, 6)
  await pause(page)
  await expect(page.getByText('Microphone paused', { exact: true })).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Audio level' })).toHaveAttribute('aria-valuenow', '0')
  await page.waitForTimeout(4000)
  // What was being said is final: nothing of it waits for words that will not come.
  await expect(panelOf(page).locator('li em, li .italic')).toHaveCount(0)
  await expect(
    panelOf(page)
      .getByRole('listitem')
      .filter({ hasText: /board meeting/i }),
  ).not.toHaveCount(0)
  await expect(page.getByRole('meter', { name: 'Audio level' })).toHaveAttribute('aria-valuenow', '0')
  await goOn(page)
  await expect(page.getByText(/^Microphone \d+ · /)).toBeVisible()
  await expect(panelOf(page).getByText(/^Paused for [45] s$/)).toBeVisible({ timeout: 15_000 })
  await untilSafe(page, 12)
  // The slips of a finger.
  await pause(page)
  await goOn(page)
  await pause(page)
  await goOn(page)
  await untilSafe(page, 14)

  const { recording, transcript } = await stopped(page, appliance)
  const { gaps, behind } = factsOf(recording)
  expect(gaps).toEqual([])
  expect(Math.abs(behind)).toBeLessThan(1.5)
  const { at, length } = recording.capture!.pauses[0]!
  expect(length).toBeGreaterThan(3.9)
  expect(length).toBeLessThan(6)
  const across = transcript.segments.filter(({ start, end }) => start < at - 0.01 && end > at + 0.01)
  expect(across).toEqual([])
  expect(transcript.segments.some(({ end }) => end <= at + 0.01)).toBe(true)
  expect(transcript.segments.some(({ start }) => start >= at - 0.01)).toBe(true)

  const text = await (
    await page.request.get(`${appliance.url}/api/recordings/1/transcript?download=true`)
  ).text()
  expect(text).toMatch(/^\[00:00:0\d\] \(Paused for [45] s\)$/m)
  await page.goto(`${appliance.url}/recordings/1`)
  await expect(page.getByLabel('Transcript, by segment').getByText(/^Paused for [45] s$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details', exact: true })).toContainText(/paused for [4-6] s/)
})

test('a pause at once, one without a network, one that a reload ends, and one before Stop lose nothing @full', async ({
  page,
  context,
  appliance,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await pause(page)
  await page.waitForTimeout(2000)
  await goOn(page)
  await untilSafe(page, 3)

  await context.setOffline(true)
  await page.waitForTimeout(2000)
  await pause(page)
  await page.waitForTimeout(2000)
  await goOn(page)
  await page.waitForTimeout(2000)
  await context.setOffline(false)
  await untilSafe(page, 8)

  await pause(page)
  await page.waitForTimeout(2000)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${appliance.url}/recordings/1`)
  await page.waitForTimeout(3000)
  await page.getByRole('button', { name: 'Resume recording' }).click()
  await untilSafe(page, 11)
  await pause(page)
  await page.waitForTimeout(2000)

  const { recording } = await stopped(page, appliance)
  const { gaps, pauses, behind } = factsOf(recording)
  expect(gaps).toEqual([])
  expect(Math.abs(behind)).toBeLessThan(1.5)
  expect(pauses).toHaveLength(3)
  expect(pauses[0]).toBeGreaterThanOrEqual(2)
  expect(pauses[1]).toBeGreaterThanOrEqual(2)
  // The page was away for a part of it.
  expect(pauses[2]).toBeGreaterThanOrEqual(5)
  expect(recording.duration).toBeGreaterThan(10)
})
