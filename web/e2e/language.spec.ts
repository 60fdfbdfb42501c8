import { spawnOllama } from '../../server/test/ollama-process.ts'
import { boardMeeting, modelRules } from '../../server/test/minutes.ts'
import { expect, startAppliance, test, textMeeting } from './appliance.ts'
import { problems } from './axe.ts'

test('an administrator fetches a language model, sees how far it is, and chooses another one', async ({
  page,
}) => {
  const ollama = await spawnOllama()
  const appliance = await startAppliance({
    env: { ...ollama.env, APPLIANCE_OFFLINE: '0', APPLIANCE_SPEECH_MODEL: 'demo' },
  })
  try {
    await ollama.rules({ path: '/api/pull', pull: { bytes: 4_700_000_000, steps: 15, stepMs: 250 } })
    // A part of the page that is lost once is fetched again.
    let lost = 0
    await page.route(/\/assets\/Vocabulary-/, (route) =>
      lost++ === 0 ? route.abort('failed') : route.fallback(),
    )
    await page.goto(`${appliance.url}/system`)
    const section = page.getByRole('region', { name: 'Language model' })
    await expect(section.getByText('Ready')).toBeVisible()
    expect(lost).toBe(2)
    await section.getByRole('button', { name: 'Download Qwen 2.5, 7 billion' }).click()
    await expect(section.getByText(/Downloading: [\d.]+ GB of 4\.7 GB, \d+%/)).toBeVisible()
    await expect(section.getByRole('progressbar')).toBeVisible()
    expect(await problems(page)).toEqual([])
    const model = section.getByLabel('Model', { exact: true })
    await expect(model.getByRole('option', { name: 'qwen2.5:7b', exact: true })).toBeAttached()
    // It is there to be chosen; who has chosen nothing still has what suits the machine.
    await expect(model).toHaveValue('')
    await ollama.rules(...modelRules)
    await model.selectOption('stand-in:1b')
    await expect(section.getByText(/^Tried on .* The minutes of an hour take .*\.$/)).toBeVisible()
    expect(await problems(page)).toEqual([])
    await expect(section.getByRole('paragraph').filter({ hasText: /^stand-in:1b/ })).toBeVisible()
    await section.getByLabel('Context size').selectOption('16384')
    await expect(section.getByText('reads 16,384 tokens at once')).toBeVisible()

    const id = await textMeeting(appliance, boardMeeting, { title: 'Board meeting' })
    const made = await page.request.post(`${appliance.url}/api/recordings/${id}/summary`)
    expect(await made.json()).toMatchObject({ engine: 'model' })

    // Whoever asks for it again sees that it is at work, and can end it, without looking for that.
    await ollama.rules({ path: '/api/chat', firstMs: 120_000 })
    await page.goto(`${appliance.url}/recordings/${id}`)
    const again = page.getByRole('region', { name: 'Summary' })
    await again.getByRole('button', { name: 'Regenerate Summary' }).click()
    await expect(again.getByRole('progressbar')).toBeInViewport({ ratio: 1 })
    await again.getByRole('button', { name: 'Cancel writing the minutes' }).click()
    // What had the focus has gone: it is where one goes on.
    await expect(again.getByRole('button', { name: 'Regenerate Summary' })).toBeFocused()

    await ollama.stop()
    await page.goto(`${appliance.url}/system`)
    await expect(section.getByText('Not reachable')).toBeVisible()
    await expect(section.getByText(/nothing answers at .* OLLAMA_HOST/)).toBeVisible()

    // What it wrote stays while it is away.
    await page.goto(`${appliance.url}/recordings/${id}`)
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByRole('button', { name: 'Regenerate Summary' }).click()
    await expect(summary.getByText('AI could not write a new version')).toBeVisible()
    await expect(summary.getByText('An administrator can see why on the System screen.')).toBeVisible()
    await expect(summary.getByText('Written by stand-in:1b')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await summary.getByRole('button', { name: 'Review it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use it' }).click()
    await expect(summary.getByText('Drafted automatically, without AI')).toBeVisible()
    // The model was asked for and did not write it: that is no success.
    await summary.getByRole('button', { name: 'Regenerate Summary' }).click()
    await expect(page.getByText('Drafted without AI')).toBeVisible()
    await expect(page.getByText('Summary generated')).toHaveCount(0)
  } finally {
    await appliance.discard()
    await ollama.stop()
  }
})
