import { expect, test } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'
import { sampled } from './sample.ts'

/** Each theme at each width, the middle one, and the least of the screens only where there is time. */
const full = process.env.APPLIANCE_TEST_FULL === '1'
const screens = [
  ...(full ? ['/transcript-test', '/recordings/77', '/nowhere'] : []),
  '/',
  '/record',
  '/chat',
  '/recordings/1',
  '/settings',
  '/system',
]

for (const theme of ['light', 'dark'] as const)
  sampled(`every screen is accessible and fits, ${theme}`, async ({ page, appliance }) => {
    test.slow() // every screen, at two widths
    await page.emulateMedia({ reducedMotion: 'reduce' }) // a colour half-way through a transition is nobody's choice
    await page.goto(appliance.url)
    await page.getByTitle(theme === 'dark' ? 'Dark' : 'Light', { exact: true }).click()
    for (const [width, height] of [
      ...(full || theme === 'light' ? ([[1440, 900]] as const) : []),
      ...(full || theme === 'dark' ? ([[390, 844]] as const) : []),
      ...(full ? ([[768, 1024]] as const) : []),
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const screen of screens) {
        await page.goto(`${appliance.url}${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        expect(await problems(page), `${screen} at ${width}`).toEqual([])
        await expectNoSidewaysScrolling(page, `${screen} at ${width}`)
      }
    }
  })

test('on a phone the sidebar is a drawer, and an empty list is accessible', async ({ page, appliance }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(appliance.url)
  await page.getByText('No meetings yet').waitFor()
  expect(await problems(page)).toEqual([])
  await expect(page.getByRole('heading', { name: 'Recent Meetings' })).toBeHidden()
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('heading', { name: 'Recent Meetings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Recent Meetings' })).toBeHidden()
})

test('a page whose first script does not come is loaded once more, then says so', async ({
  page,
  appliance,
}) => {
  let pages = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages += 1
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(appliance.url)
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded. Nothing was lost.')
  expect(pages).toBe(2)
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Meetings', exact: true })).toBeVisible()
})
