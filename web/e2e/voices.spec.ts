import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, startAppliance, test } from './appliance.ts'
import { problems } from './axe.ts'

const root = join(import.meta.dirname, '..', '..')

test('three voices become speakers, a name outlives another run, and a remembered voice is suggested later @full', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const folder = await mkdtemp(join(tmpdir(), 'appliance-voices-'))
  const appliance = await startAppliance({ env: { APPLIANCE_DIARISATION: '1' } })
  const shots = process.env.WORDS_SHOTS
  try {
    const upload = async (name: string, options: string[]): Promise<void> => {
      const script = join(root, 'scripts/speech/make_meeting.py')
      execFileSync('python3', [script, ...options, '--out', join(folder, name)])
      await page.goto(appliance.url)
      await page.getByRole('button', { name: 'Upload Media File' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Upload Media File' })
      await dialog.locator('input[type=file]').setInputFiles(join(folder, `${name}.wav`))
      await dialog.getByRole('button', { name: /^Upload/ }).click()
    }
    // The switch is the administrator's, and off at first.
    await page.goto(`${appliance.url}/system`)
    const remember = page.getByRole('switch', { name: 'Remember voices' })
    await expect(remember).not.toBeChecked()
    await remember.click()
    await expect(remember).toBeChecked()

    await upload('first', ['--seed', '7', '--minutes', '1', '--speakers', '3'])
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${appliance.url}/api/recordings/1/speakers`)
          return answer.ok ? ((await answer.json()) as { speakers: unknown[] }).speakers.length : 0
        },
        { timeout: 90_000 },
      )
      .toBe(3)
    await page.goto(`${appliance.url}/recordings/1`)
    const card = page.getByRole('region', { name: 'People and location' })
    await card.getByRole('button', { name: 'Who is this? Speaker 1' }).click()
    await page.getByLabel('Name of Speaker 1').fill('Sarah Chen')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('group', { name: 'Voice of Sarah Chen' })).toBeVisible()

    await page.getByRole('button', { name: 'More about the transcript' }).click()
    await page.getByRole('menuitem', { name: 'Transcribe again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transcribe' }).click()
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${appliance.url}/api/recordings/1/transcript`)
          const { version, speakers } = (await answer.json()) as { version: number; speakers: object }
          return [version > 3, speakers]
        },
        { timeout: 90_000 },
      )
      .toEqual([true, { 'Speaker 1': 'Sarah Chen' }])
    await page.reload()

    await card.getByRole('button', { name: 'More about Sarah Chen' }).click()
    await page.getByRole('menuitem', { name: 'Remember this voice' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Remember' })).toBeDisabled()
    await dialog.getByRole('checkbox').check()
    expect(await problems(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/remember.png` })
    await dialog.getByRole('button', { name: 'Remember' }).click()
    await expect(card).toContainText('voice remembered')

    await upload('second', ['--seed', '8', '--minutes', '0.5', '--speakers', '2'])
    await expect
      .poll(async () => (await fetch(`${appliance.url}/api/recordings/2/speakers`)).json(), {
        timeout: 90_000,
      })
      .toMatchObject({ speakers: [{}, {}] })
    await page.goto(`${appliance.url}/recordings/2`)
    await expect(card).toContainText('Voice matches Sarah Chen, remembered on')
    await expect(card).toContainText('One name to confirm')
    for (const [theme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.request.put(`${appliance.url}/api/me/settings`, { data: { theme } })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await problems(page), `${theme} at ${width}`).toEqual([])
      await card.scrollIntoViewIfNeeded()
      if (shots) await page.screenshot({ path: `${shots}/suggested-${theme}-${width}.png` })
      await page.goto(`${appliance.url}/settings`)
      const listed = page.getByRole('region', { name: 'Known Voices' })
      await expect(listed).toContainText('Sarah Chen')
      await listed.scrollIntoViewIfNeeded()
      expect(await problems(page), `Settings, ${theme} at ${width}`).toEqual([])
      if (shots) await page.screenshot({ path: `${shots}/voices-${theme}-${width}.png` })
      await page.goto(`${appliance.url}/recordings/2`)
    }
    await card.getByRole('button', { name: 'Confirm Sarah Chen' }).click()
    await expect(card.getByRole('group', { name: 'Voice of Sarah Chen' })).toBeVisible()

    // Switching it off asks what becomes of the prints.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${appliance.url}/system`)
    await remember.click()
    await expect(page.getByRole('alertdialog')).toContainText('Voices will no longer be compared')
    if (shots) await page.screenshot({ path: `${shots}/off.png` })
    await page.getByRole('button', { name: 'Switch off' }).click()
    await expect(remember).not.toBeChecked()
    await page.goto(`${appliance.url}/settings`)
    await expect(page.getByRole('region', { name: 'Known Voices' })).toContainText('Off on this appliance.')
  } finally {
    await appliance.discard()
    await rm(folder, { recursive: true, force: true })
  }
})

test('where people speak at once the page and the file say so @full', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'appliance-overlap-'))
  const appliance = await startAppliance({ env: { APPLIANCE_DIARISATION: '1' } })
  try {
    const script = join(root, 'scripts/speech/make_meeting.py')
    const options = ['--seed', '7', '--minutes', '1', '--speakers', '3', '--overlap', '0.6']
    execFileSync('python3', [script, ...options, '--out', join(folder, 'both')])
    const form = new FormData()
    form.set('audio', new Blob([await readFile(join(folder, 'both.wav'))], { type: 'audio/wav' }), 'both.wav')
    form.set('title', 'At once')
    await fetch(`${appliance.url}/api/recordings/upload`, { method: 'POST', body: form })
    const path = `${appliance.url}/api/recordings/1/transcript`
    await expect
      .poll(async () => JSON.stringify(await (await fetch(path)).json()), { timeout: 90_000 })
      .toContain('"overlap":true')
    expect(await (await fetch(`${path}?download=true`)).text()).toContain(' (overlapping speech)\n')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${appliance.url}/recordings/1`)
    await expect(page.getByTitle('Overlapping speech').first()).toBeVisible()
    // Voices are not remembered here until somebody switches it on; then the menu says what is missing.
    await fetch(`${appliance.url}/api/voices`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ on: true }),
    })
    await page.reload()
    await page.getByRole('button', { name: 'More about Speaker 1' }).click()
    const item = page.getByRole('menuitem', { name: /^Remember this voice/ })
    await expect(item).toContainText('Name this speaker first.')
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(await problems(page)).toEqual([])
    const shots = process.env.WORDS_SHOTS
    if (shots) await page.screenshot({ path: `${shots}/overlap.png` })
  } finally {
    await appliance.discard()
    await rm(folder, { recursive: true, force: true })
  }
})
