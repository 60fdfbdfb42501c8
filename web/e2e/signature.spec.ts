import { readFile } from 'node:fs/promises'
import { pdfOf } from '../../server/test/documents.ts'
import { expect, test } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('a signature is drawn, a PDF uploaded, signed for an organisation, downloaded and verified', async ({
  page,
  appliance,
}) => {
  test.slow() // many steps, and signing loads the PDF library in a process of its own
  await page.goto(`${appliance.url}/history`)
  await page.getByRole('link', { name: 'Signatures', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Sign Document' })).toBeDisabled()
  const save = page.getByRole('button', { name: 'Save Signature' })
  await expect(save).toBeDisabled()
  const canvas = page.getByRole('img', { name: 'Sign here' })
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 120)
  await page.mouse.down()
  for (const [x, y] of [
    [120, 50],
    [170, 150],
    [230, 60],
    [300, 140],
    [420, 90],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await page.mouse.up()
  await save.click()
  await expect(page.getByText('Signature created!')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Signature of/ })).toBeVisible()
  await expect(save).toBeDisabled()

  await page.getByRole('tab', { name: 'Upload Document' }).click()
  const upload = page.getByRole('button', { name: 'Upload Document' })
  await upload.click()
  await expect(page.getByText('Please select a PDF file to upload.')).toBeVisible()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(page.getByText('Please upload a PDF document.')).toBeVisible()
  const buffer = await pdfOf([
    'The board resolved to lease the office in Leeds for five years. The rent is 40,000 pounds a year.',
    'The secretary will give notice to the landlord by 30 November.',
  ])
  await file.setInputFiles({ name: 'Board resolution.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByLabel('Document name')).toHaveValue('Board resolution')
  await upload.click()
  const document = page.getByRole('listitem').filter({ hasText: 'Board resolution' })
  await expect(document.getByText('Awaiting Signature')).toBeVisible()
  expect(await problems(page)).toEqual([])

  await document.getByRole('button', { name: 'Board resolution', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Page 1 of Board resolution' })).toHaveAttribute(
    'data-drawn',
    '1',
  )
  await page.getByLabel('Signer name').fill('Ada Chair')
  await page.getByLabel('Signing', { exact: true }).selectOption('On behalf of an organisation')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Organization name required')).toBeVisible()
  await page.getByLabel('Organisation', { exact: true }).fill('Northgate Trust')
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const signed = page.getByRole('region', { name: 'Document signed' })
  await expect(signed).toContainText('Ada Chair')
  await expect(signed).toContainText('Northgate Trust')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, 'a signed document')
  for (const tab of ['Upload Document', 'Create Signature']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectNoSidewaysScrolling(page, tab)
  }
  await page.getByRole('tab', { name: 'Sign Document' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Signed Document' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toContain('Board resolution')
  const pdf = await readFile(await download.path())

  await page.getByRole('link', { name: 'Verify a signed PDF' }).click()
  const picked = (given: Buffer) => ({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: given })
  await file.setInputFiles(picked(pdf))
  const first = page.getByRole('region', { name: 'Signature 1' })
  await expect(first).toContainText('Ada Chair')
  await expect(first).toContainText('Valid')
  expect(await problems(page)).toEqual([])
  await expectNoSidewaysScrolling(page, 'a verdict')
  const changed = Buffer.from(pdf)
  changed[200] = changed[200]! ^ 1
  await file.setInputFiles(picked(changed))
  await expect(page.getByRole('main')).not.toContainText('Valid')
  await expect(page.getByText(/changed/).first()).toBeVisible()

  await page.goto(`${appliance.url}/signature?tab=sign&document=99`)
  await expect(page.getByText('Document not found')).toBeVisible()
})
