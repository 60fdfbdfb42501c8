import type { Page } from '@playwright/test'
import { expect } from './appliance.ts'
import { open, start, test as base, untilSafe } from './recorder.ts'

/** Chooses what is shared, which nobody is there to do. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-ui-for-media-stream',
          '--auto-select-tab-capture-source-by-title=Meeting Recorder',
        ],
      }),
    { scope: 'worker' },
  ],
})

test('the microphone and the sound of a tab are recorded as one, each with its level @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await page.getByLabel('Source').selectOption({ label: 'Microphone and tab' })
  await start(page, 'Online meeting')
  await expect(page.getByRole('meter', { name: 'Audio level: Microphone' })).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Audio level: Tab or screen' })).toBeVisible()
  await untilSafe(page, 4)
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Online meeting')
  const recording = () =>
    page.request.get(`${appliance.url}/api/recordings/1`).then((answer) => answer.json())
  await expect.poll(async () => (await recording()).duration).toBeGreaterThan(4)
})

test('a microphone that hears nothing for ten seconds is told of @full', async ({ page, appliance }) => {
  // Switched off at its own button: it is there, and hears nothing.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const take = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await take(constraints)
      for (const track of stream.getAudioTracks()) track.enabled = false
      return stream
    }
  })
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(page.getByText(/^No sound for 10 seconds/)).toBeVisible({ timeout: 25_000 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^No sound for 10 seconds/)).toBeHidden()
})

/** Keeps what the page was lent, to end or to mute it as a person or a cable would. */
const keepLent = () => {
  const { mediaDevices } = navigator
  const lent: Record<string, MediaStream> = {}
  Object.assign(globalThis, { lent })
  const wrap = (name: 'getUserMedia' | 'getDisplayMedia') => {
    const take = mediaDevices[name].bind(mediaDevices)
    mediaDevices[name] = async (constraints) => (lent[name] = await take(constraints))
  }
  wrap('getUserMedia')
  wrap('getDisplayMedia')
}

/** A track that a page stops says nothing; one that ends by itself does. */
const end = (page: Page, name: 'getUserMedia' | 'getDisplayMedia') =>
  page.evaluate((name) => {
    const { lent } = globalThis as unknown as { lent: Record<string, MediaStream> }
    for (const track of lent[name]?.getTracks() ?? []) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
  }, name)

const tabLost = 'The tab audio has stopped. Only the microphone is being recorded.'
const microphoneLost = 'The microphone has stopped. Only the tab audio is being recorded.'

test('of two sources the one that ends is named as long as it is gone, and can be had again', async ({
  page,
  appliance,
}) => {
  await page.addInitScript(keepLent)
  await open(page, appliance)
  await page.getByLabel('Source').selectOption({ label: 'Microphone and tab' })
  await start(page, 'Online meeting')
  await untilSafe(page, 2)

  await end(page, 'getDisplayMedia')
  await expect(page.getByText(tabLost)).toBeVisible()
  // It stands where it happened, among the words.
  const panel = page.getByRole('region', { name: 'Live Transcript' })
  await expect(panel.getByText('The tab or screen audio stopped here')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const strip = page.getByRole('region', { name: 'Recording in progress' })
  await expect(strip).toContainText(tabLost)
  // It stays in view on a long page, and what stays there too stands below it.
  await page.getByRole('button', { name: 'Save All Settings' }).waitFor()
  await page.mouse.move(900, 500) // over the sidebar it is the sidebar that scrolls
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(strip).toBeInViewport({ ratio: 1 })
  const [above, below] = [
    await strip.boundingBox(),
    await page.getByRole('button', { name: 'Save All Settings' }).boundingBox(),
  ]
  expect(below!.y).toBeGreaterThan(above!.y + above!.height)
  await strip.getByRole('button', { name: 'Share again' }).click()
  await expect(strip).not.toContainText(tabLost)

  // The microphone was not asked for again; now it goes, and the tab stays.
  await end(page, 'getUserMedia')
  await strip.getByRole('link', { name: 'Back to the recorder' }).click()
  await expect(page.getByText(microphoneLost)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(microphoneLost)).toBeHidden()
  const capture = async () => (await page.request.get(`${appliance.url}/api/recordings/1/capture`)).json()
  await expect.poll(async () => (await capture()).epochs.length).toBeGreaterThan(1)
})

test('of two sources the silent one is named; a shared tab is never called a microphone @full', async ({
  page,
  appliance,
}) => {
  await page.addInitScript(keepLent)
  await open(page, appliance)
  await page.getByLabel('Source').selectOption({ label: 'Microphone and tab' })
  await start(page, 'Online meeting')
  await untilSafe(page, 2)
  const mute = (name: string) =>
    page.evaluate((name) => {
      const { lent } = globalThis as unknown as { lent: Record<string, MediaStream> }
      for (const track of lent[name]?.getAudioTracks() ?? []) track.enabled = false
    }, name)
  await mute('getDisplayMedia')
  await expect(page.getByText(/^No sound from the tab for 10 seconds/)).toBeVisible({ timeout: 25_000 })
  await mute('getUserMedia')
  await expect(page.getByText(/^No sound for 10 seconds/)).toBeVisible({ timeout: 25_000 })
  await expect(page.getByText(/^No sound from the tab/)).toBeHidden()
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByText('Ready to record')).toBeVisible({ timeout: 30_000 })

  await page.getByLabel('Source').selectOption({ label: 'Tab or screen' })
  await expect(page.getByText('Nothing shared')).toBeVisible()
  await start(page, 'Broadcast')
  await untilSafe(page, 2)
  await expect(page.getByText(/^Tab or screen \d+ · /)).toBeVisible()
  await end(page, 'getDisplayMedia')
  await expect(
    page.getByText(/^Nothing is being recorded: the tab or screen audio has stopped/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Share again' }).click()
  await expect(page.getByText(/^Nothing is being recorded/)).toBeHidden()
})

test('a recording of a tab alone is resumed from a tab, or from the microphone if so wished @full', async ({
  page,
  appliance,
}) => {
  await open(page, appliance)
  await page.getByLabel('Source').selectOption({ label: 'Tab or screen' })
  await start(page, 'Broadcast')
  await untilSafe(page, 3)
  await page.reload()
  await expect(page.getByText(/, from a tab or screen\. \d+ s safe on the appliance/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume recording' }).click()
  await expect(page.getByText(/^Tab or screen \d+ · /)).toBeVisible()
  await untilSafe(page, 5)
  await page.reload()
  await page.getByRole('button', { name: 'Resume with the microphone' }).click()
  await expect(page.getByText(/^Microphone \d+ · /)).toBeVisible()
})
