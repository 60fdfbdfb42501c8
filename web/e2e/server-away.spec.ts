import { expect, processTest as test } from './appliance.ts'

test('a screen that is opened while the server is away comes when it is back; a phone’s dialog keeps its buttons @full', async ({
  page,
  appliance,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(appliance.url)
  await page.getByText('No meetings yet').waitFor()
  await appliance.kill()
  const stale = page.getByText(/^The list is from/)
  await expect(stale).toBeVisible()
  await page.getByRole('button', { name: 'Upload Transcript' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(stale).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(stale).toBeVisible()

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('This page will open when it is back.')).toBeVisible()
  await appliance.start()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
