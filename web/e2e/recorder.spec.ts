import { allRecordings, expect, row } from './appliance.ts'
import { light, open, record, start, test, toast, untilSafe } from './recorder.ts'

test('a meeting is recorded, saved and transcribed', async ({ page, appliance }) => {
  // What the browser really lends of its wake lock: 'held', then 'released'.
  await page.addInitScript(() => {
    if (!('wakeLock' in navigator)) return
    const request = navigator.wakeLock.request.bind(navigator.wakeLock)
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type)
      document.documentElement.dataset.wakeLock = 'held'
      lock.addEventListener('release', () => (document.documentElement.dataset.wakeLock = 'released'))
      return lock
    }
  })
  await open(page, appliance)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meeting Recorder')
  await expect(page.getByText('Record and transcribe your meeting with ease')).toBeVisible()
  await expect(page.getByText('Ready to record')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled()
  await page.getByLabel('Meeting title').press('Enter')
  await expect(toast(page)).toContainText('Meeting title required')
  await expect(toast(page)).toContainText('Please enter a title for your meeting')

  await start(page, 'Audit committee')
  await expect(toast(page)).toContainText('Connected')
  await expect(page.getByLabel('Meeting title')).not.toBeEditable()
  await expect(page).toHaveTitle('● Audit committee – Meeting Recorder')
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-recording.svg')
  await expect(page.locator('html')).toHaveAttribute('data-wake-lock', 'held')
  await expect(light(page, 'Recording', true)).toBeVisible()
  await expect
    .poll(async () => Number(await page.getByRole('meter').getAttribute('aria-valuenow')))
    .toBeGreaterThan(5)
  await untilSafe(page, 4)

  // Another screen may be looked at meanwhile.
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveTitle('● Audit committee – Settings')
  const strip = page.getByRole('region', { name: 'Recording in progress' })
  await expect(strip).toContainText('Audit committee')
  await strip.getByRole('button', { name: 'Pause' }).click()
  await expect(page).toHaveTitle('❚❚ Audit committee – Settings')
  await strip.getByRole('button', { name: 'Resume', exact: true }).press('Enter')
  await expect(strip.getByRole('button', { name: 'Stop & Save' })).toBeEnabled()
  await strip.getByRole('link', { name: 'Back to the recorder' }).click()
  await untilSafe(page, 9)

  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByText('Finishing the recording')).toBeVisible()
  const details = page.getByRole('region', { name: 'Recording Details' })
  await expect(details).toContainText('Audit committee')
  await expect(page.getByText('Ready to record')).toBeVisible()
  await expect(page).toHaveTitle(/^Meeting Recorder/)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg')
  await expect(page.locator('html')).toHaveAttribute('data-wake-lock', 'released')
  // Three questions while it is still known who was there; when it was is known.
  const about = details.getByRole('form', { name: 'About the meeting' })
  await expect(about.getByLabel('When was it?')).toHaveValue(new Date().toISOString().slice(0, 10))
  await about.getByLabel('Who was there?').fill('Ann Lee, Tom Okoro')
  await expect(toast(page)).toContainText('Recording complete', { timeout: 60_000 })
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Details saved')
  await expect(about).toBeHidden()
  const heard = await (await page.request.get(`${appliance.url}/api/recordings/1/transcript`)).json()
  expect(heard.attendees).toMatchObject([{ name: 'Ann Lee' }, { name: 'Tom Okoro' }])

  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
  await expect(light(page, 'Has Transcript', true)).toBeVisible()
  const words = page.getByRole('region', { name: 'Live Transcript' })
  await expect(words.getByText('Complete:', { exact: true })).toBeVisible()
  await expect(words).toContainText(/board meeting/i)
  await expect(details).toContainText(/1[1-9] seconds/)
  await details.getByRole('button', { name: 'Play Audit committee' }).click()
  await expect(details.getByRole('button', { name: 'Pause Audit committee' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await details.getByRole('link', { name: 'Download Audio' }).click()
  expect((await downloading).suggestedFilename()).toBe('Audit committee.wav')

  // A new recording begins with an empty panel.
  await start(page, 'Next one')
  await expect(light(page, 'Has Transcript', false)).toBeVisible()
  await expect(details).toBeHidden()
})

test('the server is killed in the middle and comes back: nothing is lost', async ({ page, appliance }) => {
  await record(page, appliance, 4)
  await appliance.kill()
  await expect(toast(page)).toContainText('Connection lost')
  await expect(toast(page)).toContainText(
    'The connection to the server was lost. Recording may be incomplete.',
  )
  await expect(
    page.getByText(
      /^The server cannot be reached\. Audio is saved in this browser\. \d+ seconds are waiting\.$/,
    ),
  ).toBeVisible()
  await page.waitForTimeout(2000)
  await expect(page.getByText('Recording', { exact: true }).first()).toBeVisible()
  await appliance.start()
  await untilSafe(page, 8)
  await expect(page.getByText(/cannot be reached/)).toBeHidden()
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
  const { duration } = await (await page.request.get(`${appliance.url}/api/recordings/1`)).json()
  expect(duration).toBeGreaterThan(8)
})

test('a server that is gone at the end: the sound is kept, and sent when it is back @full', async ({
  page,
  appliance,
}) => {
  await record(page, appliance, 3)
  await appliance.kill()
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(toast(page)).toContainText('Upload Error', { timeout: 30_000 })
  await expect(toast(page)).toContainText('Could not upload audio. Please try again.')
  await expect(page.getByRole('main').getByText('Not saved yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep a copy' })).toBeVisible()
  await appliance.start()
  await page
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 5000 })
    .catch(() => undefined) // it may have gone by itself
  await expect(page.getByRole('region', { name: 'Recording Details' })).toBeVisible()
  await expect(light(page, 'Complete', true)).toBeVisible({ timeout: 60_000 })
})

test('a page that is reloaded in the middle offers what was recorded @full', async ({ page, appliance }) => {
  await page.routeWebSocket(/\/api\/ws\/simple/, (socket) => socket.close())
  await record(page, appliance, 2)
  await page.route('**/chunks/**', (route) => route.abort())
  await expect(page.getByText(/[4-9] seconds are waiting\.$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('A recording was not finished: Board meeting')).toBeVisible()
  await page.unroute('**/chunks/**')
  await page.getByRole('button', { name: 'Save what was recorded' }).click()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText('Board meeting')
  await expect(page.getByText('A recording was not finished')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Recording Details' })).toContainText(/([6-9]|1\d) seconds/)

  await start(page, 'Second meeting')
  await untilSafe(page, 2)
  await page.reload()
  await page.getByRole('button', { name: 'Discard local copy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('A recording was not finished')).toBeHidden()
  // What the appliance had of it is heard all the same.
  await page.goto(`${appliance.url}/history`)
  await expect(row(page, 'Second meeting')).toContainText(/Duration 00:0[1-9]/)
})

test('without leave to use the microphone nothing is recorded, and nothing is left behind', async ({
  page,
  appliance,
}) => {
  await page.goto(`${appliance.url}/record`)
  await page.getByLabel('Meeting title').fill('Board meeting')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(toast(page)).toContainText('Microphone access denied')
  await expect(toast(page)).toContainText('Please allow microphone access to record audio')
  await expect(page.getByText('Ready to record')).toBeVisible()
  await expect(page.getByLabel('Meeting title')).toBeEditable()
  await expect.poll(async () => allRecordings(page, appliance)).toEqual([])
  // It stands there when the toast has gone, with what to do about it.
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('This page may not use the microphone')).toBeVisible()
  await expect(page.getByText(/^Choose the sign at the left of the address/)).toBeVisible()
  await page.context().grantPermissions(['microphone'], { origin: appliance.url })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Recording', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('This page may not use the microphone')).toBeHidden()
})

test('a microphone that does not work says so', async ({ page, appliance }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
  })
  await open(page, appliance)
  await page.getByLabel('Meeting title').fill('Board meeting')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(toast(page)).toContainText('Microphone Error')
  await expect(toast(page)).toContainText(
    'Could not access your microphone. Please check browser permissions.',
  )
  await expect.poll(async () => allRecordings(page, appliance)).toEqual([])
})

test('with the server gone recording does not start', async ({ page, appliance }) => {
  await open(page, appliance)
  await page.getByLabel('Meeting title').fill('Board meeting')
  await appliance.kill()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(toast(page)).toContainText('Error')
  await expect(toast(page)).toContainText('Failed to create recording: The server cannot be reached.')
  await expect(page.getByText('Ready to record')).toBeVisible()
})

test('the level is not drawn for those who do not want it @full', async ({ page, appliance }) => {
  await page.request.put(`${appliance.url}/api/me/settings`, { data: { enableAudioVisualizer: false } })
  await open(page, appliance)
  await expect(page.getByRole('meter')).toHaveCount(0)
  await start(page, 'Board meeting')
  await untilSafe(page, 1)
  await expect(page.getByRole('meter')).toHaveCount(0)
})
