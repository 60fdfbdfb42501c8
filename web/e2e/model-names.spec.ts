import { spawnOllama } from '../../server/test/ollama-process.ts'
import { expect, startAppliance, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'

const content = [
  'Speaker 1: Good morning. You can call me Sarah.',
  'Speaker 2: The deficit has grown since the spring.',
  'Speaker 1: Much obliged to you, Priya.',
  'Speaker 3: It ends in March.',
].join('\n')
const looks = [
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const

test('the language model’s look for names: why it failed, how far it is, what it suggests @full', async ({
  page,
}) => {
  const ollama = await spawnOllama()
  const appliance = await startAppliance({ env: ollama.env })
  try {
    const names = [
      { label: 'Speaker 1', name: 'Sarah', line: 0, quote: 'call me Sarah' },
      { label: 'Speaker 2', name: 'Priya', line: 2, quote: 'Much obliged to you, Priya' },
    ]
    const error = 'model requires more system memory (9.1 GiB) than is available (3.2 GiB)'
    await ollama.rules(
      { path: '/api/chat', times: 1, fault: { kind: 'status', status: 400, error } },
      { path: '/api/chat', reply: { names }, firstMs: 4000 },
    )
    const id = await textMeeting(appliance, content)
    await page.goto(`${appliance.url}/recordings/${id}`)
    const card = page.getByRole('region', { name: 'People and location' })
    const shots = process.env.SPEAKER_SHOTS
    const look = async (state: string) => {
      for (const [theme, width, height] of shots
        ? ([...looks, ['dark', 1440, 900], ['light', 390, 844]] as const)
        : looks) {
        await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme)
        await page.setViewportSize({ width, height })
        await expect(card).toBeVisible()
        expect(await problems(page), `${state}, ${theme} at ${width}`).toEqual([])
        await expectNoSidewaysScrolling(page, `${state}, ${theme} at ${width}`)
        if (shots) await card.screenshot({ path: `${shots}/names-${state}-${theme}-${width}.png` })
      }
    }
    await expect(card.getByRole('status')).toContainText('Names could not be searched for.')
    await look('failed')

    await card.getByRole('button', { name: 'Try again' }).click()
    await expect(card.getByRole('status')).toContainText('Searching for names, 0%')
    if (shots) await card.screenshot({ path: `${shots}/names-running.png` })
    await expect(card.getByText('Suggested by AI')).toHaveCount(2)
    await expect(card.getByRole('status')).toHaveCount(0)
    await expect(card).toContainText('“Much obliged to you, Priya.”')
    await look('found')
    await card.getByRole('button', { name: 'Confirm Priya' }).click()
    await expect(card.getByRole('group', { name: 'Voice of Priya' })).toBeVisible()

    await page.getByRole('button', { name: 'More about the speakers' }).click()
    await page.getByRole('menuitem', { name: 'Search for names in the transcript' }).click()
    await card.getByRole('button', { name: 'Cancel searching for names' }).click()
    await expect(card.getByRole('status')).toContainText('Searching for names was cancelled.')
    await expect(card).toContainText('Sarah?')
  } finally {
    await appliance.discard()
    await ollama.stop()
  }
})
