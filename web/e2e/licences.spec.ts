import { expect, test } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('the licences of what the appliance is made of', async ({ page, appliance }) => {
  await page.goto(`${appliance.url}/licences`)
  const table = page.getByRole('table', { name: 'Third-party software and models' })
  await expect(table.getByRole('row', { name: /whisper\.cpp/ })).toContainText('MIT')
  await page.getByRole('button', { name: 'Licence of whisper.cpp' }).click()
  await expect(page.getByRole('region', { name: 'Licence' })).toContainText('Permission is hereby granted')
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  const filter = page.getByLabel('Filter by name or licence')
  await filter.fill('no such part')
  await expect(page.getByText('Nothing matches “no such part”.')).toBeVisible()
  await filter.fill('zod')
  await expect(table.getByRole('row', { name: /^zod/ })).toBeVisible()
  await filter.fill('')
  await page.getByRole('button', { name: /^Show all \d+$/ }).click()
  await expect(table.getByRole('row', { name: /^zod/ })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page, '/licences')

  const sbom = await page.request.get(`${appliance.url}/api/licences/sbom`)
  expect(sbom.headers()['content-disposition']).toContain('attachment')
  const { bomFormat, components } = (await sbom.json()) as { bomFormat: string; components: unknown[] }
  expect(bomFormat).toBe('CycloneDX')
  expect(components.length).toBeGreaterThan(100)
})
