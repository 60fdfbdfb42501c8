import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, row, sampleMeeting, test } from './appliance.ts'

const position = (page: Page): Promise<number> =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)

test('a click on a segment plays from there, and the playing word is marked', async ({ page, appliance }) => {
  await sampleMeeting(page, appliance)
  await page.goto(`${appliance.url}/recordings/1`)
  const line = page.getByRole('listitem').filter({ hasText: 'Revenue increased by twelve percent' })
  const before = await line.boundingBox()
  await line.getByRole('button', { name: /^Play from/ }).click()
  await expect(line).toHaveAttribute('aria-current', 'true')
  await expect(line.locator('.playing-word')).toHaveText(/\w/)
  expect(await position(page)).toBeGreaterThan(10)
  expect((await line.boundingBox())?.height).toBe(before?.height) // marking moves nothing
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('k')
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused))
    .toBe(true)
  const at = await position(page)
  await page.keyboard.press('j')
  await expect.poll(() => position(page)).toBeLessThan(at)
})

test('every download is what it says', async ({ page, appliance }) => {
  await sampleMeeting(page, appliance)
  const expected: [string, string, (bytes: Buffer) => boolean][] = [
    ['Direct Download', '.wav', (b) => b.toString('latin1', 0, 4) === 'RIFF'],
    ['MP3 Format', '.mp3', (b) => b.toString('latin1', 0, 3) === 'ID3' || b[0] === 0xff],
    ['WAV Format', '.wav', (b) => b.toString('latin1', 8, 12) === 'WAVE'],
    ['Original Format', '.mp3', (b) => b.length === 609_846],
    ['Transcript', '.txt', (b) => b.toString('utf8').includes('Demo transcript') && b.includes('[00:00:')],
  ]
  for (const [name, extension, holds] of expected) {
    await row(page, 'Sample meeting')
      .getByRole('button', { name: /Download/ })
      .click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`Sample meeting (synthesised voices)${extension}`)
    expect(holds(await readFile(await download.path()))).toBe(true)
  }
})

test('a recording that is not there says so', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/recordings/77`)
  await expect(page.getByText('Error Loading Recording')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})
