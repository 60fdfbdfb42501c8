import type { Page } from '@playwright/test'
import { expect, type Appliance } from './appliance.ts'
import { light, open, record, start, test, toast } from './recorder.ts'

const words = (page: Page) => page.getByRole('region', { name: 'Words' })
/** What stands in the panel, a line each, without what may still change. */
const lines = (page: Page) =>
  words(page)
    .getByRole('listitem')
    .evaluateAll((all) =>
      all.map((one) => {
        const text = one.querySelector('p')?.cloneNode(true) as HTMLElement
        text.querySelector('[title^="Just heard"]')?.remove()
        return text.textContent.trim()
      }),
    )
const secondsOf = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
const plain = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9' ]/g, ' ')
    .split(' ')
    .filter(Boolean)
const transcript = async (page: Page, { url }: Appliance) =>
  (await (await page.request.get(`${url}/api/recordings/1/transcript`)).json()) as {
    complete: boolean
    text: string
    segments: { start: number; end: number; text: string }[]
  }

test('a page that was reloaded in the middle offers to resume, and its panel has the words from before', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(light(page, 'Has Transcript', true)).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => plain((await lines(page)).join(' ')).length).toBeGreaterThan(6)
  const before = plain((await lines(page)).join(' ')).slice(0, 6)
  await page.reload()
  const offer = page.getByRole('main').getByRole('button', { name: /Resume|Save what was recorded/ })
  await expect(offer.first()).toHaveText('Resume recording')
  await offer.first().click()
  await expect.poll(async () => plain((await lines(page)).join(' ')).slice(0, 6)).toEqual(before)
  await expect.poll(async () => plain((await lines(page)).join(' ')).length).toBeGreaterThan(12)
  // The fake microphone begins anew with the page, so the same may be said twice; but no moment of it stands there twice.
  const times = await words(page).getByRole('listitem').locator('> span:first-child').allTextContents()
  const known = times.filter(Boolean)
  expect(new Set(known).size).toBe(known.length)
  expect(known.toSorted((a, b) => secondsOf(a) - secondsOf(b))).toEqual(known)
})

test('words that were spoken while the server was killed and started again come into the panel @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(light(page, 'Has Transcript', true)).toBeVisible({ timeout: 60_000 })
  const clock = async () => Number((await page.getByRole('timer').textContent())?.slice(-2))
  const killed = await clock()
  await appliance.kill()
  await expect(page.getByText(/^The server cannot be reached.* [89] seconds are waiting\.$/)).toBeVisible()
  await appliance.start()
  const back = await clock()
  await expect(toast(page)).toContainText('Connected')
  const safe = page.getByText(/^\d+ s safe$/)
  await expect
    .poll(async () => Number.parseInt((await safe.textContent()) ?? '', 10), { timeout: 60_000 })
    .toBeGreaterThan(back + 8)
  // Until live text has heard all of the outage, and is on time again.
  await expect(page.getByText(/^live text is \d+ seconds behind$/)).toBeHidden({ timeout: 60_000 })
  await page.waitForTimeout(3000)
  const shown = plain((await lines(page)).join(' '))
  const live = await transcript(page, appliance)
  // Nothing stands twice: the panel has what the server has, in its order.
  const head = plain(live.text).slice(0, 20)
  expect(shown.slice(0, 20)).toEqual(head)
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
  const { segments } = await transcript(page, appliance)
  const ofOutage = segments.filter(({ start, end }) => start > killed - 3 && end < back + 1)
  expect(ofOutage.length).toBeGreaterThan(0)
  const text = ` ${shown.join(' ')} `
  for (const { text: said } of ofOutage) expect(text).toContain(plain(said).join(' '))
})

test('Stop without a server says at once what is safe, and goes on when it is back @full', async ({
  page,
  appliance,
}) => {
  await record(page, appliance, 2)
  appliance.pause()
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('main').getByText('Saving', { exact: true })).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('The server is not responding.')).toBeVisible({ timeout: 2000 })
  await expect(
    page.getByText(/^\d+ s are safe in this browser and will be sent when the server is back\.$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Pause|Stop & Save)$/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try now' })).toBeFocused()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the audio' }).click()
  expect((await download).suggestedFilename()).toContain('Board meeting')
  await page.getByRole('button', { name: 'Try now' }).click()
  appliance.goOn()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
})
