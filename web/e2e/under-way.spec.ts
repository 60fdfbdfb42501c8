import { expect, row } from './appliance.ts'
import { open, start, test, untilSafe } from './recorder.ts'

test('another page sees that a meeting is being recorded, and how much there is', async ({
  page,
  appliance,
  context,
}) => {
  await open(page, appliance)
  await start(page, 'Board meeting')
  await untilSafe(page, 3)

  const second = await context.newPage()
  await second.goto(`${appliance.url}/recordings/1`)
  const main = second.getByRole('main')
  await expect(main.getByText('Being recorded', { exact: true }).first()).toBeVisible()
  await expect(main).toContainText(/Being recorded\s*00:[0-5]\d/)
  await expect(main).toContainText('This meeting is being recorded on another page or device')
  await expect(main).not.toContainText('No audio available')
  await expect(main).not.toContainText('Duration')
  const download = main.getByRole('button', { name: 'Download Audio' })
  await expect(download).toBeDisabled()
  await expect(download).toHaveAttribute('title', /before the recording is stopped/)
  await expect(second.getByRole('complementary')).toContainText(/Being recorded\s*00:[0-5]\d/)

  await second.goto(`${appliance.url}/history`)
  const meeting = row(second, 'Board meeting')
  await expect(meeting).toContainText(/Being recorded\s*00:[0-5]\d/)
  await expect(meeting).not.toContainText('No audio available')
  await expect(meeting).not.toContainText('Duration')

  // It ends while it is looked at.
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(meeting).toContainText(/Duration 00:[0-5]\d/, { timeout: 30_000 })
  await expect(meeting).not.toContainText('Being recorded')
  const details = page.getByRole('region', { name: 'Recording Details' })
  await expect(details).toContainText(/\d+ seconds/)
  const clock = /Duration 00:0?(\d+)/.exec((await meeting.textContent()) ?? '')?.[1]
  await expect(details).toContainText(`${clock} seconds`)
})

test('a recording that its page has left is not finished, and can be saved or deleted @full', async ({
  page,
  appliance,
  context,
}) => {
  const second = await context.newPage()
  for (const title of ['Board meeting', 'Left behind']) {
    await open(page, appliance)
    await start(page, title)
    await untilSafe(page, 3)
    await page.close({ runBeforeUnload: false })
    page = await context.newPage()
  }
  await second.goto(`${appliance.url}/history`)
  const meeting = row(second, 'Board meeting')
  const other = row(second, 'Left behind')
  await expect(meeting).toContainText(/Not finished\s*00:0\d/, { timeout: 45_000 })
  await expect(other).toContainText(/Not finished\s*00:0\d/, { timeout: 45_000 })
  await expect(other.getByRole('button', { name: 'Resume recording' })).toBeVisible()

  await other.getByRole('button', { name: /^Delete/ }).click()
  const dialog = second.getByRole('alertdialog').or(second.getByRole('dialog'))
  await expect(dialog).toContainText(/It was not finished\. Its \d+ seconds of sound will be lost/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(other).toBeHidden()

  await meeting.getByRole('link').click()
  const main = second.getByRole('main')
  await expect(main).toContainText('Its recorder has not been heard of for a while.')
  await main.getByRole('button', { name: 'Save what is there' }).click()
  await expect(main).toContainText(/Duration 00:0\d/, { timeout: 30_000 })
  await expect(main).not.toContainText('Not finished')
})
