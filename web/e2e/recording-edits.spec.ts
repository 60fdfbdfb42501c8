import type { Page } from '@playwright/test'
import { expect, line, row, test, textMeeting } from './appliance.ts'
import { problems } from './axe.ts'
import { sampled } from './sample.ts'

/** What is written on a recording's page and not saved, where the focus goes, and what the page says of what is missing. */

const said = [
  '[00:00:00] [Speaker 1] Good morning.',
  '[00:00:10] [Speaker 2] The lease ends in March.',
  '[00:00:20] [Speaker 1] Thank you.',
].join('\n')

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const passage = (page: Page) => page.getByRole('textbox', { name: /^The passage/ })
const kept = /^A draft of .* was kept\.$/
const paused = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused || audio.ended)

test('what was written on a card and not saved is offered again', async ({ page, appliance }) => {
  const id = await textMeeting(appliance, said)
  await page.goto(`${appliance.url}/recordings/${id}`)
  await page.getByRole('button', { name: 'Edit the summary' }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('The lease is to be renewed.')
  await page.getByRole('button', { name: 'Add Attendee' }).click()
  await page.keyboard.type('Tom Reed')
  await page.getByText('Physical').click()
  await page.getByLabel('Place', { exact: true }).fill('Town Hall')
  await page.getByRole('button', { name: 'Edit Details' }).click()
  await page.getByLabel('Title').fill('Audit committee of October')
  // Without waiting for the five seconds.
  await page.getByRole('link', { name: 'Back to Meetings' }).click()
  await row(page, 'Audit committee').getByRole('link', { name: 'Audit committee' }).click()

  const summary = region(page, 'Summary')
  await expect(summary.getByText(kept)).toBeVisible()
  await summary.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveText('The lease is to be renewed.')
  await summary.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Summary saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit the summary' })).toBeFocused()
  await expect(summary.getByText(kept)).toBeHidden()

  const panel = region(page, 'People and location')
  await expect(page.getByLabel('Name of attendee 3')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Name of attendee 3')).toHaveValue('Tom Reed')
  await expect(page.getByLabel('Place', { exact: true })).toHaveValue('Town Hall')
  // Cancel can be taken back.
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name of attendee 3')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await panel.getByRole('button', { name: 'Continue editing' }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Meeting information saved')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Save' })).toBeFocused()
  await expect(panel.getByText(kept)).toBeHidden()

  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Audit committee of October')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit Details' })).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(kept)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Details' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(kept)).toBeVisible()
  await page.reload()
  await expect(page.getByText(kept)).toBeVisible()
  await expect(page.getByLabel('Name of attendee 3')).toHaveValue('Tom Reed')
})

test('a corrected word is expected from now on, and its other places are corrected', async ({
  page,
  appliance,
}) => {
  const id = await textMeeting(
    appliance,
    `${said}\n[00:00:40] [Speaker 2] The lease is old, the lease is long.`,
  )
  await page.goto(`${appliance.url}/recordings/${id}`)
  await line(page, 'The lease is old')
    .getByRole('button', { name: /^Edit the passage/ })
    .click()
  await passage(page).fill('The lease is old, the release is long.')
  await passage(page).press('Enter')
  const card = region(page, 'Transcript')
  await expect(card.getByText('You changed “lease” to “release”.')).toBeVisible()
  await card.getByRole('button', { name: 'Expect this word from now on' }).click()
  await expect(card.getByText('It is expected from now on.')).toBeVisible()
  expect(await problems(page)).toEqual([])
  await card.getByRole('button', { name: /^Change the .*other place/ }).click()
  await expect(line(page, 'The release is old, the release is long.')).toBeVisible()
  await expect(card.getByText('You changed')).toBeHidden()
  const { terms } = await (await page.request.get(`${appliance.url}/api/terms`)).json()
  expect(terms).toMatchObject([{ text: 'release', everybody: false }])
})

test('Escape closes a passage and keeps its draft; the focus returns to where it came from @full', async ({
  page,
  appliance,
}) => {
  const id = await textMeeting(appliance, said)
  await page.goto(`${appliance.url}/recordings/${id}`)
  const pencil = () => line(page, 'The lease').getByRole('button', { name: /^Edit the passage/ })
  const draft = page.getByText(/^A draft of .* was kept, of the passage at 0:10\.$/)
  await pencil().focus()
  await page.keyboard.press('Enter')
  await passage(page).fill('The lease ends in June.')
  await page.keyboard.press('Escape')
  await expect(pencil()).toBeFocused()
  await expect(draft).toBeVisible()

  // Looked at again, and left again: it is still there.
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(passage(page)).toHaveValue('The lease ends in June.')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(draft).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(draft).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Transcript' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await passage(page).press('Enter')
  await expect(page.getByText('Transcript saved')).toBeVisible()
  await expect(line(page, 'The lease ends in June.')).toBeVisible()
  await expect(pencil()).toBeFocused()
  await expect(draft).toBeHidden()

  await page.getByRole('button', { name: 'Edit Transcript' }).click()
  await page.getByRole('form', { name: 'Edit Transcript' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit Transcript' })).toBeFocused()
})

sampled(
  'space pauses where a time stamp was clicked; the speed is kept; what was not loaded says so @full',
  async ({ page, appliance }) => {
    await page.goto(`${appliance.url}/recordings/1`)
    await page.getByLabel('Speed').selectOption('0.5')
    const stamp = line(page, 'Good morning everyone').getByRole('button', { name: /^Play from/ })
    await stamp.click()
    await expect.poll(() => paused(page)).toBe(false)
    await expect(stamp).toBeFocused()
    await page.keyboard.press('Space')
    await expect.poll(() => paused(page)).toBe(true)
    await page.waitForTimeout(300) // a press of the stamp would start it anew
    expect(await paused(page)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => paused(page)).toBe(false)
    await page.keyboard.press('Space')

    await page.route('**/api/recordings/1/transcript', (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(page.getByText('The transcript could not be loaded', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
    await expect(page.getByText('People and location could not be loaded')).toBeVisible()
    await expect(region(page, 'Summary')).toContainText(
      'The transcript could not be loaded, so a summary cannot be generated now.',
    )
    await expect(page.getByText('One can be generated when there is a transcript')).toBeHidden()
    await expect(region(page, 'Details').filter({ visible: true })).toContainText('Could not be loaded')
    await expect(page.getByLabel('Speed')).toHaveValue('0.5')
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(0.5)
  },
)

test('the meeting’s own date, its attendees in their order, and which one is to be deleted', async ({
  page,
  appliance,
}) => {
  const answer = await fetch(`${appliance.url}/api/transcript/process`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      content: said.replaceAll('The lease', 'Our lease'),
      speakerMap: { 'Speaker 1': 'Dame Alice Short', 'Speaker 2': 'Bob Carr' },
    }),
  })
  const { content } = (await answer.json()) as { content: string }
  const id = await textMeeting(appliance, content, { meetingDate: '2026-05-03T12:00:00Z' })
  await page.goto(appliance.url)
  await expect(row(page, 'Audit committee')).toContainText('May 3, 2026')
  await row(page, 'Audit committee')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText(
    /"Audit committee"\? This action cannot be undone\.Meeting May 3, 2026Added \w+ \d.*Duration 00:00/,
  )
  await page.getByRole('button', { name: 'Cancel' }).click()

  // Deleted while it is at work.
  await fetch(`${appliance.url}/api/recordings/sample`, { method: 'POST' })
  await row(page, 'Sample meeting')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText(/transcription is .* will be cancelled/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Sample meeting')).toBeHidden()

  await page.goto(`${appliance.url}/recordings/${id}`)
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(header).toContainText('May 3, 2026')
  await expect(header).not.toContainText(/[AP]M/)
  await expect(page.getByLabel('Name of attendee 1')).toHaveValue('Dame Alice Short')
  await expect(page.getByLabel('Name of attendee 2')).toHaveValue('Bob Carr')
})
