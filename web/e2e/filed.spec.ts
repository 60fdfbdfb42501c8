import { boardMeeting } from '../../server/test/minutes.ts'
import { expect, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('meetings are filed under a series and tags, found by them, and chosen many at once', async ({
  page,
  appliance,
}) => {
  const first = await textMeeting(appliance, boardMeeting, { title: 'Board, November' })
  const second = await textMeeting(appliance, 'Ada: Good morning.', { title: 'Board, December' })
  await page.goto(`${appliance.url}/recordings/${first}`)
  await page.getByRole('button', { name: 'Edit what it is filed under' }).click()
  await page.getByRole('dialog').getByLabel('Series').fill('Board')
  await page.getByLabel('Tags').fill('lease, Q3')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Board · #lease · #Q3')).toBeVisible()

  await page.goto(`${appliance.url}/?tag=lease`)
  await expect(page.getByRole('link', { name: 'Board, November' }).first()).toBeVisible()
  const list = page.getByRole('main')
  await expect(list.getByRole('link', { name: 'Board, December' })).toHaveCount(0)
  await page.getByRole('button', { name: 'All meetings' }).click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: /Board, December/ }).check()
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: 'Tag and file' }).click()
  await page.getByRole('dialog').getByLabel('Series').fill('Board')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 meeting filed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    `/api/exports?ids=${second}`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, 'the choice of meetings')

  // The series itself is renamed where the list is narrowed by it.
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit series' }).click()
  await page.getByRole('button', { name: 'Change Board' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Main board')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog')).toContainText('Main board')
  expect(await problems(page)).toEqual([])
  await expectNoSidewaysScrolling(page, 'the series')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('combobox', { name: 'Series' })).toContainText('Main board (2)')
  await expect(list.getByText('Main board · #lease · #Q3')).toBeVisible()

  // What the first meeting left open comes up at the second.
  await page.goto(`${appliance.url}/recordings/${second}`)
  const arising = page.getByRole('region', { name: 'Matters arising' })
  await expect(arising).toContainText('comparable quotes')
  expect(await problems(page)).toEqual([])
  await arising.getByRole('combobox').selectOption('Completed')
  await expect(arising).toHaveCount(0)
})
