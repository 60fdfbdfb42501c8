import { join } from 'node:path'
import { openDb } from '../../server/db/open.ts'
import { boardMeeting } from '../../server/test/minutes.ts'
import { expect, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('a meeting’s actions: their status, an edit, one that is deleted', async ({ page, appliance }) => {
  const more = '[00:02:12] Tom Okoro: I’ll send the arrears report to the auditors next week.\n'
  const id = await textMeeting(appliance, boardMeeting + more, {
    title: 'Board meeting',
    meetingDate: '2026-11-19T10:00:00Z',
  })
  await page.goto(`${appliance.url}/recordings/${id}`)
  const card = page.getByRole('region', { name: 'Actions' })
  await expect(card.getByText('2 of 2 open')).toBeVisible()
  const quotes = card.getByRole('listitem').filter({ hasText: 'comparable quotes' })
  await expect(quotes).toContainText('Priya Shah · Due December 4, 2026')
  const report = card.getByRole('listitem').filter({ hasText: 'arrears report' })
  await expect(report).toContainText('Tom Okoro')

  await quotes.getByRole('combobox').selectOption('Completed')
  await expect(card.getByText('1 of 2 open')).toBeVisible()
  await report.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Owner').fill('Anna Bell')
  await page.getByLabel('Due Date').fill('2026-12-01')
  await page.getByRole('button', { name: 'Save Action' }).click()
  await expect(report).toContainText('Anna Bell · Due December 1, 2026')

  expect(await problems(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, 'the actions')
  await report.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(report).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeFocused()
  await page.reload()
  await expect(card.getByText('All completed')).toBeVisible()
  await expect(quotes.getByRole('combobox')).toHaveValue('completed')

  // While they are looked for again what stands here is from before; a failure is said.
  const db = await openDb(join(appliance.dataDir, 'db.sqlite'))
  const work = { name: 'extract-actions', lane: 'quick', subject: id, max_attempts: 1 }
  const later = { run_after: '2099-01-01T00:00:00.000Z', created_at: new Date().toISOString() }
  const [job] = await db
    .write('job')
    .insert({ ...work, ...later, payload: JSON.stringify({ recordingId: id }) })
  await page.reload()
  await expect(card.getByRole('status')).toContainText('Updating')
  await db.write('job').where({ id: job }).update({ state: 'failed', error_code: 'internal' })
  await db.close()
  await page.reload()
  await expect(card.getByText('The actions could not be updated')).toBeVisible()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByText('The actions could not be updated')).toBeHidden()

  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete Recording' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Its action is kept, without the passage it is based on.',
  )
})
