import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { meeting } from '../../server/test/speech.ts'
import { problems } from './axe.ts'
import { allRecordings, expect, row, processTest as test, textMeeting, type Appliance } from './appliance.ts'

const sample = join(import.meta.dirname, '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')
const toast = (page: Page) => page.locator('[data-toast]')
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })

async function openDialog(page: Page, { url }: Appliance, name = 'Upload Media File'): Promise<Locator> {
  await page.goto(url)
  await page.getByRole('button', { name }).first().click()
  return page.getByRole('dialog', { name })
}

async function choose(dialog: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(files)
}

/** A line that takes seconds for what a local one takes in an instant. @param rate bytes a second */
async function slowLine(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: rate,
  })
}

test('several files are uploaded at once, and seen from every screen @full', async ({ page, appliance }) => {
  const dialog = await openDialog(page, appliance)
  const sound = await readFile(sample)
  await choose(
    dialog,
    ['First', 'Second', 'Third'].map((name) => ({
      name: `${name}.mp3`,
      mimeType: 'audio/mpeg',
      buffer: sound,
    })),
  )
  await expect(dialog.getByText('3 files')).toBeVisible()
  await dialog.getByLabel('Title of Second.mp3').fill('Renamed')
  await slowLine(page, 400_000)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(tray(page)).toContainText(/Uploading 3 files, \d+%/)
  await expect(tray(page)).toContainText(/KB\/s/)
  await expect(tray(page)).toContainText('Queued')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(tray(page)).toContainText('Upload Complete')
  await page.getByRole('link', { name: 'Meetings', exact: true }).click()
  for (const title of ['First', 'Renamed', 'Third']) await expect(row(page, title)).toBeVisible()
  await expect(tray(page)).toBeHidden()
})

test('a large file goes on where it was when the server comes back @full', async ({ page, appliance }) => {
  const { wav } = await meeting({ seed: 6, minutes: 3, speakers: 3 })
  const dialog = await openDialog(page, appliance)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await choose(dialog, wav)
  await expect(dialog.getByText(/KB \(\d.* MB\)/)).toBeVisible()
  await slowLine(page, 1_500_000)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText(/^[2-9]\d%, /)).toBeVisible()
  await appliance.kill()
  await expect(dialog.getByText('Waiting for the server…')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await expect(tray(page)).toContainText('Waiting for the server…')
  // By now the next try of its own is eight seconds away.
  await page.waitForTimeout(8000)
  const before = offsets.length
  await appliance.start()
  const back = Date.now()
  await tray(page).getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => offsets.length).toBeGreaterThan(before)
  expect(Date.now() - back).toBeLessThan(5000)
  await expect(toast(page)).toContainText('Upload successful', { timeout: 60_000 })
  await expect(toast(page)).toContainText('Your audio file has been uploaded and is being transcribed.')
  expect(offsets[0]).toBe(0)
  expect(offsets.at(-1)).toBeGreaterThan(0)
  await expect(row(page, 'meeting')).toContainText(/Duration 0[23]:/)
})

test('an upload that a reload has cut off goes on with the same file', async ({ page, appliance }) => {
  const { wav } = await meeting({ seed: 6, minutes: 3, speakers: 3 })
  const dialog = await openDialog(page, appliance)
  await choose(dialog, wav)
  await slowLine(page, 1_500_000)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText(/^[2-9]\d%, /)).toBeVisible()
  // Another tab sees that it is under way here.
  const other = await page.context().newPage()
  await other.goto(appliance.url)
  await expect(other.getByText('No meetings yet')).toBeVisible()
  await expect(tray(other)).toBeHidden()
  await other.close()
  await page.reload()
  await expect(tray(page)).toContainText('meeting.wav was not finished. Choose the same file to continue.')
  const input = tray(page).getByLabel('The file meeting.wav')
  await input.setInputFiles({ name: 'other.wav', mimeType: 'audio/wav', buffer: Buffer.from('x') })
  await expect(tray(page)).toContainText('This is a different file. It must be meeting.wav')
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await input.setInputFiles(wav)
  await expect(toast(page)).toContainText('Upload successful', { timeout: 60_000 })
  expect(offsets[0]).toBeGreaterThan(0)
  await expect(tray(page)).not.toContainText('was not finished')
  await page.reload()
  await expect(row(page, 'meeting')).toBeVisible()
  await expect(tray(page)).toBeHidden()
})

test('three questions at upload: what is prefilled holds, and the last meeting of that name tells who comes', async ({
  page,
  appliance,
}) => {
  const sound = await readFile(sample)
  const file = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer: sound })
  const dialog = await openDialog(page, appliance)
  await choose(dialog, file('Estates committee 3 April.mp3'))
  await expect(dialog.getByLabel('When was it?')).not.toHaveValue('')
  await dialog.getByLabel('When was it?').fill('2026-04-03')
  await dialog.getByLabel('Who was there?').fill('Ann Lee, Tom Okoro')
  await expect(dialog.getByLabel('How many spoke?')).toHaveAttribute('placeholder', 'At most 2')
  expect(await problems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Upload successful')
  const about = async (id: number) => {
    const recording = await (await page.request.get(`${appliance.url}/api/recordings/${id}`)).json()
    const transcript = await (
      await page.request.get(`${appliance.url}/api/recordings/${id}/transcript`)
    ).json()
    const names = (transcript.attendees ?? []).map(({ name }: { name: string }) => name)
    return [recording.meetingDate?.slice(0, 10), ...names]
  }
  await expect.poll(() => about(1)).toEqual(['2026-04-03', 'Ann Lee', 'Tom Okoro'])

  await page.getByRole('button', { name: 'Upload Media File' }).first().click()
  await choose(dialog, file('Estates committee 5 May.mp3'))
  await expect(dialog.getByLabel('Who was there?')).toHaveValue('Ann Lee, Tom Okoro')
  await dialog.getByLabel('When was it?').fill('')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => about(2)).toEqual([undefined, 'Ann Lee', 'Tom Okoro'])
})

test('an upload is cancelled, and nothing is left of it', async ({ page, appliance }) => {
  const { wav } = await meeting({ seed: 6, minutes: 3, speakers: 3 })
  const dialog = await openDialog(page, appliance)
  await choose(dialog, wav)
  await slowLine(page, 500_000)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText(/^[1-9]\d?%, /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tray(page)).toBeHidden()
  await expect.poll(async () => allRecordings(page, appliance)).toEqual([])
})

test('with the network gone a small file is tried again, then says so, and can be tried by hand @full', async ({
  page,
  appliance,
}) => {
  const dialog = await openDialog(page, appliance)
  await choose(dialog, sample)
  await appliance.kill()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Waiting for the server…')).toBeVisible()
  await expect(toast(page)).toContainText('Upload failed', { timeout: 20_000 })
  await expect(toast(page)).toContainText('Network error occurred during upload')
  await appliance.start()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'sample-meeting')).toBeVisible()
})

test('what the server refuses, and what it says that cannot be read', async ({ page, appliance }) => {
  const dialog = await openDialog(page, appliance)
  await choose(dialog, { name: 'sheet.xlsx', mimeType: 'audio/x-sheet', buffer: Buffer.alloc(1000, 'x') })
  await page.route('**/api/recordings/upload', (route) =>
    route.fulfill({
      status: 415,
      json: { error: 'No.', message: 'Not a kind of audio.', code: 'bad_request' },
    }),
  )
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Upload failed: Unsupported Media Type')
  await expect(dialog).toContainText('Not a kind of audio.')
  expect((await toast(page).innerText()).match(/Upload failed/g)).toHaveLength(1)
  await page.unroute('**/api/recordings/upload')
  await page.route('**/api/recordings/upload', (route) => route.fulfill({ body: '<html>' }))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Failed to parse server response')
})

test('files are dropped anywhere on the screen', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  await page.getByText('No meetings yet').waitFor()
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['notes'], 'notes.pdf', { type: 'application/pdf' }))
    transfer.items.add(new File(['sound'], 'Council.mp3', { type: 'audio/mpeg' }))
    return transfer
  })
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
  await expect(page.getByText('Drop files to upload them')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
  await expect(toast(page)).toContainText('Invalid file type')
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Council')
})

const spoken = '[00:00:01] [Speaker 2] Good morning.\n[00:00:04] [Speaker 1] Thank you.\n'

test('a transcript is uploaded with the names of its speakers', async ({ page, appliance }) => {
  const dialog = await openDialog(page, appliance, 'Upload Transcript')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Please select a file')).toBeVisible()
  await choose(dialog, { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await expect(toast(page)).toContainText('Invalid file type')
  await expect(toast(page)).toContainText('Please upload a text (.txt) file')
  await choose(dialog, { name: 'plain.txt', mimeType: 'text/plain', buffer: Buffer.from('Nobody is named.') })
  await expect(toast(page)).toContainText('No speakers detected')
  await expect(toast(page)).toContainText('Could not find any speaker labels in the transcript')
  await choose(dialog, { name: 'Council of April.txt', mimeType: 'text/plain', buffer: Buffer.from(spoken) })
  await expect(toast(page)).toContainText('Speakers detected')
  await expect(toast(page)).toContainText('Found 2 speakers in the transcript')
  await expect(dialog.getByLabel('Title')).toHaveValue('Council of April')
  await dialog.getByLabel('Speaker 1').fill('  Grace Hopper ')
  await dialog.getByLabel('Speaker 2').fill('Grace  Hopper')
  await expect(dialog).toContainText('The same name as Speaker 1: both become one speaker.')
  await dialog.getByLabel('Speaker 2').fill('')
  await expect(dialog).not.toContainText('The same name as')
  await dialog.getByLabel('Meeting date').fill('2026-04-03')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Transcript Uploaded')
  await expect(toast(page)).toContainText('Transcript uploaded successfully')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Council of April')).toContainText('No audio available')
  const [recording] = await (await page.request.get(`${appliance.url}/api/users/1/recordings`)).json()
  expect(recording).toMatchObject({ sourceType: 'uploaded_transcript', transcriptionSuccess: true })
  expect(recording.meetingDate).toMatch(/^2026-04-03/)
  const { content, attendees } = await (
    await page.request.get(`${appliance.url}/api/recordings/${recording.id}/transcript`)
  ).json()
  // As they were typed, though the second one speaks first.
  expect(attendees.map(({ name }: { name: string }) => name)).toEqual(['Grace Hopper', 'Speaker 2'])
  expect(content).toContain('Grace Hopper')
  expect(content).toContain('Speaker 2')
  expect(content).not.toContain('Speaker 1')
})

test('each step of a transcript that fails has its words, and the next try goes on @full', async ({
  page,
  appliance,
}) => {
  const dialog = await openDialog(page, appliance, 'Upload Transcript')
  await appliance.kill()
  await choose(dialog, { name: '.txt', mimeType: 'text/plain', buffer: Buffer.from(spoken) })
  await expect(toast(page)).toContainText('Analysis failed')
  await expect(toast(page)).toContainText('Failed to analyze transcript')
  await expect(dialog.getByLabel('Title')).toHaveValue('Uploaded Transcript')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Upload failed')
  await expect(toast(page)).toContainText('Failed to create recording')
  await appliance.start()

  await page.route('**/api/recordings/*/transcript', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Failed to upload transcript')
  await page.unroute('**/api/recordings/*/transcript')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page)).toContainText('Transcript uploaded successfully')
  await expect.poll(async () => allRecordings(page, appliance)).toHaveLength(1)
})

test('of a text that is refused nothing is kept: no meeting, no date', async ({ page, appliance }) => {
  const noWords = {
    name: 'Council.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('[00:00:01] [Speaker 1]'),
  }
  const dialog = await openDialog(page, appliance, 'Upload Transcript')
  await choose(dialog, noWords)
  await expect(toast(page)).toContainText('File read error')
  await expect(dialog.getByRole('alert')).toHaveText('The file holds no words.')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toContainText('Please select a file')
  expect(await allRecordings(page, appliance)).toEqual([])

  const id = await textMeeting(appliance, spoken, { meetingDate: '2026-04-03T11:00:00Z' })
  const before = await allRecordings(page, appliance)
  await page.goto(`${appliance.url}/recordings/${id}`)
  const other = page.getByRole('dialog', { name: 'Upload Transcript' })
  const upload = async (file: typeof noWords, day: string): Promise<void> => {
    await page.getByLabel('Transcript file').setInputFiles(file)
    await other.getByLabel('Meeting date').fill(day)
    await other.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await upload(noWords, '2026-05-04')
  await expect(toast(page)).toContainText('The file holds no words.')
  expect(await allRecordings(page, appliance)).toEqual(before)
  await other.getByRole('button', { name: 'Cancel' }).click()
  await upload({ ...noWords, buffer: Buffer.from('Speaker 1: Good morning.') }, '2026-05-05')
  await expect(toast(page)).toContainText('Transcript uploaded')
  expect(await allRecordings(page, appliance)).toMatchObject([
    { id, meetingDate: expect.stringMatching(/^2026-05-05/), sourceType: 'transcript', wordCount: 2 },
  ])
})

test('names that cannot be put in leave the text as it was @full', async ({ page, appliance }) => {
  const dialog = await openDialog(page, appliance, 'Upload Transcript')
  await choose(dialog, { name: 'Council.txt', mimeType: 'text/plain', buffer: Buffer.from(spoken) })
  await dialog.getByLabel('Speaker 1').fill('Grace')
  await page.route('**/api/transcript/process', (route) => route.abort())
  // Two toasts come one right after the other, and there is only ever one.
  const said = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        new MutationObserver(() => {
          if (
            document
              .querySelector('[data-toast]')
              ?.textContent?.includes('Could not apply speaker replacements')
          )
            resolve(true)
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  expect(await said).toBe(true)
  await expect(row(page, 'Council')).toBeVisible()
  const { content } = await (await page.request.get(`${appliance.url}/api/recordings/1/transcript`)).json()
  expect(content).toContain('Speaker 1')
})
