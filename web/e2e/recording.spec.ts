import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, line, position, row, test, textMeeting, type Appliance } from './appliance.ts'
import { sampled } from './sample.ts'

const said = [
  '[00:00:00] [Speaker 1] Good morning.',
  '[00:00:10] [Speaker 2] The lease ends in March.',
  '[00:00:20] [Speaker 1] Thank you.',
].join('\n')

/** Somebody else changes the lease's line. */
async function changeElsewhere({ url }: Appliance, id: number, by: string): Promise<void> {
  const path = `${url}/api/recordings/${id}/transcript`
  const now = (await (await fetch(path)).json()) as { content: string; version: number }
  const response = await fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      content: now.content.replace(/The lease ends in \w+/, `The lease ends in ${by}`),
      basedOn: now.version,
    }),
  })
  expect(response.status).toBe(200)
}

sampled(
  'a click on a segment plays from there, and the playing word is marked',
  async ({ page, appliance }) => {
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
  },
)

sampled('every download is what it says', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  const expected: [string, string, (bytes: Buffer) => boolean][] = [
    ['Direct Download', '.wav', (b) => b.toString('latin1', 0, 4) === 'RIFF'],
    ['MP3 Format', '.mp3', (b) => b.toString('latin1', 0, 3) === 'ID3' || b[0] === 0xff],
    ['WAV Format', '.wav', (b) => b.toString('latin1', 8, 12) === 'WAVE'],
    ['Original Format', '.mp3', (b) => b.length === 609_846],
    ['Transcript', '.txt', (b) => b.includes('[00:00:')],
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
  // Another try would end likewise.
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See all meetings' })).toBeVisible()
})

test('title and description, with their words', async ({ page, appliance }) => {
  const id = await textMeeting(appliance, said)
  await page.goto(`${appliance.url}/recordings/${id}`)
  await page.getByRole('button', { name: 'Edit Details' }).click()
  const form = page.getByRole('form', { name: 'Edit Details' })
  await form.getByLabel('Title').fill('   ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Title cannot be empty')).toBeVisible()
  await expect(form.getByRole('alert')).toHaveText('Please enter a title for this recording')
  await form.getByLabel('Title').fill('  Audit committee of October ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Details saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit committee of October')
})

test('a passage is edited in place, and whoever comes later chooses', async ({ page, appliance }) => {
  const id = await textMeeting(appliance, said)
  await page.goto(`${appliance.url}/recordings/${id}`)
  await line(page, 'Good morning').getByText('Good morning').dblclick()
  await expect(page.getByRole('textbox', { name: /^The passage/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /^The passage/ })).toBeHidden()

  await line(page, 'Good morning').hover()
  await line(page, 'Good morning')
    .getByRole('button', { name: /^Edit the passage/ })
    .click()
  await page.getByRole('textbox', { name: /^The passage/ }).fill('Good morning, everyone.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Transcript saved')).toBeVisible()
  await expect(line(page, 'Good morning, everyone.')).toBeVisible()

  await line(page, 'The lease').getByText('The lease').dblclick()
  await changeElsewhere(appliance, id, 'April')
  await page.getByRole('textbox', { name: /^The passage/ }).fill('The lease ends in May.')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The passage has changed since you began')
  await expect(dialog).toContainText('The lease ends in April.')
  await expect(dialog).toContainText('The lease ends in May.')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(line(page, 'The lease ends in May.')).toBeVisible()

  await page.getByRole('button', { name: 'More about the transcript' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await dialog.getByRole('button', { name: 'Preview of version 1' }).click()
  await expect(dialog).toContainText('The lease ends in March.')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 1 restored')).toBeVisible()
  await expect(line(page, 'The lease ends in March.')).toBeVisible()
})

test('the whole text is edited; what was not saved is there after a crash', async ({ page, appliance }) => {
  const id = await textMeeting(appliance, said)
  const address = `${appliance.url}/recordings/${id}`
  await page.goto(address)
  await page.getByRole('button', { name: 'Edit Transcript' }).click()
  const text = page.getByRole('textbox', { name: 'Transcript', exact: true })
  const form = (on: Page) => on.getByRole('form', { name: 'Edit Transcript' })
  await text.fill(' ')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Transcript cannot be empty')).toBeVisible()
  await expect(page.getByText('Please enter some text for the transcript or cancel editing')).toBeVisible()
  await text.fill(`${said}\n[00:00:30] [Speaker 2] Any other business?`)
  await expect(page.getByText('Draft saved at')).toBeVisible()

  const context = page.context()
  await page.close()
  const reopened = await context.newPage()
  await reopened.goto(address)
  await expect(reopened.getByText(/^A draft of .* was kept\.$/)).toBeVisible()
  await reopened.getByRole('button', { name: 'Continue editing' }).click()
  await expect(reopened.getByRole('textbox', { name: 'Transcript', exact: true })).toHaveValue(
    /other business/,
  )
  await form(reopened).getByRole('button', { name: 'Save' }).click()
  await expect(line(reopened, 'Any other business?')).toBeVisible()
  await reopened.reload()
  await expect(line(reopened, 'Any other business?')).toBeVisible()
  await expect(reopened.getByText(/A draft of/)).toBeHidden()
})

sampled('a newer transcription waits beside an edited text @full', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/recordings/1`)
  await line(page, 'Good morning everyone').getByText('Good morning').dblclick()
  await page.getByRole('textbox', { name: /^The passage/ }).fill('Good evening.')
  await page.keyboard.press('Enter')
  await expect(line(page, 'Good evening.')).toBeVisible()

  await page.getByRole('button', { name: 'More about the transcript' }).click()
  await page.getByRole('menuitem', { name: 'Transcribe again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transcribe' }).click()
  await expect(page.getByText(/^A newer transcription is ready/)).toBeVisible({ timeout: 60_000 })
  await expect(line(page, 'Good evening.')).toBeVisible()
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(line(page, 'Good morning everyone')).toBeVisible()
  await expect(page.getByText(/^A newer transcription is ready/)).toBeHidden()
})

test('five thousand segments scroll, are searched and printed @full', async ({ page, appliance }) => {
  const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
  const lines = Array.from(
    { length: 5000 },
    (_, index) =>
      `[${stamp(index * 4)}] [Speaker ${1 + (index % 4)}] Line ${index + 1} of the general meeting.${index % 500 === 250 ? ' The golden pheasant flies.' : ''}`,
  )
  const id = await textMeeting(appliance, lines.join('\n'))
  await page.goto(`${appliance.url}/recordings/${id}`)
  const viewer = page.getByLabel('Transcript, by segment')
  await expect(line(page, 'Line 1 of')).toBeVisible()
  expect((await viewer.boundingBox())?.height).toBeLessThanOrEqual(600)
  expect(await viewer.getByRole('listitem').count()).toBeLessThan(100)

  await viewer.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
  await expect(line(page, 'Line 5000 of')).toBeInViewport()

  await viewer.focus()
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find in the transcript' }).fill('GOLDEN pheasant')
  await expect(page.getByText('1 of 10')).toBeVisible()
  await expect(page.locator('[data-found="now"]')).toBeInViewport()
  await expect(line(page, 'Line 251 of')).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('10 of 10')).toBeVisible()
  await expect(line(page, 'Line 4751 of')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Find in the transcript' })).toBeHidden()

  await page.emulateMedia({ media: 'print' })
  await expect(viewer.getByRole('listitem')).toHaveCount(5000)
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
})

test('attendees and place are kept', async ({ page, appliance }) => {
  const id = await textMeeting(appliance, said)
  await page.goto(`${appliance.url}/recordings/${id}`)
  await expect(page.getByLabel('Name of attendee 2')).toHaveValue('Speaker 2')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Online Meeting')
  await page.getByLabel('Name of attendee 1').fill('Anna Bell')
  await page.getByLabel('Email of attendee 1').fill('anna@example.org')
  await page.getByRole('button', { name: 'Remove Speaker 2' }).click()
  await page.getByRole('button', { name: 'Add Attendee' }).click()
  await page.keyboard.type('Tom Reed')

  await page.getByText('Physical').click()
  await page.route('**/api/places/search*', (route) => route.fulfill({ status: 502, body: '{}' }))
  await page.getByLabel('Search for a place').fill('Leeds')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Search failed')).toBeVisible()
  await expect(page.getByText('Could not search for locations. Please try again.')).toBeVisible()
  await page.getByLabel('Place', { exact: true }).fill('Town Hall')
  const panel = page.getByRole('region', { name: 'People and location' })
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Meeting information saved')).toBeVisible()
  await expect(page.getByText('Attendee and location data has been updated successfully.')).toBeVisible()
  // The gutter knows the name at once.
  await expect(line(page, 'Good morning').getByTitle('Anna Bell')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Name of attendee 2')).toHaveValue('Tom Reed')
  await expect(page.getByLabel('Place', { exact: true })).toHaveValue('Town Hall')
})

sampled('failures say what the specification has them say', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/recordings/1`)
  await page.route('**/api/recordings/1/summary', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Generate Summary' }).click()
  await expect(page.getByText('Summary generation failed')).toBeVisible()
  await expect(page.getByText('There was an error generating the summary. Please try again.')).toBeVisible()

  await page.route('**/api/recordings/1/audio?*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Download Audio' }).click()
  await expect(page.getByText('Failed to download audio. Please try again.')).toBeVisible()
  await page.unroute('**/api/recordings/1/audio?*')
  const [audio] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Audio' }).click(),
  ])
  expect(audio.suggestedFilename()).toBe('Sample meeting (synthesised voices).wav')
  const [text] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(text.suggestedFilename()).toBe('transcript-recording-1.txt')
})

test('without a transcript one is uploaded, with the meeting date', async ({ page, appliance }) => {
  await fetch(`${appliance.url}/api/recordings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Away day' }),
  })
  await page.goto(`${appliance.url}/recordings/1`)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByText('No transcript to download')).toBeVisible()

  const file = page.getByLabel('Transcript file')
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await expect(page.getByText('Invalid file type')).toBeVisible()
  await expect(page.getByText('Please upload a text (.txt) file')).toBeVisible()
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(said) })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Meeting date').fill('')
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled()
  await dialog.getByLabel('Meeting date').fill('2026-04-03')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Transcript uploaded')).toBeVisible()
  await expect(line(page, 'The lease ends in March.')).toBeVisible()
  await expect(page.getByText('April 3, 2026').first()).toBeVisible()
})

sampled('what is said is followed until somebody scrolls away @full', async ({ page, appliance }) => {
  await page.goto(appliance.url)
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto(`${appliance.url}/recordings/1`)
  const follow = page.getByRole('button', { name: 'Follow' })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await line(page, 'Good morning everyone').getByText('Good morning').click()
  await page.getByLabel('Position').fill('40')
  await expect(page.locator('[aria-current="true"]')).toBeInViewport()
  await page.getByLabel('Transcript, by segment').hover()
  await page.mouse.wheel(0, -400)
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('k')
})
