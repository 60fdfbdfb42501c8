import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, processTest, row, startAppliance, test, textMeeting, transcribed } from './appliance.ts'
import { problems } from './axe.ts'
import { sampled } from './sample.ts'

const sample = join(import.meta.dirname, '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')

test('the first look: an empty list, the sample, its transcript', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  await expect(page.getByRole('heading', { name: 'Meetings', exact: true })).toBeVisible()
  await expect(page.getByText('Manage, upload and access your meeting recordings')).toBeVisible()
  await expect(page.getByText('No meetings yet')).toBeVisible()
  await expect(page.getByText('Start by recording a meeting or uploading an audio file')).toBeVisible()
  await expect(page.getByText('No recordings yet')).toBeVisible() // the sidebar
  await expect(page.getByText('Premium Plan')).toBeVisible()

  await page.getByRole('button', { name: 'Try a sample meeting' }).click()
  const meeting = row(page, 'Sample meeting')
  await transcribed(page)
  await expect(meeting).toContainText('Duration 01:1')
  await expect(page.getByRole('searchbox', { name: 'Search meetings' })).toBeVisible() // from the first one on

  await meeting.getByRole('link', { name: /Sample meeting/ }).click()
  await expect(page).toHaveURL(/\/recordings\/1$/)
  await expect(page.getByText('Good morning everyone and welcome to the board meeting.')).toBeVisible()
  await expect(page).toHaveTitle(/Sample meeting/)
  await expect(page.getByText('Transcribed with Toy').first()).toBeVisible()
})

test('nobody is told to drop files where nothing can be dropped @full', async ({ browser, appliance }) => {
  for (const hasTouch of [false, true]) {
    const page = await browser.newPage({ hasTouch, isMobile: hasTouch })
    await page.goto(appliance.url)
    await expect(page.getByText('The sample is a short meeting')).toBeVisible()
    await expect(page.getByText('drop files anywhere')).toBeVisible({ visible: !hasTouch })
    await page.close()
  }
})

test('a file is uploaded in the dialog and its progress is seen without reloading', async ({
  page,
  appliance,
}) => {
  await page.goto(appliance.url)
  await page.getByRole('button', { name: 'Upload Media File' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()

  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  const toast = page.locator('[data-toast]')
  await expect(toast).toContainText('Invalid file type')
  await expect(toast).toContainText(
    'Please select an audio file (MP3, WAV) or video file (MP4, WebM, MOV, AVI, MKV)',
  )

  await dialog.locator('input[type=file]').setInputFiles(sample)
  await expect(dialog.getByLabel(/title/i)).toHaveValue('sample-meeting')
  await expect(dialog.getByText('609.8 KB')).toBeVisible()
  await dialog.getByLabel(/title/i).fill('Audit committee')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByText('Upload successful')).toBeVisible()
  await expect(page.getByText('Your audio file has been uploaded and is being transcribed.')).toBeVisible()
  const meeting = row(page, 'Audit committee')
  await expect(meeting.getByRole('progressbar')).toBeVisible()
  await transcribed(page)
  await expect(meeting.getByRole('progressbar')).toBeHidden()
})

test('a file that cannot be read says why, and can be tried again @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  await page.getByRole('button', { name: 'Upload Media File' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(50_000, 'x') })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const meeting = row(page, 'broken')
  await expect(meeting).toContainText('Audio saved but not transcribed')
  await expect(meeting).toContainText('could not be read')
  await expect(page.getByTitle('Audio saved, transcription failed')).toBeVisible()

  await meeting.getByRole('link', { name: 'broken' }).click()
  await expect(
    page
      .getByRole('paragraph')
      .filter({ hasText: /^Transcription failed$/ })
      .last(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Retry Transcription' }).click()
  await expect(page.getByText('Transcription Started')).toBeVisible()
  await expect(
    page
      .getByRole('paragraph')
      .filter({ hasText: /^Transcription failed$/ })
      .last(),
  ).toBeVisible()
})

sampled('a damaged file never looks as if it played @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  await expect(row(page, 'Sample meeting')).toBeVisible()
  await page.route(/\/api\/(recordings\/1\/(audio|download)|convertTo)/, (route) =>
    route.fulfill({ status: 200, contentType: 'audio/mpeg', body: 'x'.repeat(20_000) }),
  )
  const seen: string[] = []
  await page.exposeFunction('seen', (name: string) => seen.push(name))
  await page.evaluate(() => {
    const button = document.querySelector('li[data-recording] button')
    new MutationObserver(() =>
      (window as never as { seen(name: string): void }).seen(button?.ariaLabel ?? ''),
    ).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-label'] })
  })
  await row(page, 'Sample meeting').getByRole('button', { name: /^Play/ }).click()
  await expect(page.getByText('Playback Failed')).toBeVisible()
  await expect(page.getByText('Please try downloading the file instead')).toBeVisible()
  await expect(row(page, 'Sample meeting').getByRole('button', { name: /^Play/ })).toBeVisible()
  expect(seen.some((name) => name.startsWith('Loading'))).toBe(true)
  expect(seen.some((name) => name.startsWith('Pause'))).toBe(false)
})

test('many meetings are searched, and shown a few at a time', async ({ page, appliance }) => {
  for (let n = 1; n <= 60; n += 1)
    await page.request.post(`${appliance.url}/api/recordings`, {
      data: { title: n === 7 ? 'Remuneration committee' : `Meeting ${n}` },
    })
  await page.goto(appliance.url)
  const rows = page.locator('li[data-recording]')
  await expect(rows).toHaveCount(50)
  await expect(page.getByText('50 of 60')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search meetings' }).fill('remun comm')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText('1 meeting found')
  await expect(page).toHaveURL(/\?q=remun\+comm$/)
  await rows.getByRole('link').click()
  await expect(page).toHaveURL(/\/recordings\/\d+$/)
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search meetings' })).toHaveValue('remun comm')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search meetings' }).fill('nothing of the kind')
  await expect(
    page.getByText('No meeting has “nothing of the kind” in its title or description.'),
  ).toBeVisible()
  // Players in a list load nothing until they are played.
  expect(await page.locator('audio[src]').count()).toBe(0)
})

test('deleting asks first and takes the meeting from list and sidebar', async ({ page, appliance }) => {
  await textMeeting(appliance, 'Ann Lee: Good morning.')
  await page.goto(appliance.url)
  await row(page, 'Audit committee')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('Delete Recording')
  await expect(dialog).toContainText(
    'Are you sure you want to delete "Audit committee"? This action cannot be undone.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Audit committee')).toBeVisible()
  await row(page, 'Audit committee')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No meetings yet')).toBeVisible()
  await expect(page.getByText('No recordings yet')).toBeVisible()
})

processTest(
  'with the server gone the last list stays under a banner, and comes back by itself',
  async ({ page, appliance }) => {
    await textMeeting(appliance, 'Ann Lee: Good morning.')
    await page.goto(appliance.url)
    await expect(row(page, 'Audit committee')).toBeVisible()
    const before = await row(page, 'Audit committee').boundingBox()
    await appliance.kill()
    await expect(page.getByText('the server cannot be reached')).toBeVisible()
    expect(await row(page, 'Audit committee').boundingBox()).toEqual(before) // what is read does not jump
    await appliance.start()
    await expect(page.getByText('the server cannot be reached')).toBeHidden({ timeout: 60_000 })
    await expect(row(page, 'Audit committee')).toBeVisible()
  },
)

test('two tabs agree', async ({ page, context, appliance }) => {
  await textMeeting(appliance, 'Ann Lee: Good morning.')
  await page.goto(appliance.url)
  await expect(row(page, 'Audit committee')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${appliance.url}/recordings/1`)
  await other.getByRole('button', { name: 'Edit Details' }).click()
  const details = other.getByRole('form', { name: 'Edit Details' })
  await details.getByLabel('Title').fill('Board meeting of April')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(other).toHaveTitle(/Board meeting of April/)
  await expect(row(page, 'Board meeting of April')).toBeVisible()
})

test.describe('while the engine is being built', () => {
  test('its progress shows, recordings wait, and go on when it is there', async ({ browser }) => {
    const engineDir = await mkdtemp(join(tmpdir(), 'appliance-engine-'))
    const progress = (percent: number): Promise<void> =>
      writeFile(
        join(engineDir, 'progress.json'),
        JSON.stringify({
          state: 'building',
          percent,
          message: 'Compiling',
          pid: process.pid,
          at: new Date().toISOString(),
        }),
      )
    await progress(42)
    const appliance = await startAppliance({ engineDir })
    try {
      const page = await browser.newPage()
      await page.goto(appliance.url)
      await expect(page.getByText('Building the speech engine, 42%')).toBeVisible()
      await page.getByRole('button', { name: 'Try a sample meeting' }).click()
      await expect(row(page, 'Sample meeting')).toContainText('Waiting for the speech engine')
      await progress(77)
      await expect(
        page.getByText('Building the speech engine, 77%. Recordings will wait until it is ready.'),
      ).toBeVisible()
      await expect(row(page, 'Sample meeting')).toContainText('77%')
      await symlink(join(process.env.APPLIANCE_ENGINE_DIR!, 'bin'), join(engineDir, 'bin'))
      await expect(page.getByText('Building the speech engine')).toHaveCount(0)
      await transcribed(page)
      await page.close()
    } finally {
      await appliance.discard()
    }
  })
})

test('an unknown address says so', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/nowhere`)
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
})

test('what was said is found, with a link to its second; the list says who was there and sorts', async ({
  page,
  appliance,
}) => {
  const said = '[00:00:02] Ann Lee: Good morning.\n[00:01:05] Tom Okoro: We should buy one electric van.'
  const id = await textMeeting(appliance, said, { title: 'Fleet', meetingDate: '2026-05-03T12:00:00Z' })
  await textMeeting(appliance, 'Ann Lee: Hello.', { title: 'Budget', meetingDate: '2026-01-03T12:00:00Z' })
  const put = await page.request.put(`${appliance.url}/api/recordings/${id}/meeting-info`, {
    data: { attendees: [{ speakerId: 'attendee-1', name: 'Priya Shah' }], location: null },
  })
  expect(put.ok()).toBe(true)
  const found = async () =>
    (await (await page.request.get(`${appliance.url}/api/search?q=electric%20van`)).json()).passages.length
  await expect.poll(found).toBeGreaterThan(0)
  await page.goto(appliance.url)
  await expect(row(page, 'Fleet')).toContainText('Priya Shah')
  await expect(row(page, 'Fleet')).toContainText('May 3, 2026')
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText(['Budget', 'Fleet'])
  await page.getByLabel('Sort by').selectOption('Meeting date')
  await expect(titles).toHaveText(['Fleet', 'Budget'])
  await page.getByLabel('Sort by').selectOption('Title')
  await expect(titles).toHaveText(['Budget', 'Fleet'])

  await page.route('**/api/search?*', (route) => route.fulfill({ status: 500 }))
  await page.getByLabel('Search meetings').fill('electric van')
  await expect(page.getByText('The matches in transcripts could not be loaded')).toBeVisible()
  await page.unroute('**/api/search?*')
  const asked = page.waitForRequest('**/api/search?*', { timeout: 3000 }) // sooner than by itself
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await asked
  const passages = page.getByRole('region', { name: 'In transcripts' })
  await expect(passages).toContainText('We should buy one electric van.')
  for (const theme of ['Dark', 'Light']) {
    await page.getByTitle(theme, { exact: true }).click()
    expect(await problems(page), theme).toEqual([])
  }
  await passages.getByRole('link', { name: /Fleet/ }).click()
  await expect(page).toHaveURL(/\/recordings\/\d+\?t=65$/)
  await expect(page.getByText('We should buy one electric van.')).toBeInViewport()

  // "?" is answered on every screen.
  await page.goto(appliance.url)
  await expect(row(page, 'Fleet')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${appliance.url}/settings#sms`)
  await expect(page.getByRole('heading', { name: 'SMS/Text Reminders' })).toBeInViewport()
})
