import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, startAppliance, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

/** Light and dark, wide and narrow; pictures where somebody wants to see them. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScrolling(page, `${name} at ${width}`)
    expect(await problems(page), `${name} at ${width}`).toEqual([])
    const folder = process.env.LOOKS_DIR
    if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('backups begin once the recovery passphrase is kept; rules and holds say what goes and what stays', async ({
  page,
}) => {
  const backupDir = await mkdtemp(join(tmpdir(), 'appliance-e2e-backup-'))
  const appliance = await startAppliance({ env: { APPLIANCE_BACKUP_DIR: backupDir } })
  try {
    await textMeeting(appliance, 'Helen: The roof is repaired in October.')
    await page.emulateMedia({ reducedMotion: 'reduce' }) // a colour half-way through a transition is nobody's choice
    await page.goto(`${appliance.url}/system`)
    await page.getByRole('button', { name: 'Show recovery passphrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Recovery passphrase' })
    const words = /(?:[a-z]+ ){11}[a-z]+/.exec(await dialog.innerText())?.[0] ?? ''
    await dialog.getByLabel('Type the passphrase again').fill('something else')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('alert')).toContainText('That is not the recovery passphrase')
    await dialog.getByLabel('Type the passphrase again').fill(words)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Back up now' }).click()
    const backups = page.getByRole('table', { name: 'Backups' })
    await expect(backups).toContainText('Stored and checked', { timeout: 60_000 })

    await page.getByRole('button', { name: 'Change rules' }).click()
    const rules = page.getByRole('dialog', { name: 'Retention rules' })
    await rules.getByLabel('Everything: years after the meeting').fill('9')
    await expect(rules).toContainText('Minutes must be kept for at least ten years.')
    await expect(rules.getByRole('button', { name: 'Save' })).toBeDisabled()
    await rules.getByLabel('Everything: years after the meeting').fill('10')
    await rules.getByRole('button', { name: 'Show what would go' }).click()
    await expect(rules).toContainText('Nothing would go today.')
    await look(page, 'rules')
    await rules.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('is deleted 10 years after the meeting')).toBeVisible()

    await page.getByRole('button', { name: 'Place a legal hold' }).click()
    const hold = page.getByRole('dialog', { name: 'Place a legal hold' })
    await hold.getByLabel('Reason').fill('Claim of Smith')
    await hold.getByRole('button', { name: 'Place hold' }).click()
    await expect(page.getByRole('table', { name: 'Legal holds' })).toContainText('Claim of Smith')
    await look(page, 'system')
    await page.getByTitle('Dark', { exact: true }).click()
    await look(page, 'system-dark')
    await page.getByRole('button', { name: 'Lift' }).click()
    const question = page.getByRole('alertdialog', { name: 'Lift the legal hold' })
    await expect(question).toContainText('Claim of Smith')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('table', { name: 'Legal holds' })).toContainText('Claim of Smith')
    await page.getByRole('button', { name: 'Lift' }).click()
    await question.getByRole('button', { name: 'Lift hold' }).click()
    await expect(page.getByText('No meeting is on legal hold.')).toBeVisible()
  } finally {
    await appliance.discard()
    await rm(backupDir, { recursive: true, force: true })
  }
})
