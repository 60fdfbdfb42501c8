import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  endAppliance,
  startApplianceProcess,
  processTest as base,
  expect,
  type Appliance,
  type ApplianceProcess,
} from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

/** The door: every test has an appliance of its own, which nobody has claimed yet. */
const test = base.extend({
  appliance: async ({ context }, use) => {
    const appliance = await startApplianceProcess({ env: { APPLIANCE_ACCESS: 'people' } })
    await use(appliance)
    await endAppliance(appliance, context)
  },
})

const email = 'margaret@thornbury.example'
const passphrase = 'The quick brown minutes of April'

async function firstLink(appliance: ApplianceProcess): Promise<string> {
  const link = /\/sign-in#link=\S+/
  await expect.poll(() => appliance.output()).toMatch(link)
  return appliance.url + link.exec(appliance.output())?.[0]
}

/** Makes the first administrator, who is then signed in. */
async function claim(page: Page, appliance: ApplianceProcess): Promise<void> {
  await page.goto(await firstLink(appliance))
  await page.getByLabel('Your name').fill('Margaret Thornbury')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('New passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Meetings', exact: true })).toBeVisible()
}

async function fillIn(page: Page, secret = passphrase): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Passphrase', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function elsewhere(browser: Browser, appliance: Appliance): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${appliance.url}/sign-in`)
  await fillIn(page)
  await expect(page.getByText('No meetings yet')).toBeVisible()
  return page
}

test('the link in the terminal lets the first administrator in, once', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/settings`)
  await expect(page.getByText('The appliance has just been set up')).toBeVisible()

  await claim(page, appliance)
  expect(page.url()).not.toContain('link=')
  await expect(page.getByText('Margaret Thornbury')).toBeVisible()
  await expect(page.getByText('Premium Plan')).toBeVisible()
  await signOut(page)

  await page.goto(await firstLink(appliance))
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
})

test('a wrong passphrase stays outside, the right one leads to where one wanted to be', async ({
  page,
  appliance,
}) => {
  await claim(page, appliance)
  await signOut(page)
  await page.goto(`${appliance.url}/settings`)
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings$/)
  await fillIn(page, 'The slow brown minutes of May')
  await expect(page.getByRole('alert')).toContainText('not right')
  await fillIn(page)
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
})

test('the passphrase is changed by whoever knows it @full', async ({ page, appliance }) => {
  await claim(page, appliance)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('Another sentence of minutes')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Password updated')).toBeHidden()
  await page.getByLabel('Current password').fill(passphrase)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated')).toBeVisible()
  await signOut(page)
  await fillIn(page, 'Another sentence of minutes')
  await expect(page.getByText('No meetings yet')).toBeVisible()
})

test('a second factor is set up, asked for, and replaced by a recovery code', async ({ page, appliance }) => {
  await claim(page, appliance)
  await page.goto(`${appliance.url}/settings`)
  await page.getByRole('switch', { name: 'Two-factor sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('somebody at an open browser')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Your password').fill(passphrase)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) })
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Code').fill(totp.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Each one lets you sign in once')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as text' }).click()
  const stream = await (await downloading).createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  const codes = text.split('\n\n')[1]?.trim().split('\n') ?? []
  expect(codes.length).toBeGreaterThanOrEqual(8)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText(`${codes.length} recovery codes are left`)).toBeVisible()

  await signOut(page)
  await fillIn(page)
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  // A code is good once: this one is the next half-minute's, which a clock that is a little late accepts.
  await page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No meetings yet')).toBeVisible()

  await signOut(page)
  await fillIn(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No meetings yet')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(`${codes.length - 1} recovery codes are left`)).toBeVisible()

  await page.getByRole('switch', { name: 'Two-factor sign-in' }).click()
  await page.getByRole('alertdialog').getByLabel('Your password').fill(passphrase)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('switch', { name: 'Two-factor sign-in' })).not.toBeChecked()
})

test('a session that is ended sends its browser to the sign-in page', async ({
  page,
  browser,
  appliance,
}) => {
  await claim(page, appliance)
  const other = await elsewhere(browser, appliance)
  await page.goto(`${appliance.url}/settings`)
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(3) // their heads, this one, the other
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Log Out/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(other).toHaveURL(/\/sign-in\?ended=1&next=%2F$/)
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await other.context().close()
})

test('a token is made, used and revoked @full', async ({ page, appliance }) => {
  await claim(page, appliance)
  await page.goto(`${appliance.url}/settings`)
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Nightly export')
  await page.getByLabel('Your password').fill(passphrase)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Token "Nightly export"' })
  const secret = await dialog.getByTestId('copy').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const use = async () =>
    (await fetch(`${appliance.url}/api/me`, { headers: { authorization: `Bearer ${secret}` } })).status
  expect(await use()).toBe(200)
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  expect(await use()).toBe(401)
})

test('an administrator adds somebody, who sees no more than they may', async ({
  page,
  browser,
  appliance,
}) => {
  await claim(page, appliance)
  await page.getByRole('link', { name: 'System' }).click()
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByLabel('Name').fill('Idris Okonkwo')
  await page.getByLabel('Email address').fill('idris@thornbury.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const link = await page
    .getByRole('dialog', { name: 'Link for Idris Okonkwo' })
    .getByTestId('copy')
    .first()
    .textContent()
  await page.getByRole('button', { name: 'Done' }).click()

  const other = await (await browser.newContext()).newPage()
  await other.goto(appliance.url + new URL(link ?? '').pathname + new URL(link ?? '').hash)
  await expect(other.getByLabel('Email address')).toHaveValue('idris@thornbury.example')
  await other.getByLabel('New passphrase').fill('Minutes are kept for good')
  await other.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(other.getByText('Idris Okonkwo')).toBeVisible()
  await expect(other.getByRole('link', { name: 'System' })).toBeHidden()
  await other.goto(`${appliance.url}/system`)
  await expect(other.getByText('Only administrators can see this.')).toBeVisible()

  // Somebody's laptop is lost: their sessions end.
  await page.getByRole('button', { name: 'More about Idris Okonkwo' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  const sessions = page.getByRole('dialog', { name: 'Sessions of Idris Okonkwo' })
  expect(await problems(page)).toEqual([])
  await sessions.getByRole('button', { name: /^End / }).click()
  await expect(sessions).toContainText('is not signed in anywhere')
  await sessions.getByRole('button', { name: 'Done' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  // Whoever wants others to have a second factor has one.
  await page.getByRole('switch', { name: 'Administrators need a second factor' }).click()
  await expect(page.getByText('Set up your own second factor first')).toBeVisible()

  await page.getByRole('button', { name: 'More about Idris Okonkwo' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: 'Idris Okonkwo' })).toBeHidden()
  await expect(other).toHaveURL(/\/sign-in/)
  await other.context().close()
})

test('what only this browser has is offered at sign-out, and can be left to nobody', async ({
  page,
  appliance,
}) => {
  await claim(page, appliance)
  await page.evaluate(() =>
    localStorage.setItem('summary-draft:1:7:a', JSON.stringify({ text: 'Secret', keptAt: '2026-01-01' })),
  )
  const ask = async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    return page.getByRole('alertdialog', { name: 'Sign out' })
  }
  const dialog = await ask()
  await expect(dialog).toContainText('a change that you have not saved')
  expect(await problems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Sign out and keep it here' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillIn(page)
  await expect(page.getByText('No meetings yet')).toBeVisible()
  await (await ask()).getByRole('button', { name: 'Delete it and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Secret')
})

for (const theme of ['light', 'dark'] as const)
  test(`the screens of the door are accessible and fit, ${theme}${theme === 'dark' ? ' @full' : ''}`, async ({
    page,
    appliance,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const look = async (screen: string) => {
      // On a wide screen these two are in looks.spec.ts.
      const isKnown = process.env.APPLIANCE_TEST_FULL !== '1' && /settings|system/.test(screen)
      for (const [width, height] of [...(isKnown ? [] : ([[1440, 900]] as const)), [390, 844]] as const) {
        await page.setViewportSize({ width, height })
        expect(await problems(page), `${screen} at ${width}`).toEqual([])
        await expectNoSidewaysScrolling(page, `${screen} at ${width}`)
      }
    }
    await page.goto(await firstLink(appliance))
    await page.getByLabel('New passphrase').waitFor()
    await look('link')
    await claim(page, appliance)
    for (const screen of ['settings', 'system']) {
      await page.goto(`${appliance.url}/${screen}`)
      await page.waitForLoadState('networkidle')
      await look(screen)
    }
    await page.context().clearCookies()
    await page.goto(`${appliance.url}/sign-in`)
    await page.getByLabel('Email address').waitFor()
    await look('sign-in')
  })
