import { expect, test } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

const lines = [
  '[00:00:00] [Speaker 1] We bought Akme.',
  '[00:00:10] [Speaker 2] Akme has a lease on the house.',
]

test('words are added in Settings, and a correction that is made twice becomes one when the person says so @full', async ({
  page,
  appliance,
}) => {
  await page.goto(`${appliance.url}/settings`)
  const words = page.getByRole('region', { name: 'Words' })
  await words.getByRole('button', { name: 'Add the word' }).click()
  await expect(words.getByRole('alert')).toContainText('at least two letters')
  await words.getByLabel('Another word').fill('Brynlestyr')
  await page.keyboard.press('Enter')
  await expect(words.getByRole('list', { name: 'Your words' })).toContainText('Brynlestyr')
  await page.goto(`${appliance.url}/system`)
  const everybodys = page.getByRole('region', { name: 'Words for everyone' })
  await everybodys.getByLabel('Add a word for everyone').fill('EBITDA')
  await everybodys.getByRole('button', { name: 'Add the word' }).click()
  await expect(everybodys.getByRole('listitem')).toHaveText(['EBITDA'])

  await page.goto(appliance.url)
  await page.getByRole('button', { name: 'Upload Transcript' }).first().click()
  await page.getByLabel('Transcript file').setInputFiles({
    name: 'board.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Transcript uploaded successfully')).toBeVisible()
  await page.goto(`${appliance.url}/recordings/1`)
  await page.getByRole('button', { name: 'Edit Transcript' }).click()
  const text = page.getByRole('textbox', { name: 'Transcript' })
  await text.fill((await text.inputValue()).replaceAll('Akme', 'Acme'))
  await page.getByRole('form', { name: 'Edit Transcript' }).getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('region', { name: 'Transcript', exact: true })
  await expect(card).toContainText('You changed “Akme” to “Acme” twice. Add it to your words?')
  if (process.env.WORDS_SHOTS) await page.screenshot({ path: `${process.env.WORDS_SHOTS}/offer.png` })
  await card.getByRole('button', { name: 'Add Acme to your words' }).click()
  await expect(card).not.toContainText('Add it to your words?')

  await page.goto(`${appliance.url}/settings`)
  await expect(words.getByRole('list', { name: 'Your words' }).getByRole('listitem')).toHaveText([
    'Acme',
    'Brynlestyr',
  ])
  await expect(words).toContainText('For everyone: EBITDA')
  await words.getByRole('button', { name: 'Remove Brynlestyr' }).click()
  await expect(words.getByRole('list', { name: 'Your words' })).not.toContainText('Brynlestyr')

  const full = process.env.APPLIANCE_TEST_FULL === '1'
  const looks = [
    ['settings', 'dark', 390],
    ['system', 'light', 1440],
    ...(full
      ? ([
          ['settings', 'light', 390],
          ['settings', 'light', 1440],
          ['settings', 'dark', 1440],
          ['system', 'light', 390],
          ['system', 'dark', 390],
          ['system', 'dark', 1440],
        ] as const)
      : []),
  ] as const
  for (const [path, theme, width] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.request.put(`${appliance.url}/api/me/settings`, { data: { theme } })
    await page.goto(`${appliance.url}/${path}`)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const region = path === 'settings' ? words : everybodys
    await region.scrollIntoViewIfNeeded()
    expect(await problems(page), `${path}, ${theme} at ${width}`).toEqual([])
    await expectNoSidewaysScrolling(page, `${path}, ${theme} at ${width}`)
    const shots = process.env.WORDS_SHOTS
    if (shots) await page.screenshot({ path: `${shots}/${path}-${theme}-${width}.png` })
  }
})
