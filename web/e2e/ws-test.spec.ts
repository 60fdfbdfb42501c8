import { expect, processTest as test } from './appliance.ts'

test('/ws-test says whether the live socket works', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/ws-test`)
  const badge = page.getByRole('status').filter({ hasText: 'Connection status' })
  const log = page.getByRole('log')
  const again = page.getByRole('button', { name: 'Test Connection' })
  await expect(badge).toContainText('Idle')
  await again.click()
  await expect(badge).toContainText('Connected')
  await expect(log).toContainText(/ping sent with timestamp \d+/)
  await expect(log).toContainText('"type":"connected"')
  await expect(log).toContainText(/pong after \d+ ms/)
  await expect(page.getByText('Troubleshooting tips')).toBeVisible()

  await appliance.kill()
  await expect(badge).toContainText(/Idle|Error/)
  await again.click()
  await expect(badge).toContainText('Error')
  await expect(log).toContainText('The browser reports an error on the connection')

  // A server that takes the connection and says nothing.
  await page.routeWebSocket(/\/api\/ws\/simple/, () => new Promise(() => undefined))
  await again.click()
  await expect(badge).toContainText('Connecting')
  await expect(again).toBeDisabled()
  await expect(badge).toContainText('Error')
  await expect(log).toContainText('No connection within 5 seconds')
})
