import { spawnOllama } from '../../server/test/ollama-process.ts'
import { expect, startAppliance, test } from './appliance.ts'
import { problems } from './axe.ts'

test('an administrator fetches a language model, sees how far it is, and chooses another one', async ({
  page,
}) => {
  const ollama = await spawnOllama()
  const appliance = await startAppliance({
    env: { ...ollama.env, APPLIANCE_OFFLINE: '0', APPLIANCE_SPEECH_MODEL: 'demo' },
  })
  try {
    await ollama.rules({ path: '/api/pull', pull: { bytes: 4_700_000_000, steps: 30, stepMs: 150 } })
    await page.goto(`${appliance.url}/system`)
    const section = page.getByRole('region', { name: 'Language model' })
    await expect(section.getByText('Ready')).toBeVisible()
    await section.getByRole('button', { name: 'Fetch Qwen 2.5, 7 billion' }).click()
    await expect(section.getByText(/Fetching: [\d.]+ GB of 4\.7 GB, \d+%/)).toBeVisible()
    await expect(section.getByRole('progressbar')).toBeVisible()
    expect(await problems(page)).toEqual([])
    const model = section.getByLabel('Model', { exact: true })
    await expect(model).toHaveValue('qwen2.5:7b')
    await model.selectOption('stand-in:1b')
    await expect(section.getByRole('paragraph').filter({ hasText: /^stand-in:1b/ })).toBeVisible()
    await section.getByLabel('Context size').selectOption('16384')
    await expect(section.getByText('reads 16,384 tokens at once')).toBeVisible()

    await ollama.stop()
    await page.reload()
    await expect(section.getByText('Not reachable')).toBeVisible()
    await expect(section.getByText(/nothing answers at .* OLLAMA_HOST/)).toBeVisible()
  } finally {
    await appliance.discard()
    await ollama.stop()
  }
})
