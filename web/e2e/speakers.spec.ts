import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, position, startAppliance, test, type Appliance } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'
import { sampled } from './sample.ts'

const lines = [
  '[00:00:00] [Speaker 1] Good morning everyone.',
  '[00:00:10] [Speaker 1] Priya, over to you.',
  '[00:00:20] [Speaker 2] The pension deficit has grown since the spring.',
  '[00:00:50] [Speaker 1] Thank you, Priya.',
  '[00:01:00] [Speaker 3] May I add something about the lease?',
  '[00:01:20] [Speaker 2] Please do.',
  '[00:01:30] [Speaker 3] It ends in March.',
]

async function api({ url }: Appliance, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  expect(response.ok, `${path}: ${response.status}`).toBe(true)
  return response.json()
}

const card = (page: Page) => page.getByRole('region', { name: 'People and location' })
const speaker = (page: Page, name: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('group', { name: `Voice of ${name}`, exact: true }) })
const who = (page: Page, label: string) => page.getByRole('button', { name: `Who is this? ${label}` })
const transcript = (page: Page) => page.getByLabel('Transcript, by segment')
const line = (page: Page, text: string) => transcript(page).getByRole('listitem').filter({ hasText: text })

async function uploadBoard(page: Page, appliance: Appliance): Promise<void> {
  await page.goto(appliance.url)
  await page.getByRole('button', { name: 'Upload Transcript' }).first().click()
  await page.getByLabel('Transcript file').setInputFiles({
    name: 'board.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })
  await expect(page.getByText('Found 3 speakers in the transcript')).toBeVisible()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Transcript uploaded successfully')).toBeVisible()
  await page.goto(`${appliance.url}/recordings/1`)
}

test('by keyboard the focus stays at what was decided, and a name that is taken is asked about @full', async ({
  page,
  appliance,
}) => {
  await uploadBoard(page, appliance)
  await page.getByRole('button', { name: 'Confirm Priya' }).focus()
  await page.keyboard.press('Enter')
  const nameField = (number: number) => page.getByLabel(`Name of attendee ${number}`)
  await expect(nameField(2)).toHaveValue('Priya')
  await expect(nameField(2)).toBeFocused()

  // Naming is no change of the text.
  await page.getByRole('button', { name: 'More about the speakers' }).click()
  await page.getByRole('menuitem', { name: 'Undo the last change' }).click()
  await expect(speaker(page, 'Speaker 2')).toHaveCount(1)
  await page.getByRole('button', { name: /^Reject name/ }).focus()
  await page.keyboard.press('Enter')
  await expect(who(page, 'Speaker 2')).toBeFocused()

  const name = async (label: string, text: string): Promise<void> => {
    await who(page, label).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel(`Name of ${label}`).fill(text)
    await page.keyboard.press('Enter')
  }
  await name('Speaker 2', 'Olivia')
  await expect(nameField(2)).toBeFocused()
  await name('Speaker 3', 'olivia')
  const twice = page.getByRole('dialog', { name: 'The same person?' })
  await expect(twice).toContainText('Olivia is there already: the same person?')
  expect(await problems(page)).toEqual([])
  const shots = process.env.SPEAKER_SHOTS
  if (shots) await page.screenshot({ path: `${shots}/twice.png` })
  await twice.getByRole('button', { name: 'Keep separate' }).click()
  await expect(nameField(3)).toHaveValue('olivia')
  await expect(nameField(3)).toBeFocused()
  await name('Speaker 1', 'Olivia')
  await twice.getByRole('button', { name: 'Merge' }).click()
  await expect(card(page).getByRole('listitem').filter({ hasText: 'turn' })).toHaveCount(2)

  // Nobody is chosen before the person chooses; then the focus is at the passage again.
  const says = line(page, 'Please do.').getByRole('button', { name: /^Who says/ })
  await says.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who says this?' })
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Change' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Someone new' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(line(page, 'Please do.')).toContainText(/Speaker \d/)
  await expect(says).toBeFocused()
})

test('a guess is confirmed, speakers are renamed, merged and undone, a passage goes to another', async ({
  page,
  appliance,
}) => {
  await uploadBoard(page, appliance)
  await expect(card(page)).toContainText('One name to confirm')
  await expect(speaker(page, 'Speaker 2')).toContainText('“Priya, over to you.”')
  await page.getByRole('button', { name: 'Confirm Priya' }).click()
  await expect(speaker(page, 'Priya')).toContainText('2 turns')
  await expect(line(page, 'The pension deficit')).toContainText('Priya')

  await who(page, 'Speaker 3').click()
  await page.getByLabel('Name of Speaker 3').fill('Tom')
  await page.keyboard.press('Escape')
  await who(page, 'Speaker 3').click()
  await page.getByLabel('Name of Speaker 3').fill('Tom Reed')
  await page.keyboard.press('Enter')
  await expect(line(page, 'May I add')).toContainText('Tom Reed')
  await expect(line(page, 'It ends in March')).toContainText('Tom Reed')
  await expect(page.getByLabel('Name of attendee 3')).toHaveValue('Tom Reed')

  await page.getByRole('button', { name: 'Find in the transcript' }).click()
  await page.getByRole('searchbox', { name: 'Find in the transcript' }).fill('tom reed')
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More about Tom Reed' }).click()
  await page.getByRole('menuitem', { name: 'Same person as…' }).click()
  await expect(page.getByRole('button', { name: 'Merge' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Priya' }).check()
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(speaker(page, 'Tom Reed')).toHaveCount(0)
  await expect(line(page, 'May I add')).toContainText('Priya')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(speaker(page, 'Tom Reed')).toHaveCount(1)

  await line(page, 'Please do.').hover()
  await line(page, 'Please do.')
    .getByRole('button', { name: /^Who says/ })
    .click()
  await page.getByRole('radio', { name: 'Someone new' }).check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(line(page, 'Please do.')).toContainText('Speaker 4')

  await page.getByRole('button', { name: 'More about the transcript' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expect(page.getByRole('dialog')).toContainText('A passage given to a new speaker by User 1')
  await expect(page.getByRole('dialog')).toContainText('Speaker 2 named Priya by User 1')
  await page
    .getByRole('button', { name: /^Preview/ })
    .first()
    .click()
  await expect(page.getByLabel(/^Text of version/)).toContainText('[Priya] The pension deficit')
  await page.getByRole('button', { name: 'All versions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, 'Please do.')).toContainText('Priya')
})

/** The sample meeting, as if its sound had been told apart into six. */
async function sixSpeakers(appliance: Appliance): Promise<void> {
  const path = '/api/recordings/1/transcript'
  const { segments, version } = (await (await fetch(appliance.url + path)).json()) as {
    segments: { start: number; text: string }[]
    version: number
  }
  const clock = (s: number) => new Date(s * 1000).toISOString().slice(11, 19)
  const order = [1, 1, 2, 3, 1, 4, 2, 5, 1, 6, 3, 2]
  const content = segments.map(
    ({ start, text }, i) => `[${clock(start)}] [Speaker ${order[i % order.length]}] ${text}`,
  )
  await api(appliance, 'PUT', path, { content: content.join('\n'), basedOn: version })
}

sampled(
  'the turns of six speakers stand over the seek bar, for mouse and keys @full',
  async ({ page, appliance }) => {
    await sixSpeakers(appliance)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const named = await api(appliance, 'POST', '/api/recordings/1/speakers/name', {
      label: 'Speaker 2',
      name: 'David Osei',
      basedOn: 2,
    })
    expect(named).toMatchObject({ version: 3 })
    await page.goto(`${appliance.url}/recordings/1`)
    const timeline = page.getByRole('slider', { name: 'Turns of the speakers' })
    await expect(timeline).toHaveAttribute('aria-valuetext', /^Speaker 1, /)
    await timeline.focus()
    await page.keyboard.press('ArrowRight')
    await expect(timeline).toHaveAttribute('aria-valuetext', /^David Osei, /)
    const at = await position(page)
    expect(at).toBeGreaterThan(1)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expect(timeline).toHaveAttribute('aria-valuetext', /, turn 1 of/)
    const box = (await timeline.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(page.getByRole('slider', { name: 'Position' })).not.toHaveValue('0')
    await expect(card(page).getByRole('listitem').filter({ hasText: 'turn' })).toHaveCount(6)
    // A few seconds of a voice, which end by themselves.
    await card(page).getByRole('button', { name: 'Play a clip of David Osei' }).click()
    await expect(card(page).getByRole('button', { name: 'Stop the clip of David Osei' })).toBeVisible()
    await expect(card(page).getByRole('button', { name: 'Play a clip of David Osei' })).toBeVisible()
    await expect
      .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused))
      .toBe(true)
    await page.locator('h1').hover()

    const looks = [
      ['light', 1440, 900],
      ['dark', 390, 844],
      ...(process.env.APPLIANCE_TEST_FULL === '1'
        ? ([
            ['light', 390, 844],
            ['dark', 1440, 900],
          ] as const)
        : []),
    ] as const
    for (const [theme, width, height] of looks) {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme)
      await page.setViewportSize({ width, height })
      await expect(card(page)).toBeVisible()
      expect(await problems(page), `${theme} at ${width}`).toEqual([])
      await expectNoSidewaysScrolling(page, `${theme} at ${width}`)
      const shots = process.env.SPEAKER_SHOTS
      if (shots) await page.screenshot({ path: `${shots}/${theme}-${width}.png`, fullPage: true })
    }
  },
)

test('a recording whose speakers nobody has told apart: by keyboard, with their number @full', async ({
  page,
}) => {
  const appliance = await startAppliance({ env: { APPLIANCE_DIARISATION: '1' } })
  const folder = await mkdtemp(join(tmpdir(), 'appliance-apart-'))
  try {
    await api(appliance, 'PUT', '/api/me/settings', { speakerDiarization: false })
    const script = join(import.meta.dirname, '../../scripts/speech/make_meeting.py')
    const options = ['--seed', '8', '--minutes', '0.5', '--speakers', '2', '--out', join(folder, 'two')]
    execFileSync('python3', [script, ...options])
    const form = new FormData()
    form.set('audio', new Blob([await readFile(join(folder, 'two.wav'))], { type: 'audio/wav' }), 'two.wav')
    form.set('title', 'Two people')
    await fetch(`${appliance.url}/api/recordings/upload`, { method: 'POST', body: form })
    await page.goto(`${appliance.url}/recordings/1`)
    await expect(card(page)).toContainText('have not been identified', { timeout: 60_000 })
    const shots = process.env.SPEAKER_SHOTS
    if (shots) await page.screenshot({ path: `${shots}/never.png` })

    await card(page).getByRole('button', { name: 'Identify speakers' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Identify speakers' })
    const number = dialog.getByLabel('How many people speak (optional)')
    await number.fill('many')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      'Enter a whole number from 1 to 50, or leave it empty.',
    )
    expect(await problems(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/dialog.png` })
    await number.fill('2')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(speaker(page, 'Speaker 2')).toHaveCount(1, { timeout: 60_000 })
    await expect(transcript(page)).toContainText('Speaker 2')

    // Again, with another number: the person knows best.
    await page.getByRole('button', { name: 'More about the speakers' }).click()
    await page.getByRole('menuitem', { name: 'Identify speakers again' }).click()
    await page.getByLabel('How many people speak (optional)').fill('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Identify speakers' }).click()
    await expect(speaker(page, 'Speaker 2')).toHaveCount(0, { timeout: 60_000 })
    await expect(speaker(page, 'Speaker 1')).toHaveCount(1)
  } finally {
    await appliance.discard()
    await rm(folder, { recursive: true, force: true })
  }
})
