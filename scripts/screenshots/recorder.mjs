// Pictures of the recorder in the states that only a recording has: a browser with a fake microphone that hears a
// synthesised meeting, and a fake tab.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from '../lib/paths.mjs'

const widths = [
  [1440, 900],
  [768, 1024],
  [390, 844],
]

/** Runs in the page: what it is lent can be refused, ended and muted from outside. */
function keepLent() {
  const { mediaDevices } = navigator
  /** @type {Record<string, MediaStream>} */
  const lent = {}
  const state = { lent, refuse: false }
  Object.assign(globalThis, { fake: state })
  for (const name of /** @type {const} */ (['getUserMedia', 'getDisplayMedia'])) {
    const take = mediaDevices[name].bind(mediaDevices)
    mediaDevices[name] = async (constraints) => {
      if (state.refuse) throw new DOMException('', 'NotAllowedError')
      return (lent[name] = await take(constraints))
    }
  }
}

/** @typedef {{ fake: { lent: Record<string, MediaStream>, refuse: boolean } }} Fake */

/** @param {{ url: string, folder: string }} where */
export async function recorderStates({ url, folder }) {
  const speech = mkdtempSync(join(tmpdir(), 'appliance-screens-speech-'))
  const out = join(speech, 'meeting')
  const maker = join(root, 'scripts', 'speech', 'make_meeting.py')
  execFileSync('python3', [maker, '--seed', '5', '--minutes', '1', '--speakers', '3', '--out', out])
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      '--auto-select-tab-capture-source-by-title=Meeting Recorder',
      `--use-file-for-fake-audio-capture=${out}.wav`,
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(keepLent)
    await page.goto(`${url}/record`, { waitUntil: 'networkidle' })

    /** @param {string} name */
    const shoot = async (name) => {
      for (const theme of ['light', 'dark']) {
        // The switch at the sidebar's foot would need the sidebar: this is what it sets.
        await page.evaluate((value) => {
          document.documentElement.dataset.theme = value
        }, theme)
        for (const [width, height] of widths) {
          await page.setViewportSize({ width: width ?? 0, height: height ?? 0 })
          await page.waitForTimeout(300)
          await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    /** @param {boolean} refuse */
    const refuse = (refuse) =>
      page.evaluate((value) => {
        const { fake } = /** @type {Fake} */ (/** @type {unknown} */ (globalThis))
        fake.refuse = value
      }, refuse)
    const quiet = () => page.locator('[data-toast]').waitFor({ state: 'hidden' })
    /** @param {string} name */
    const press = (name) => page.getByRole('button', { name }).click()

    await page.getByLabel('Meeting title').fill('Board meeting of Harrow & Sons Holdings')
    await refuse(true)
    await press('Start')
    await page.getByText('This page may not use the microphone').waitFor()
    await quiet()
    await shoot('record-refused')
    await refuse(false)
    await page.getByLabel('Source').selectOption({ label: 'Microphone and tab' })
    await press('Try again')
    await page.getByRole('region', { name: 'Words' }).waitFor()
    await quiet()
    await shoot('record-recording')
    await page.evaluate(() => {
      const { fake } = /** @type {Fake} */ (/** @type {unknown} */ (globalThis))
      for (const track of fake.lent.getDisplayMedia?.getTracks() ?? []) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    })
    await quiet()
    await shoot('record-tab-lost')
    await page.getByRole('link', { name: 'Meetings', exact: true }).click()
    await shoot('record-strip-tab-lost')
    await press('Share again')
    await page.getByText('The sound of the tab no longer comes').waitFor({ state: 'hidden' })
    await shoot('record-strip')
    await press('Pause')
    await shoot('record-strip-paused')
    await page.getByRole('link', { name: 'Back to the recorder' }).click()
    await shoot('record-paused')
    await press('Resume')
    await press('Stop & Save')
    await page.getByText('Complete:', { exact: true }).waitFor({ timeout: 120_000 })
    await quiet()
    await shoot('record-saved')
  } finally {
    await browser.close()
    rmSync(speech, { recursive: true, force: true })
  }
}
