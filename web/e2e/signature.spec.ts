import type { Locator, Page } from '@playwright/test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { pdfOf } from '../../server/test/documents.ts'
import { makeP12 } from '../../server/test/p12.ts'
import { expect, startApplianceProcess, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

/** Drags the signature up and to the left, and moves it on with the keyboard. @returns where it then stands on its page */
async function place(page: Page, preview: Locator): Promise<{ left: number; top: number }> {
  await page.getByLabel('Where it stands').selectOption('Where I place it on the page')
  const box = page.getByTestId('spot')
  await box.scrollIntoViewIfNeeded()
  const standing = async () => {
    const [spot, sheet] = [(await box.boundingBox())!, (await preview.boundingBox())!]
    return { left: (spot.x - sheet.x) / sheet.width, top: (spot.y - sheet.y) / sheet.height, spot }
  }
  const first = await standing()
  const { x, y, width, height } = first.spot
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 120, y + height / 2 - 90, { steps: 5 })
  await page.mouse.up()
  const dragged = await standing()
  expect(first.left - dragged.left).toBeGreaterThan(0.1)
  expect(first.top - dragged.top).toBeGreaterThan(0.05)
  await box.focus()
  for (const key of ['ArrowLeft', 'Shift+ArrowUp', '+', '-']) await page.keyboard.press(key)
  await expect.poll(async () => dragged.top - (await standing()).top).toBeGreaterThan(0.04)
  return standing()
}

/** Where the last field stands on the first page, in points. */
async function rectOf(pdf: Buffer): Promise<number[]> {
  const doc = await PDFDocument.load(pdf, { updateMetadata: false })
  const fields = doc.getPages()[0]!.node.lookup(PDFName.of('Annots'), PDFArray)
  return fields
    .lookup(fields.size() - 1, PDFDict)
    .lookup(PDFName.of('Rect'), PDFArray)
    .asArray()
    .map((number) => Number(number.toString()))
}

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

  // A fresh load stays on the tab that its address names.
  await page.goto(`${appliance.url}/signature?tab=sign`)
  await page.getByRole('button', { name: 'Sign Now' }).click()
  const preview = page.getByRole('img', { name: 'Page 1 of Board resolution' })
  await expect(preview).toHaveAttribute('data-drawn', '1')
  await page.getByLabel('Signer name').fill('Ada Chair')
  await page.getByLabel('Signing', { exact: true }).selectOption('On behalf of an organisation')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Organization name required')).toBeVisible()
  await page.getByLabel('Organisation', { exact: true }).fill('Northgate Trust')
  const rect = await place(page, preview)
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
  // It stands where it was seen to stand.
  const [left, , , top] = (await rectOf(pdf)) as [number, number, number, number]
  expect(Math.abs(left - rect.left * 595)).toBeLessThan(4)
  expect(Math.abs(842 - top - rect.top * 842)).toBeLessThan(4)

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

const leaseMeeting = `Anthea Pell (Company Secretary): Good afternoon. We are quorate.
Edward Rudge: Shall we take the lease first?
Lionel Craske (Chair): The motion is that the lease of Unit 4 be renewed for five years. All in favour?
Edward Rudge: Aye.
Anthea Pell (Company Secretary): Aye.
Lionel Craske (Chair): Carried. Anthea, will you tell the landlord by Friday?
Anthea Pell (Company Secretary): I will.
`

test('minutes are sent for signature, approved and signed; once they have changed they are not', async ({
  page,
  appliance,
}) => {
  test.slow() // each document is made and signed by a program of its own
  const id = await textMeeting(appliance, leaseMeeting, { title: 'Board meeting' })
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await page.request.post(appliance.url + path, { data: body })
    expect(answer.status(), path).toBe(200)
  }
  await post(`/api/recordings/${id}/summary`, {})
  await page.goto(`${appliance.url}/recordings/${id}`)
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 200 })
    canvas.getContext('2d')?.strokeRect(60, 60, 400, 80)
    return canvas.toDataURL('image/png')
  })
  await post('/api/signatures', { data })
  await page.getByRole('button', { name: 'Send for signature' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Lionel Craske')
  expect(await problems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make the document' }).click()
  await page.getByRole('button', { name: 'Approve the minutes' }).click()
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(page.getByLabel('Signer name')).toHaveValue('Lionel Craske')
  await sign.click()
  await expect(page.getByRole('region', { name: 'Document signed' })).toContainText('Lionel Craske')

  await page.goto(`${appliance.url}/recordings/${id}`)
  const made = page.getByRole('region', { name: 'Documents of these minutes' }).getByRole('listitem')
  await expect(made).toContainText('Signed')
  // The minutes change, and the next document of them while it waits for its signature.
  const change = async (summary: string): Promise<void> => {
    const answer = await page.request.patch(`${appliance.url}/api/recordings/${id}`, { data: { summary } })
    expect(answer.status()).toBe(200)
  }
  await change('# Board meeting\n\nThe accounts were approved.')
  await page.getByRole('button', { name: 'Send for signature' }).click()
  await dialog.getByRole('button', { name: 'Make the document' }).click()
  await page.getByRole('button', { name: 'Approve the minutes' }).click()
  await expect(sign).toBeVisible()
  await page.route('**/api/documents/2?*', (route) => route.abort()) // this page does not hear of it
  await change('# Board meeting\n\nThe accounts were not approved.')
  await sign.click()
  await expect(page.getByText('These minutes have been changed since').first()).toBeVisible()
  await page.unroute('**/api/documents/2?*')
  await page.goto(`${appliance.url}/recordings/${id}`)
  await expect(made.first()).toContainText('Awaiting Signature')
  await expect(made.first()).toContainText('the minutes have been changed since')
  await made.first().getByRole('link').click()
  await expect(page.getByText('Make a new one of the current version.')).toBeVisible()
  expect(await problems(page)).toEqual([])
})

test('an administrator says who can see a document, and installs the key that seals', async ({ page }) => {
  test.slow()
  const appliance = await startApplianceProcess({ env: { APPLIANCE_ACCESS: 'people' } })
  const folder = await mkdtemp(join(tmpdir(), 'appliance-p12-'))
  try {
    const link = /\/sign-in#link=\S+/
    await expect.poll(() => appliance.output()).toMatch(link)
    await page.goto(appliance.url + link.exec(appliance.output())?.[0])
    await page.getByLabel('Your name').fill('Ada Chair')
    await page.getByLabel('Email address').fill('ada@harbour.example')
    await page.getByLabel('New passphrase').fill('a quiet room with tall windows')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Meetings', exact: true })).toBeVisible()
    await page.goto(`${appliance.url}/signature?tab=upload`)
    const buffer = await pdfOf(['Settlement.'])
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'Settlement.pdf', mimeType: 'application/pdf', buffer },
    })
    await page.getByRole('button', { name: 'Upload Document' }).click()
    await page.getByRole('button', { name: 'More for Settlement' }).click()
    await page.getByRole('menuitem', { name: 'Who can see it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Named people').check()
    await dialog.getByRole('checkbox', { name: 'Ada Chair' }).check()
    expect(await problems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Open to its signatories and 1 person')).toBeVisible()

    const p12 = await makeP12(folder, { key: 'rsa', passphrase: 'harbour wall' })
    await page.goto(`${appliance.url}/system`)
    await page.getByRole('button', { name: 'Install a P12 file' }).click()
    await dialog.locator('input[type=file]').setInputFiles(p12.file)
    await dialog.getByLabel('Passphrase of the file').fill('another')
    const install = dialog.getByRole('button', { name: 'Install' })
    await install.click()
    await expect(dialog.getByText('the passphrase is wrong')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await dialog.getByLabel('Passphrase of the file').fill('harbour wall')
    await install.click()
    const seal = page.getByRole('region', { name: 'Seal' })
    await expect(seal).toContainText(`${p12.name}, issued by Harbour Authority`)
    await seal.getByRole('button', { name: 'Use the appliance’s own' }).click()
    await page.getByRole('button', { name: 'Delete the installed key' }).click()
    await expect(seal).toContainText('made by the appliance itself')
  } finally {
    await appliance.discard()
    await rm(folder, { recursive: true, force: true })
  }
})
