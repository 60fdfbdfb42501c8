import type { Page } from '@playwright/test'
import { problems } from './axe.ts'
import { expect, type Appliance } from './appliance.ts'
import { open, start, test } from './recorder.ts'

const details = (page: Page) => page.getByRole('region', { name: 'Recording Details' })

/** Its place on the server is gone before any sound came, so that nothing refuses the deletion. */
async function recordWhatIsDeleted(page: Page, appliance: Appliance): Promise<void> {
  await page.routeWebSocket(/\/api\/ws\/simple/, (socket) => socket.close())
  await page.route('**/chunks/**', (route) => route.abort())
  await open(page, appliance)
  await start(page, 'Board meeting')
  await expect(page.getByText(/[3-9] seconds are waiting\.$/)).toBeVisible()
  expect((await page.request.delete(`${appliance.url}/api/recordings/1`)).ok()).toBe(true)
  await page.unroute('**/chunks/**')
  await expect(page.getByText('This recording was deleted on another page.')).toBeVisible({ timeout: 30_000 })
}

test('a recording that was deleted while it was recorded is saved as a new one @full', async ({
  page,
  appliance,
}) => {
  await recordWhatIsDeleted(page, appliance)
  await expect(page.getByText(/\d+ s safe/)).toBeHidden()
  expect(await problems(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await page.getByRole('button', { name: 'Save as new recording' }).click()
  await expect(details(page)).toContainText('Board meeting (saved in the browser)', { timeout: 30_000 })
  await expect(page.getByText('This recording was deleted on another page.')).toBeHidden()
})

test('after a reload the page knows that the recording was deleted @full', async ({ page, appliance }) => {
  await recordWhatIsDeleted(page, appliance)
  await page.reload()
  await expect(page.getByText(/was deleted on another page before it was finished: Board/)).toBeVisible()
  await expect(page.getByText(/\d+ s are in this browser only/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume recording' })).toBeHidden()
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save as new recording' }).click()
  await expect(details(page)).toContainText('Board meeting (saved in the browser)', { timeout: 30_000 })
})
