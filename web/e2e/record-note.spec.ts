import { expect } from './appliance.ts'
import { problems } from './axe.ts'
import { test } from './recorder.ts'

test('a note is spoken: the live engine writes it into the notes of the action', async ({
  page,
  appliance,
}) => {
  await page.context().grantPermissions(['microphone'], { origin: appliance.url })
  await page.goto(`${appliance.url}/actions`)
  await page.getByRole('button', { name: 'Add Action' }).click()
  await page.getByLabel('Action Title').fill('Call the auditors')
  await page.getByRole('button', { name: 'Record Note' }).click()
  await expect(page.getByText(/Recording, 0:0[6-9]/)).toBeVisible()
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByLabel('Notes')).toHaveValue(/\w+ \w+/, { timeout: 30_000 })
  const said = await page.getByLabel('Notes').inputValue()
  await page.getByRole('button', { name: 'Save Action' }).click()
  await expect(page.getByText(said.slice(0, 20))).toBeVisible()
})
