import { expect, row, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('what was deleted is in the bin: it comes back, or goes for good', async ({ page, appliance }) => {
  const id = await textMeeting(appliance, 'Helen: The roof is repaired in October.')
  expect((await page.request.delete(`${appliance.url}/api/recordings/${id}`)).ok()).toBe(true)
  await page.goto(appliance.url)
  await page.getByRole('button', { name: 'Bin (1)' }).click()
  const bin = page.getByRole('dialog', { name: 'Bin' })
  await expect(bin).toContainText('Deleted recordings stay here for 30 days and are then deleted for good.')
  expect(await problems(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, 'the bin')
  await bin.getByRole('button', { name: 'Restore Audit committee' }).click()
  await expect(bin).toContainText('The bin is empty.')
  await bin.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, 'Audit committee')).toBeVisible()

  expect((await page.request.delete(`${appliance.url}/api/recordings/${id}`)).ok()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Bin (1)' }).click()
  await bin.getByRole('button', { name: 'Delete Audit committee for good' }).click()
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await expect(bin).toContainText('The bin is empty.')
})
