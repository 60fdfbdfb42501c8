import type { Page } from '@playwright/test'
import { expect, row } from './appliance.ts'
import { sampled } from './sample.ts'

/** The sources of the player in the specified order (the sound as it plays directly comes before all), by their addresses. */
const sources = [
  /\/recordings\/1\/audio(\?t=\d+)?$/,
  /\/audio\?.*download=true/,
  /\/audio\?.*repair=true/,
  /\/convertToWav\/1/,
  /\/convertToMp3\/1/,
  /\/audio\?.*nocache/,
]

/** The first so many sources fail, and the next one is heard. */
async function playsAfter(page: Page, broken: number): Promise<void> {
  const asked: { source: number; at: number }[] = []
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(/\/api\/(recordings\/1\/audio|convertTo)/, async (route) => {
    const url = route.request().url()
    const source = sources.findIndex((pattern) => pattern.test(url))
    if (asked.at(-1)?.source !== source) asked.push({ source, at: Date.now() })
    if (source < broken) await route.fulfill({ status: 503, body: '' })
    else await route.continue()
  })
  await page.reload()
  asked.length = 0
  const meeting = row(page, 'Sample meeting')
  await meeting.getByRole('button', { name: /^Play/ }).click()
  await expect(meeting.getByRole('button', { name: /^Pause/ })).toBeVisible({ timeout: 15_000 })
  expect(asked.map(({ source }) => source)).toEqual(Array.from({ length: broken + 1 }, (_, i) => i))
  for (const [i, { at }] of asked.slice(1).entries()) expect(at - asked[i]!.at).toBeGreaterThanOrEqual(490)
  await expect(page.getByText('Playback Failed')).toBeHidden()
}

sampled(
  'when sources fail the next one is tried, in the specified order, half a second later',
  async ({ page, appliance }) => {
    await page.goto(appliance.url)
    await playsAfter(page, sources.length - 1)
  },
)

sampled('each source of the sound really plays @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  for (let broken = 0; broken < sources.length - 1; broken++) await playsAfter(page, broken)
})
