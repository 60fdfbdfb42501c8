import { expect, test } from './appliance.ts'
import { sampled } from './sample.ts'

const sections = [
  'Password Management',
  'Email Preferences',
  'SMS/Text Reminders',
  'Calendar Sync',
  'Security Settings',
  'Recording Settings',
]

test('every section is there, and what cannot act says why', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/settings`)
  for (const name of sections) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const sms = page.getByRole('region', { name: 'SMS/Text Reminders' })
  await expect(sms.getByRole('switch', { name: 'SMS reminders' })).toBeDisabled()
  await expect(sms.getByLabel('Phone number')).toBeDisabled()
  await expect(sms.getByRole('button', { name: 'Verify' })).toBeDisabled()
  await expect(sms).toContainText('sent 1 hour before')
  const mail = page.getByRole('region', { name: 'Email Preferences' })
  await expect(mail.getByRole('switch', { name: 'Email notifications', exact: true })).toBeDisabled()
  // What has no effect does not look as if it had one.
  for (const name of ['Email notifications', 'Daily digest'])
    await expect(mail.getByRole('switch', { name, exact: true })).not.toBeChecked()
  await expect(mail).toContainText(/not set up on this appliance\..*administrator.*APPLIANCE_SMTP_URL/)
  // On as specified; an address that others could read is made when it is asked for, and not before.
  const calendar = page.getByRole('region', { name: 'Calendar Sync' })
  await expect(calendar.getByRole('switch', { name: 'Google Calendar' })).toBeChecked()
  await calendar.getByRole('button', { name: 'Create address' }).click()
  await expect(calendar.getByTestId('copy')).toContainText('/api/calendar/feed/')
  await expect(calendar.getByText('From URL')).toBeVisible()
  await calendar.getByRole('button', { name: 'Revoke address' }).click()
  await expect(calendar.getByRole('button', { name: 'Create address' })).toBeVisible()
  // Stored now, and acted on when there is something to act.
  for (const name of ['Speaker diarization', 'Summary after transcription']) {
    await expect(page.getByRole('switch', { name })).toBeEnabled()
    await expect(page.getByRole('switch', { name })).toBeChecked()
  }
  await expect(mail.getByRole('link', { name: 'your profile' })).toHaveAttribute('href', '/profile')
})

test('settings are kept, and claimed to be only when they are', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/settings`)
  const autosave = page.getByRole('switch', { name: 'Autosave transcripts' })
  await expect(autosave).toBeChecked()
  await autosave.click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  // They are still there after a look elsewhere, and after a reload.
  const stillHere = page.getByText('Your earlier changes are still here. Save them to apply them.')
  await expect(stillHere).toBeHidden()
  await page.getByRole('link', { name: 'Meetings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Meetings', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(stillHere).toBeVisible()
  await expect(autosave).not.toBeChecked()
  await page.reload()
  await expect(stillHere).toBeVisible()
  await expect(autosave).not.toBeChecked()

  await page.route('**/api/me/settings', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save All Settings' }).click()
  await expect(page.getByText('Settings not saved')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.unroute('**/api/me/settings')
  await page.getByRole('button', { name: 'Save All Settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(stillHere).toBeHidden()
  await page.reload()
  await expect(autosave).not.toBeChecked()
})

test('the theme is the person’s, in every browser of theirs', async ({ page, appliance, browser }) => {
  await page.goto(`${appliance.url}/settings`)
  await page.getByRole('region', { name: 'Appearance' }).getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText('Unsaved changes')).toBeHidden() // it acts at once, as in the sidebar
  await expect(page.getByTitle('Dark', { exact: true }).getByRole('radio')).toBeChecked()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  const elsewhere = await browser.newPage()
  await elsewhere.goto(appliance.url)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await elsewhere.getByTitle('Light', { exact: true }).click()
  // The other tab hears of it.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await elsewhere.close()
})

sampled('British dates act everywhere @full', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/recordings/1`)
  await expect(page.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transcript' })).toBeVisible() // it is loaded when needed
  await page.goto(`${appliance.url}/settings`)
  await page.getByRole('switch', { name: 'British dates' }).click()
  await page.getByRole('button', { name: 'Save All Settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await page.goto(`${appliance.url}/recordings/1`)
  await expect(page.getByText(/^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/).first()).toBeVisible()
})

test('the test screen has a red box and a blue box', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/transcript-test`)
  await expect(page.getByRole('img', { name: 'Red box' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Blue box' })).toBeVisible()
})
