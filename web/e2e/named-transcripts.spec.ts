import { expect, test } from './appliance.ts'

const text = [
  "Speaker 1: Good morning, I'm Jane O'Neill-Smith.",
  'Speaker 2: Hello.',
  'Speaker 1: We begin.',
  'Speaker 2: Yes.',
].join('\n')

test('the names in the fields are the speakers, typed or suggested, and a text is edited under them', async ({
  page,
  appliance,
}) => {
  await page.goto(appliance.url)
  await page.getByRole('button', { name: 'Upload Transcript' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Board.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await expect(dialog.getByLabel('Speaker 1')).toHaveValue("Jane O'Neill-Smith")
  await dialog.getByLabel('Speaker 2').fill('bob')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.locator('[data-toast]')).toContainText('Transcript uploaded successfully')

  await page.goto(`${appliance.url}/recordings/1`)
  const api = `${appliance.url}/api/recordings/1`
  const { speakers, version } = await (await page.request.get(`${api}/speakers`)).json()
  const states = speakers.map(({ label, name, state }: Record<string, string>) => [label, name, state])
  expect(states).toEqual([
    ['bob', 'bob', 'confirmed'],
    ["Jane O'Neill-Smith", "Jane O'Neill-Smith", 'confirmed'],
  ])
  await page.request.post(`${api}/speakers/name`, {
    data: { label: "Jane O'Neill-Smith", name: 'Olivia', basedOn: version },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Transcript' }).click()
  const field = page.getByRole('textbox', { name: 'Transcript' })
  await expect(field).toHaveValue(/\[Olivia\] We begin\./)
  await expect(field).not.toHaveValue(/\[Jane/)
  await field.fill((await field.inputValue()).replace('We begin.', 'Let us begin.'))
  await page.getByRole('form', { name: 'Edit Transcript' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Let us begin.')).toBeVisible()
  const saved = await (await page.request.get(`${api}/transcript`)).json()
  expect(saved.speakers).toEqual({ "Jane O'Neill-Smith": 'Olivia', bob: 'bob' })
  expect(saved.segments.map(({ speaker }: { speaker: string }) => speaker)).toEqual([
    "Jane O'Neill-Smith",
    'bob',
    "Jane O'Neill-Smith",
    'bob',
  ])
})
