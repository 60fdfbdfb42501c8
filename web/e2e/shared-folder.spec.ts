import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, startAppliance, test } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

test('the shared folder on the System screen: what was taken in, what failed, and another try', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'appliance-e2e-inbox-'))
  await mkdir(join(folder, 'Committee'))
  await writeFile(
    join(folder, '2026-11-19 Committee.txt'),
    'Jane Smith: Good morning.\nTom Brown: Good morning.\n',
  )
  await writeFile(join(folder, 'nothing.vtt'), 'WEBVTT\n')
  const appliance = await startAppliance({ env: { APPLIANCE_INBOX: folder, APPLIANCE_INBOX_SETTLE: '0.3' } })
  try {
    await page.goto(`${appliance.url}/system`)
    const section = page.getByRole('region', { name: 'Shared folder' })
    const failed = section.getByRole('table', { name: 'Files that failed' })
    await expect(failed.getByRole('row', { name: /nothing\.vtt/ })).toContainText('holds no words')
    const taken = section.getByRole('table', { name: 'Files taken in' })
    await expect(taken.getByRole('link', { name: '2026-11-19 Committee.txt' })).toBeVisible()
    expect(await problems(page)).toEqual([])
    await writeFile(
      join(folder, 'failed', 'nothing.vtt'),
      'WEBVTT\n\n00:01.000 --> 00:02.000\nSomething after all\n',
    )
    await section.getByRole('button', { name: 'Try nothing.vtt again' }).click()
    await expect(taken.getByRole('link', { name: 'nothing.vtt' })).toBeVisible()
    await expect(failed).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScrolling(page, '/system')
    await taken.getByRole('link', { name: '2026-11-19 Committee.txt' }).click()
    await expect(page.getByRole('heading', { name: 'Committee' }).first()).toBeVisible()
    // Before the appliance is gone: the page still fetches its parts.
    await page.close()
  } finally {
    await appliance.discard()
    await rm(folder, { recursive: true, force: true })
  }
})
