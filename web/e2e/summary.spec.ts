import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, position, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'
import { sampled } from './sample.ts'
import { boardMeeting } from '../../server/test/minutes.ts'

/** The editor learns of a moved caret from an event that comes a moment later; nobody types faster than that. */
const handsRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 100))))

sampled(
  'minutes come by themselves; a statement plays its second; edits and versions',
  async ({ page, appliance }) => {
    await page.goto(`${appliance.url}/recordings/1`)
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect(summary.getByText('Drafted automatically, without AI')).toBeVisible()

    // It stands last and comes last: until then another statement is the last one.
    await expect(summary.getByRole('region', { name: 'To check' })).toBeVisible()
    const said = summary.getByRole('button', { name: 'Play what was said at' }).last()
    const [minutes, seconds] = (await said.innerText()).match(/\d+/g)!.map(Number)
    await said.hover()
    await expect(summary.getByRole('tooltip').filter({ visible: true })).toHaveCount(1)
    await said.click()
    const at = minutes! * 60 + seconds!
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(at)
    // Minutes have a line's length, and however far down they are read the transcript stays beside them and shows what plays.
    await page.setViewportSize({ width: 1440, height: 900 })
    const follow = page.getByRole('button', { name: 'Follow' })
    await follow.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
    await said.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await said.evaluate((button) => button.scrollIntoView({ block: 'start' }))
    const transcript = page.getByRole('region', { name: 'Transcript' })
    const box = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [left, right] = [await box(summary), await box(transcript)]
    expect(left.width).toBeGreaterThan(500)
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width)
    expect(right.y).toBeGreaterThan(0)
    expect(right.y + right.height).toBeLessThanOrEqual(900)
    await expect(page.locator('[data-index][aria-current="true"]')).toBeInViewport()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'People' }).click()
    await expect(page.getByRole('heading', { name: 'People and location' })).toBeFocused()
    await page.getByRole('button', { name: 'Pause' }).first().click()

    // Whoever only reads does not fetch the editor.
    const editorFetched = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('EditSummary')),
      )
    expect(await editorFetched()).toBe(false)
    await summary.getByRole('button', { name: 'Edit the summary' }).click()
    const text = page.getByRole('textbox', { name: 'Summary' })
    // As it reads: headings are headings, and no marks are seen.
    await expect(text.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(text).not.toContainText(/\*\*|^#/m)
    await text.press('Control+Home')
    await page.keyboard.type('Seen by the chair.')
    await page.keyboard.press('Enter')
    await handsRest(page)
    // What was the title is still one; what was typed above it is text, and one word of it bold.
    await text.press('Control+Home')
    await handsRest(page)
    await page.getByRole('toolbar', { name: 'Formatting' }).getByLabel('Style').selectOption('Text')
    await page.keyboard.press('Shift+End')
    for (const _ of 'by the chair.') await page.keyboard.press('Shift+ArrowLeft')
    await page.getByRole('button', { name: 'Bold' }).click()
    await expect(text.locator('strong').first()).toHaveText('Seen ')
    expect(await problems(page)).toEqual([])
    await page.getByRole('form', { name: 'Edit Summary' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Summary saved')).toBeVisible()
    await expect(summary.getByText('Drafted automatically, without AI, edited by User 1')).toBeVisible()
    await expect(summary.getByText('Seen by the chair.')).toBeVisible()
    expect(await editorFetched()).toBe(true)
    await expect(said).toBeVisible()

    await summary.getByRole('button', { name: 'Versions of the summary' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
    await expect(page.getByText('Version 1 restored')).toBeVisible()
    await expect(summary.getByText('Seen by the chair.')).toBeHidden()
    await expect(summary.getByText(/^Drafted automatically, without AI(?!,)/)).toBeVisible()

    // Nobody has said when it was; once somebody has, the minutes are offered anew, with the date.
    await summary.getByRole('button', { name: 'Set the meeting date' }).click()
    await page.getByLabel('Meeting date').fill('2026-11-19')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(summary.getByText('The meeting’s date has changed since this was written.')).toBeVisible()
    await summary.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(summary.getByText('November 19, 2026')).toBeVisible()
    await expect(summary.getByText('The meeting’s date has changed')).toBeHidden()

    // Printed they are minutes: nothing of the page around them, over the whole width, and no transcript.
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    const printed = summary.getByRole('heading', { name: 'Sample meeting' })
    await expect(printed).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
    const buttons = page.getByRole('main').getByRole('button')
    // The times of the transcript are buttons too.
    await expect(buttons.filter({ hasNotText: /^\d+:\d\d$/ })).toHaveCount(0)
    expect((await box(printed)).width).toBeGreaterThan(650)
    await expect(transcript).toBeHidden()
  },
)

test('generated with a template, what is doubtful is kept', async ({ page, appliance }) => {
  const words = 'Item two, the boiler. We should go with Kessler, then.'
  const joking = `[00:02:20] Sarah Chen: I propose that we buy a yacht for the board.
[00:02:24] Priya Shah: Seconded.
[00:02:26] Sarah Chen: All in favour? Agreed. The motion is carried.
[00:02:30] Tom Okoro: Ha ha.
`
  const id = await textMeeting(
    appliance,
    boardMeeting.replace('Item two, the office lease.', words) + joking,
    {
      title: 'Board meeting',
    },
  )
  await page.goto(`${appliance.url}/recordings/${id}`)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByText('There is no summary yet.')).toBeVisible()
  await summary.getByRole('button', { name: 'Generate Summary' }).click()
  await expect(page.getByText('Summary generated')).toBeVisible()

  // A written meeting has nothing to play: what was said is shown in the transcript, and the card stays inside the window.
  const place = summary.getByRole('button', { name: 'Show in the transcript what was said at' }).last()
  await place.hover()
  const card = summary.getByRole('tooltip').filter({ visible: true })
  await expect(card).toContainText('Show in the transcript')
  await expect(card).toBeInViewport({ ratio: 1 })
  await place.click()
  await expect(page).toHaveURL(/\?t=\d+$/)
  await expect(page.locator('[data-index][aria-current="true"]')).toBeInViewport()
  await expect(summary.getByText('Resolved:')).toBeVisible()
  const check = summary.getByRole('region', { name: 'To check' })
  await expect(check).toBeVisible()
  const before = await check.getByRole('listitem').count()
  // A joke is there to be seen, and no click makes it a decision.
  const joke = check.getByRole('listitem').filter({ hasText: 'yacht' })
  await expect(joke).toContainText('If it was agreed, add it with Edit.')
  await expect(joke.getByRole('button', { name: /^Drop/ })).toBeVisible()
  await expect(joke.getByRole('button', { name: /^Keep/ })).toHaveCount(0)
  // As it was said is not always as it should stand there; Escape leaves it as it was.
  const reword = check.getByRole('button', { name: /^Reword/ }).first()
  await reword.click()
  await page.keyboard.press('Escape')
  await expect(reword).toBeFocused()
  await reword.click()
  await check.getByLabel('Wording for the minutes').fill('The board asked for a second opinion.')
  let goOn = (): void => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/minutes/check', async (route) => {
    await held
    await route.continue()
  })
  await check.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(check.getByRole('button', { name: 'Keeping…', exact: true })).toBeDisabled()
  // Only that one.
  await expect(check.getByRole('button', { name: /^(Keeping|Dropping)…/ })).toHaveCount(1)
  goOn()
  await expect(summary.getByText('The board asked for a second opinion.')).toBeVisible()
  const checked = summary.getByText('Drafted automatically, without AI, checked by User 1', {
    exact: true,
  })
  await expect(checked).toBeVisible()
  await expect(check.getByRole('listitem')).toHaveCount(before - 1)
  // The next question has the focus.
  await expect(check.getByRole('button', { name: /^(Keep|Drop)/ }).and(page.locator(':focus'))).toHaveCount(1)
  await page.unroute('**/minutes/check')

  expect(await problems(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, 'the summary')
  await page.setViewportSize({ width: 1440, height: 900 })
  // With the last question gone the heading above it has the focus.
  await joke.getByRole('button', { name: /^Drop/ }).click()
  await expect(page.getByText('The previous version stays under Versions.')).toBeVisible()
  await expect(check).toBeHidden()
  await expect(summary.getByRole('heading', { name: 'Summary', exact: true })).toBeFocused()

  await summary.getByRole('button', { name: /^Template/ }).click()
  await page.getByRole('menuitem', { name: 'Committee' }).click()
  // A person's words are not replaced without a question.
  const question = page.getByRole('dialog', { name: 'Regenerate the summary?' })
  await question.getByRole('button', { name: 'Keep the current version' }).click()
  await expect(checked).toBeVisible()
  await summary.getByRole('button', { name: /^Template/ }).click()
  await page.getByRole('menuitem', { name: 'Committee' }).click()
  await question.getByRole('button', { name: 'Regenerate' }).click()
  await expect(summary.getByRole('heading', { name: 'Decisions and recommendations' })).toBeVisible()
  await page.reload()
  await expect(summary.getByRole('button', { name: 'Template: Committee' })).toBeVisible()

  await page.request.put(`${appliance.url}/api/recordings/${id}/transcript`, {
    data: { content: boardMeeting },
  })
  await expect(summary.getByText('The transcript has changed since this was written.')).toBeVisible()
  await summary.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(summary.getByText('The transcript has changed since this was written.')).toBeHidden()

  // A text without times has lines: what was said is shown there, and nothing is said of when.
  const untimed = await textMeeting(appliance, boardMeeting.replace(/^\[[\d:]+\] /gm, ''))
  await page.request.post(`${appliance.url}/api/recordings/${untimed}/summary`)
  await page.goto(`${appliance.url}/recordings/${untimed}`)
  await summary.getByRole('button', { name: 'Show in the transcript what was said: Line 11' }).first().click()
  await expect(page).toHaveURL(/\?line=11$/)
  const shown = page.locator('[data-index][aria-current="true"]')
  await expect(shown).toContainText("I'll get two comparable quotes")
  await expect(shown).toBeInViewport()
  await expect(page.getByText(/\b0:00\b/)).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).not.toContainText('00:00')
})

test('whoever saves the summary after somebody else is told so, and nothing of either is lost', async ({
  page,
  appliance,
}) => {
  const id = await textMeeting(appliance, boardMeeting)
  const path = `${appliance.url}/api/recordings/${id}`
  await page.request.patch(path, { data: { summary: 'As it was.' } })
  await page.goto(`${appliance.url}/recordings/${id}`)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('button', { name: 'Versions of the summary' })).toBeVisible()
  await summary.getByRole('button', { name: 'Edit the summary' }).click()
  const text = page.getByRole('textbox', { name: 'Summary' })
  await text.press('Control+Home')
  await page.keyboard.type('By Ann. ')
  await handsRest(page)
  await page.request.patch(path, { data: { summary: 'By Ben.' } })
  const save = page.getByRole('form', { name: 'Edit Summary' }).getByRole('button', { name: 'Save' })
  await save.click()
  const told = 'Somebody else has changed the summary. Your text is kept as a draft.'
  await expect(summary.getByText(told)).toBeVisible()
  await expect(text).toContainText('By Ann. As it was.')
  expect((await (await page.request.get(path)).json()) as unknown).toMatchObject({ summary: 'By Ben.' })
  expect(await problems(page)).toEqual([])

  await summary.getByRole('button', { name: 'Versions', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Preview of version 2' })).toBeVisible()
  await page.keyboard.press('Escape')
  // It outlives the page, and is not offered before it is known what it would replace.
  await page.route('**/api/recordings/*/minutes', async (route) => {
    await pause(1500)
    await route.continue()
  })
  await page.reload()
  await expect(summary.getByText('By Ben.')).toBeVisible()
  await summary.getByRole('button', { name: 'Continue' }).click()
  await expect(text).toContainText('By Ann. As it was.')
  await page.request.patch(path, { data: { summary: 'By Ben again.' } })
  await save.click()
  await expect(summary.getByText(told)).toBeVisible()
  await save.click()
  await expect(page.getByText('Summary saved')).toBeVisible()
  await expect(summary.getByText('By Ann. As it was.')).toBeVisible()
})

test('a template that was edited wrongly says so on its row; the appliance’s own comes back @full', async ({
  page,
  appliance,
}) => {
  const folder = join(appliance.dataDir, 'templates')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'board-meeting.md'), 'Name: Ours\n---\n# {{titel}}\n')
  await page.goto(`${appliance.url}/system`)
  const row = page.getByRole('listitem').filter({ hasText: 'Board meeting' })
  await expect(row.getByText('Edited file not used', { exact: true })).toBeVisible()
  await expect(row.getByText('There is nothing called {{titel}}.')).toBeVisible()
  expect(await problems(page)).toEqual([])
  await row.getByRole('button', { name: 'Edit Board meeting' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Text of the template' })).toHaveValue(/\{\{titel\}\}/)
  await dialog.getByRole('button', { name: 'Restore the built-in template' }).click()
  await expect(page.getByText('The built-in template has been restored')).toBeVisible()
  await expect(row.getByText('Edited file not used', { exact: true })).toBeHidden()
})
