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
  await page.getByLabel('Source').selectOption({ label: 'Microphone and tab or screen' })
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
  await expect(page.getByText(/^Nothing has been heard for 10 seconds/)).toBeVisible({ timeout: 25_000 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Nothing has been heard for 10 seconds/)).toBeHidden()
})
