import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'
import { believeRecorderAway, light, open, start, test, toast, untilSafe } from './recorder.ts'

/** Where pictures of each state go, for whoever looks at them; none are made without. */
const shots = process.env.APPLIANCE_SHOTS

/** The state at both widths: accessible, no wider than the screen. */
async function look(page: Page, theme: string, state: string): Promise<void> {
  // A browser that is here for the first time learns of it from the settings.
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    if (shots) {
      await mkdir(shots, { recursive: true })
      await page.screenshot({ path: join(shots, `${state}-${width}-${theme}.png`), fullPage: width < 600 })
    }
    expect(await problems(page), `${state} at ${width}`).toEqual([])
    await expectNoSidewaysScrolling(page, `${state} at ${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const theme of ['light', 'dark'] as const)
  test(`the recorder is accessible and fits in every state, ${theme} @full`, async ({
    page,
    appliance,
    browser,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.request.put(`${appliance.url}/api/me/settings`, { data: { enableDarkMode: theme === 'dark' } })
    await open(page, appliance)
    await expect(page.getByRole('switch', { name: 'Everyone present has been told' })).toBeVisible()
    await look(page, theme, 'ready')
    await start(page, 'Board meeting of Harrow & Sons Holdings')
    await expect(light(page, 'Has Transcript', true)).toBeVisible({ timeout: 30_000 })
    await expect(toast(page)).toBeHidden()
    await look(page, theme, 'recording')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible()
    await look(page, theme, 'paused')
    await page.getByRole('button', { name: 'Resume', exact: true }).click()

    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = await context.newPage()
    await context.grantPermissions(['microphone'], { origin: appliance.url })
    await believeRecorderAway(other)
    await other.goto(`${appliance.url}/recordings/1`)
    await expect(other.getByRole('button', { name: 'Resume recording' })).toBeVisible()
    await look(other, theme, 'unstopped')
    await other.getByRole('button', { name: 'Resume recording' }).click()
    await expect(other.getByText(/another device\. \d+ s wait/)).toBeVisible()
    await look(other, theme, 'elsewhere')
    await other.getByRole('button', { name: 'Stop & Save' }).click()
    await expect(other.getByRole('main').getByText('Not saved yet')).toBeVisible({ timeout: 30_000 })
    await look(other, theme, 'elsewhere-unsaved')
    await other.getByRole('button', { name: 'Discard' }).click()
    await look(other, theme, 'elsewhere-discard')
    await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(other.getByText('Ready to record')).toBeVisible()
    await context.close()

    // The server stands still: sound waits, words are late.
    appliance.pause()
    await expect(page.getByText(/s waiting to be sent$|seconds are waiting\.$/)).toBeVisible({
      timeout: 30_000,
    })
    await look(page, theme, 'waiting')
    appliance.goOn()
    await untilSafe(page, 20)
    await page.reload()
    await expect(page.getByText(/^A recording was not finished/)).toBeVisible()
    await look(page, theme, 'unfinished')
    await page.getByRole('button', { name: 'Save what was recorded' }).click()
    await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
    await expect(toast(page)).toBeHidden()
    await look(page, theme, 'saved')
  })

test('on a phone the words stand in view while it records, and nothing moves on a wide screen', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  const places = () =>
    page.evaluate(() =>
      ['[role=timer]', '[role=meter]', '[aria-labelledby=live-transcript]', 'input'].map((one) => {
        const { top, left } = document.querySelector(one)?.getBoundingClientRect() ?? {}
        return [one, Math.round(top ?? -1), one === '[role=timer]' ? 0 : Math.round(left ?? -1)]
      }),
    )
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('meter')).toBeVisible()
  await expect(page.getByText(/^This meeting is being recorded, and a transcript/)).toBeVisible()
  const before = await places()
  await start(page, 'Board meeting of Harrow & Sons Holdings')
  await untilSafe(page, 2)
  expect(await places()).toEqual(before)

  await page.setViewportSize({ width: 390, height: 844 })
  const words = page.getByRole('region', { name: 'Words' })
  await expect(words).toBeVisible({ timeout: 30_000 })
  await page.evaluate(() => scrollTo(0, 0))
  for (const shown of [words, page.getByRole('button', { name: 'Stop & Save' }), page.getByRole('timer')]) {
    const box = await shown.boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(844)
  }
  await expect(page.getByLabel('Meeting title')).toBeHidden()
  await page.getByRole('button', { name: /Source and notice$/ }).click()
  await expect(page.getByLabel('Meeting title')).not.toBeEditable()
})
