import { expect, row } from './appliance.ts'
import { problems } from './axe.ts'
import { open, record, start, test, untilSafe } from './recorder.ts'

test('another page sees that a meeting is being recorded, and how much there is @full', async ({
  page,
  appliance,
  context,
}) => {
  await record(page, appliance, 3)

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

  for (const theme of ['light', 'dark']) {
    await second
      .getByRole('complementary')
      .getByTitle(theme === 'dark' ? 'Dark' : 'Light', { exact: true })
      .click()
    await expect(second.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await problems(second)).toEqual([])
  }

  await second.goto(`${appliance.url}/history`)
  const meeting = row(second, 'Board meeting')
  expect(await problems(second)).toEqual([])
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

test('of a recording without words yet there is nothing to download, and no length is made up', async ({
  page,
  appliance,
}) => {
  const made = await page.request.post(`${appliance.url}/api/recordings`, { data: { title: 'Council' } })
  const { id } = (await made.json()) as { id: number }
  const chunk = `${appliance.url}/api/recordings/${id}/epochs/0/chunks/0`
  const sent = await page.request.put(chunk, {
    headers: { 'content-type': 'audio/webm' },
    data: Buffer.from([0x1a, 0x45, 0xdf, 0xa3]),
  })
  expect(sent.status()).toBe(200)
  await page.goto(`${appliance.url}/recordings/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Being recorded', { exact: true }).first()).toBeVisible()
  for (const name of ['Download Audio', 'Download']) {
    const button = main.getByRole('button', { name, exact: true })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', /before the recording is stopped/)
  }
  await expect(main).not.toContainText('00:00')
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
  expect(await problems(second)).toEqual([])

  await other.getByRole('button', { name: /^Delete/ }).click()
  const dialog = second.getByRole('alertdialog').or(second.getByRole('dialog'))
  await expect(dialog).toContainText('may still be recording')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  expect(await problems(second)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await meeting.getByRole('link').click()
  const main = second.getByRole('main')
  await expect(main).toContainText('The recording device lost contact.')
  expect(await problems(second)).toEqual([])
  await main.getByRole('button', { name: 'Save what was recorded' }).click()
  await expect(main).toContainText(/Duration 00:0\d/, { timeout: 30_000 })
  await expect(main).not.toContainText('Not finished')
})
