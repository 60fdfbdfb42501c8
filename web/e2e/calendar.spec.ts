import { boardMeeting } from '../../server/test/minutes.ts'
import { expect, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('a meeting is scheduled in the calendar, an action of one’s own is moved, and words are found from everywhere', async ({
  page,
  appliance,
}) => {
  await textMeeting(appliance, boardMeeting, { title: 'Board meeting', meetingDate: '2026-11-19T10:00:00Z' })
  await page.goto(`${appliance.url}/calendar`)
  await expect(page.getByText('View and schedule your recordings and meetings')).toBeVisible()
  await page.getByRole('button', { name: 'Schedule Meeting' }).click()
  await page.getByLabel('Title').fill('Audit committee')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule Meeting' }).click()
  const day = page.getByRole('region').filter({ hasText: 'Audit committee' })
  await expect(day.getByRole('link', { name: 'Record Meeting' })).toBeVisible()
  await day.getByRole('button', { name: 'More actions for Audit committee' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Series').fill('Audit')
  await page.getByLabel('Title').fill('Audit committee, autumn')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(day.getByText('Audit committee, autumn')).toBeVisible()
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: 'Year View' }).click()
  await expect(page.getByText(/\d meetings?/).first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, 'the calendar')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Actions', exact: true }).click()
  await expect(page.getByText('comparable quotes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add Action' }).click()
  await page.getByLabel('Action Title').fill('Read the accounts')
  await expect(page.getByRole('button', { name: 'Record Note' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Action' }).click()
  const status = page.getByLabel('Status of “Read the accounts”')
  await status.selectOption('In Progress')
  await expect(status).toHaveValue('in_progress')
  await page.getByRole('button', { name: 'Edit “Read the accounts”' }).click()
  await page.getByLabel('Notes').fill('All of them')
  await page.getByRole('button', { name: 'Save Action' }).click()
  await expect(page.getByRole('main').getByText('All of them')).toBeVisible()
  expect(await problems(page)).toEqual([])

  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('landlord')
  await page.getByRole('dialog').getByRole('link').filter({ hasText: 'landlord' }).first().click()
  await expect(page).toHaveURL(/\/recordings\/\d+/)
})
