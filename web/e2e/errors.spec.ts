import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expect, processTest, row, test, type Appliance } from './appliance.ts'
import { sampled, sampledProcess } from './sample.ts'

/**
 * The specification's error catalogue (section 8), each sentence in the state that it belongs to, with a server that really
 * fails. An answer is written by the test only where no server of ours would give it.
 * What stands in other files: recorder (recorder.spec.ts), uploads and the transcript flow (uploads.spec.ts), forms that
 * lack something, search for places, the summary (recording.spec.ts), playback and files of the wrong kind (meetings.spec.ts).
 */

const run = promisify(execFile)
const toast = (page: Page) => page.locator('[data-toast]')
const sample = join(import.meta.dirname, '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')

async function says(page: Page, ...sentences: string[]): Promise<void> {
  for (const sentence of sentences) await expect(toast(page)).toContainText(sentence)
}

/** What the page logs from here on. */
function logged(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  return lines
}

async function send({ url }: Appliance, method: string, path: string, body: unknown): Promise<unknown> {
  const raw = body instanceof Uint8Array
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': raw ? 'audio/webm;codecs=opus' : 'application/json' },
    body: raw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
  })
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
  return response.json()
}

async function chooseToUpload(page: Page, name: string, files: Parameters<Locator['setInputFiles']>[0]) {
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.locator('input[type=file]').setInputFiles(files)
  return dialog
}

const upload = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload', exact: true }).click()
const sound = (name: string, bytes: number) => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: Buffer.alloc(bytes, 1),
})

processTest(
  'the list that cannot be fetched, and what may not or cannot be deleted',
  async ({ page, appliance }) => {
    const { id } = (await send(appliance, 'POST', '/api/recordings', { title: 'Live' })) as { id: number }
    await send(appliance, 'PUT', `/api/recordings/${id}/epochs/0/chunks/0`, new Uint8Array(4000).fill(1))
    const other = (await send(appliance, 'POST', '/api/recordings', { title: 'Other' })) as { id: number }
    await page.goto(appliance.url)
    await row(page, 'Live')
      .getByRole('button', { name: /^Delete/ })
      .click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(/Added /)
    await expect(dialog).not.toContainText('Duration')
    // It is known before anybody asks.
    await expect(dialog.getByRole('alert')).toHaveText(
      'This meeting is being recorded. Stop the recording before you delete it.',
    )
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.route(`**/api/recordings/${other.id}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, json: { error: 'Broken.', message: 'Broken.' } })
        : route.continue(),
    )
    await row(page, 'Other')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toContainText('Failed to delete recording. Please try again.')
    await page.unroute(`**/api/recordings/${other.id}`)
    await appliance.kill()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toContainText('Error while deleting: The server cannot be reached.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const lines = logged(page)
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().click()
    await expect.poll(() => lines.join('\n')).toContain('Failed to fetch recordings')
    // The last list stays, under a banner that says so.
    await expect(page.getByText('the server cannot be reached')).toBeVisible()
    await expect(row(page, 'Live')).toBeVisible()
  },
)

sampledProcess(
  'with the server stopped every change on a recording’s page says that it was not made',
  async ({ page, appliance }) => {
    await page.goto(`${appliance.url}/recordings/1`)
    // Whatever writes them by itself has ended, or the page would go on showing how far it was.
    const again = page.getByRole('button', { name: 'Regenerate Summary' })
    await expect(again).toBeEnabled({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Edit Transcript' }).click()
    await page.getByRole('textbox', { name: 'Transcript', exact: true }).fill('Other words.')
    await page.getByRole('button', { name: 'Edit Details' }).click()
    await page.getByRole('button', { name: 'Edit the summary' }).click()
    await page.getByRole('textbox', { name: 'Summary' }).fill('In short.')
    await appliance.kill()

    const save = async (form: string) => {
      await page.getByRole('form', { name: form }).getByRole('button', { name: 'Save' }).click()
      await says(page, 'An error occurred while saving. Please try again.')
    }
    await page.getByRole('form', { name: 'Edit Details' }).getByLabel('Title').fill('Another title')
    await save('Edit Details')
    await says(page, 'Error saving details')
    await save('Edit Summary')
    await says(page, 'Error saving summary')
    await save('Edit Transcript')
    await says(page, 'Error saving transcript')
    // What was typed is still there, to be saved when the server is back.
    await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveText('In short.')

    await page.getByText('Physical').click()
    await page.getByLabel('Search for a place').fill('Leeds')
    await page.keyboard.press('Enter')
    await says(page, 'Search failed', 'Could not search for locations. Please try again.')
    await page
      .getByRole('region', { name: 'People and location' })
      .getByRole('button', { name: 'Save' })
      .click()
    await says(page, 'Failed to save', 'Could not update meeting information. Please try again.')

    await page.getByRole('form', { name: 'Edit Summary' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('form', { name: 'Edit Details' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Download Audio' }).click()
    await expect(page.getByText('Failed to download audio. Please try again.')).toBeVisible()
    await again.click()
    await says(
      page,
      'Summary generation failed',
      'There was an error generating the summary. Please try again.',
    )

    await page.getByRole('form', { name: 'Edit Transcript' }).getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByLabel('Transcript file')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello.') })
    await upload(page.getByRole('dialog', { name: 'Upload Transcript' }))
    await says(page, 'Upload failed', 'There was an error uploading the transcript. Please try again.')
  },
)

test('the upload dialog says what is missing and what it refuses @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  const dialog = await chooseToUpload(page, 'Upload Media File', {
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('notes'),
  })
  const refusal = 'Please select an audio file (MP3, WAV) or video file (MP4, WebM, MOV, AVI, MKV)'
  await says(page, 'Invalid file type', refusal)
  // A dialog hides everything else from screen readers, toasts too.
  await expect(dialog.getByRole('alert')).toContainText(refusal)

  await dialog.getByLabel('Title').fill('Council')
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  await dialog.locator('input[type=file]').setInputFiles(sample)
  await expect(dialog.getByLabel('Title')).toHaveValue('Council')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByLabel('Title').fill('  ')
  await expect(dialog.getByRole('alert')).toHaveText('Please select a file and enter a title')
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
})

test('a full disk refuses an upload with its reason @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  const folder = join(appliance.dataDir, 'uploads')
  await run('mount', ['-t', 'tmpfs', '-o', 'size=50m', 'tmpfs', folder])
  try {
    const dialog = await chooseToUpload(page, 'Upload Media File', sample)
    await upload(dialog)
    await says(page, 'Upload failed: Insufficient Storage')
    await expect(dialog).toContainText("There is not enough room on the appliance's disk")
  } finally {
    await run('umount', ['-l', folder])
  }
})

test('an answer that is none, and one that nobody expected @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  const dialog = await chooseToUpload(page, 'Upload Media File', sample)
  await page.route('**/api/recordings/upload', (route) => route.fulfill({ json: {} }))
  await upload(dialog)
  await says(page, 'Upload failed', 'Failed to parse server response')
  await page.unroute('**/api/recordings/upload')

  // A large file goes in pieces, and the page then asks for its recording.
  await page.route('**/api/recordings/1', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.locator('input[type=file]').setInputFiles(sound('long.mp3', 6_000_000))
  await upload(dialog)
  await says(page, 'Upload failed', 'An unknown error occurred')
})

processTest(
  'while the server is at work on a file, the dialog says at what @full',
  async ({ page, appliance }) => {
    const folder = await mkdtemp(join(tmpdir(), 'appliance-video-'))
    const video = join(folder, 'Council.mp4')
    const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=2']
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=2']
    await run('ffmpeg', ['-loglevel', 'error', ...picture, ...tone, '-shortest', video])
    await page.goto(appliance.url)
    const stages = [
      [
        video,
        'Processing file... (extracting audio from video)',
        'Video processing may take a minute for larger files',
      ],
      [sample, 'Processing audio file...', ''],
    ] as const
    const successes = [
      'Your video file has been uploaded. Audio will be extracted and transcribed.',
      'Your audio file has been uploaded and is being transcribed.',
    ]
    for (const [index, [file, words, note]] of stages.entries()) {
      const dialog = await chooseToUpload(page, 'Upload Media File', file)
      // The machine takes all of it in; nobody answers yet.
      appliance.pause()
      await upload(dialog)
      await expect(dialog.getByText(words, { exact: true })).toBeVisible()
      if (note) await expect(dialog.getByText(note)).toBeVisible()
      appliance.goOn()
      await says(page, 'Upload successful', successes[index] ?? '')
      await expect(dialog).toBeHidden()
    }
    await rm(folder, { recursive: true })
  },
)

test('the steps of a transcript that fail @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  const folder = await mkdtemp(join(tmpdir(), 'appliance-text-'))
  const file = join(folder, 'minutes.txt')
  await writeFile(file, 'Speaker 1: Good morning.')

  // The file goes away between its choice and its reading.
  await page.getByRole('button', { name: 'Upload Transcript' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload Transcript' })
  const input = dialog.locator('input[type=file]')
  await page.evaluate(() =>
    addEventListener('change', (event) => event.stopImmediatePropagation(), { capture: true, once: true }),
  )
  await input.setInputFiles(file)
  await rm(folder, { recursive: true })
  await input.dispatchEvent('change')
  await says(page, 'File read error', 'Could not read the selected file')
  await expect(dialog.getByRole('alert')).toHaveText('Could not read the selected file')

  await input.setInputFiles({
    name: 'Council.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Speaker 1: Good morning.'),
  })
  await page.route('**/api/recordings', (route) => route.fulfill({ json: {} }))
  await upload(dialog)
  await says(page, 'Upload failed', 'Missing recording ID in response')
  await page.unroute('**/api/recordings')

  const lines = logged(page)
  await page.route('**/api/transcript/process', (route) => route.abort())
  // The last toast says that the rest came through.
  const titles = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const text = document.querySelector('[data-toast]')?.textContent ?? ''
          if (text.includes('Could not apply speaker replacements')) resolve(text)
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
  await dialog.getByLabel('Speaker 1').fill('Grace')
  await upload(dialog)
  expect(await titles).toContain('Processing failed')
  await says(page, 'Transcript Uploaded')
  expect(lines.join('\n')).toContain('Failed to process speaker replacements')
})

test('a recording that cannot be loaded, by its address, by the server, by its silence @full', async ({
  page,
  appliance,
}) => {
  await page.goto(`${appliance.url}/recordings/board`)
  await expect(page.getByText('Error Loading Recording')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See all meetings' }).click()
  await expect(page.getByText('No meetings yet')).toBeVisible()

  let answer = (): void => undefined
  const silence = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/recordings/1', async (route) => {
    await silence
    await route.fulfill({ status: 500, json: { error: '', message: '' } })
  })
  await page.goto(`${appliance.url}/recordings/1`)
  await expect(page.getByText('Loading recording details...')).toBeVisible()
  answer()
  await expect(page.getByText('Failed to load recording details. Please try again.')).toBeVisible({
    timeout: 30_000,
  })
  await page.unroute('**/api/recordings/1')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toContainText(/no.*recording|does not exist/i)
})

processTest(
  'a transcription that fails, and one that cannot be tried again @full',
  async ({ page, appliance }) => {
    await page.goto(appliance.url)
    await upload(await chooseToUpload(page, 'Upload Media File', sound('broken.mp3', 50_000)))
    await expect(row(page, 'broken')).toContainText('Audio saved but not transcribed')
    // The server always has a reason; the specification's guess is for one that has none.
    const nameless = async (page: Page) =>
      page.route('**/api/recordings/1', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ json: { ...(await answer.json()), failureReason: null } })
      })
    await nameless(page)
    await page.goto(`${appliance.url}/recordings/1`)
    const player = page.getByRole('region', { name: 'Player: broken' })
    await expect(player).toContainText('This file has no playable audio')
    await expect(player.getByRole('button', { name: 'This file has no playable audio' })).toBeDisabled()
    await expect(
      page.getByText('The file size (220MB), audio quality or a temporary service issue may be the cause.'),
    ).toBeVisible()
    await page.unroute('**/api/recordings/1')

    const retry = page.getByRole('button', { name: 'Retry Transcription' }).first()
    await page.route('**/retry-transcription', (route) =>
      route.fulfill({ status: 500, json: { error: '', message: '' } }),
    )
    await retry.click()
    await says(page, 'Transcription Retry Failed', 'An error occurred while retrying transcription')
    await page.unroute('**/retry-transcription')

    await retry.click()
    await says(
      page,
      'Transcription failed',
      'Could not process audio. You can still add a transcript manually by editing.',
    )
    await expect(retry).toBeEnabled()
    await page.waitForTimeout(2500) // the page reloads two seconds after the retry
    await expect(retry).toBeEnabled()
    await appliance.kill()
    await retry.click()
    await says(page, 'Transcription Retry Failed', 'The server cannot be reached.')
  },
)

sampled('what succeeds says so @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  await page.getByRole('main').getByRole('button', { name: 'Refresh', exact: true }).click()
  await says(page, 'Refreshing...')
  await page.goto(`${appliance.url}/recordings/1`)
  await page.getByRole('button', { name: 'Edit the summary' }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('In short.')
  await page.getByRole('form', { name: 'Edit Summary' }).getByRole('button', { name: 'Save' }).click()
  await says(page, 'Summary saved')
  await page.getByRole('button', { name: 'Regenerate Summary' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await says(page, 'Summary generated')

  await page.getByRole('button', { name: 'More about the transcript' }).click()
  await page.getByRole('menuitem', { name: 'Transcribe again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transcribe' }).click()
  await says(page, 'Transcription started')
  await expect(toast(page)).toContainText('Transcription ready', { timeout: 60_000 })

  await page.goto(`${appliance.url}/settings`)
  // Folded into one line where nobody signs in.
  await page.getByRole('region', { name: 'Password Management' }).locator('summary').click()
  await expect(
    page.getByText('At least 8 characters with letters, numbers and special characters'),
  ).toBeVisible()
  await expect(page.getByText(/^Meeting Appliance, version \d/)).toBeVisible()
})

test('a version is not brought back over one that came meanwhile @full', async ({ page, appliance }) => {
  const body = { title: 'Audit committee', sourceType: 'uploaded_transcript' }
  const { id } = (await send(appliance, 'POST', '/api/recordings', body)) as { id: number }
  const path = `/api/recordings/${id}/transcript`
  await send(appliance, 'POST', path, { content: 'One.' })
  await send(appliance, 'PUT', path, { content: 'Two.' })
  await page.goto(`${appliance.url}/recordings/${id}`)
  await page.getByRole('button', { name: 'More about the transcript' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Restore version 1' })).toBeVisible()
  await send(appliance, 'PUT', path, { content: 'Three.' })
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The transcript has since changed')
  await expect(dialog).toContainText('Version 3')
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await says(page, 'Version 1 restored')
})
