import { join } from 'node:path'
import { openDb } from '../../server/db/open.ts'
import { spawnOllama } from '../../server/test/ollama-process.ts'
import { expect, position, startAppliance, test, textMeeting } from './appliance.ts'
import { expectNoSidewaysScrolling, problems } from './axe.ts'
import { sampleFolder } from './sample.ts'

type Found = { text: string; at: number }[]

async function search(url: string, query: string): Promise<Found> {
  const answer = await fetch(`${url}/api/search?${query}`)
  return ((await answer.json()) as { passages: Found }).passages
}

test('Clara answers with sources: a meeting opens at its second, law shows its section', async ({ page }) => {
  const ollama = await spawnOllama()
  const appliance = await startAppliance({ env: ollama.env, dataFrom: await sampleFolder() })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const count = async (query: string) => (await search(appliance.url, query)).length
    await expect.poll(() => count('q=quorum&kind=knowledge'), { timeout: 60_000 }).toBeGreaterThan(0)
    const said = 'q=budget+contract+meeting&kind=transcript'
    await expect.poll(() => count(said), { timeout: 60_000 }).toBeGreaterThan(0)
    const passages = await search(appliance.url, said)
    const words = passages[0]?.text.split(/\s+/).slice(0, 12).join(' ') ?? ''

    await page.goto(`${appliance.url}/chat`)
    await expect(page.getByRole('heading', { name: 'Clara Assistant' })).toBeVisible()
    await expect(page.getByText("Hello, I'm Clara.")).toBeVisible()
    await ollama.rules({ path: '/api/chat', reply: `It was said: ${words} [1].`, firstMs: 1500 })
    const field = page.getByLabel('Message to Clara')
    await field.fill(words)
    await field.press('Shift+Enter')
    await expect(field).toHaveValue(`${words}\n`)
    await field.press('Enter')
    await expect(page.getByLabel('Clara is typing').locator('[data-dot]')).toHaveCount(3)
    await expect(field).toBeDisabled()
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('It was said:')
    const session = new URL(page.url()).searchParams.get('session') ?? ''
    await expect(page.getByText(`Session ${session.slice(-8)}`)).toBeVisible()
    await expect(field).toBeFocused()

    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await problems(page), `at ${width}`).toEqual([])
      await expectNoSidewaysScrolling(page, `/chat at ${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByTitle('Dark', { exact: true }).click()
    expect(await problems(page), 'dark').toEqual([])

    await page
      .getByRole('link', { name: /Sample meeting/ })
      .last()
      .click()
    await expect(page).toHaveURL(/\/recordings\/1\?t=\d+$/)
    const seconds = Number(new URL(page.url()).searchParams.get('t'))
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(seconds)

    // The conversation is there when one comes back to it; law has its section, its source and its date.
    await page.goto(`${appliance.url}/chat?session=${session}`)
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('It was said:')
    await ollama.rules({
      path: '/api/chat',
      partMs: 300,
      reply: 'Minutes of board meetings are kept for at least ten years [1]. Directors keep them.',
    })
    await field.fill('How long must minutes of directors meetings be kept?')
    await field.press('Enter')
    await expect(page.getByText('kept for at least ten years')).toBeVisible()
    // A source that is opened while she still writes stays open when she has finished.
    const finished = page.getByText('Sources', { exact: true })
    await expect(page.getByRole('button', { name: 'Source 1' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Source 1' }).last().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Companies Act 2006, section 248')
    expect(await finished.count()).toBe(1)
    await expect(finished).toHaveCount(2)
    await expect(dialog.getByRole('link')).toHaveAttribute('href', /^https:\/\/www\.legislation\.gov\.uk\//)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()

    // However the model fails, what was found is shown.
    await ollama.rules({ path: '/api/chat', fault: { kind: 'status', status: 500, error: 'out of memory' } })
    await field.fill('How long must minutes of directors meetings be kept?')
    await field.press('Enter')
    await expect(page.getByText('My language model has failed; an administrator can see why')).toBeVisible({
      timeout: 60_000,
    })
    // However long the answer is, the title is above it.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByRole('heading', { name: 'Clara Assistant' })).toBeInViewport({ ratio: 1 })
    // What goes wrong otherwise is said in the specification's words.
    const error = { type: 'error', message: 'Please try again.', code: 'internal', kept: null }
    await page.route('**/api/chat/stream*', (route) =>
      route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify(error)}\n` }),
    )
    await field.fill('And the minutes of committees?')
    await field.press('Enter')
    await expect(page.getByText("I apologize, but I'm having trouble processing your request.")).toBeVisible()
    // Nothing that floats lies over what is to be pressed.
    await page.setViewportSize({ width: 1440, height: 900 })
    const toast = page.getByText('Failed to get response from Clara')
    await expect(toast).toBeVisible()
    const boxes = await Promise.all(
      [page.locator('[data-toast]'), page.getByRole('button', { name: 'Send' })].map((one) =>
        one.boundingBox(),
      ),
    )
    const [floating, send] = boxes
    expect(floating && send && floating.y + floating.height <= send.y).toBe(true)
    await page.unroute('**/api/chat/stream*')
    await page.route('**/api/chat/stream*', (route) => route.abort())
    await field.fill('Are you there?')
    await field.press('Enter')
    await expect(
      page.getByText(
        "I'm sorry, but I'm having technical difficulties right now. Please try again in a moment.",
      ),
    ).toBeVisible()
    await expect(page.getByText('Unable to connect to Clara. Please check your connection.')).toBeVisible()

    await page.getByRole('button', { name: /^Delete the conversation/ }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Your conversations will be listed here.')).toBeVisible()
    await expect(page).toHaveURL(`${appliance.url}/chat`)
  } finally {
    await appliance.discard()
    await ollama.stop()
  }
})

test('while the search is being prepared she says so, and is asked again with one click @full', async ({
  page,
}) => {
  const appliance = await startAppliance()
  try {
    // Work that nobody has come to yet.
    const db = await openDb(join(appliance.dataDir, 'db.sqlite'))
    const job = { name: 'index', lane: 'index', payload: '{}', subject: 0, max_attempts: 1 }
    const later = { run_after: '2099-01-01T00:00:00.000Z', created_at: new Date().toISOString() }
    const [id] = await db.write('job').insert({ ...job, ...later })
    await page.goto(`${appliance.url}/chat`)
    const field = page.getByLabel('Message to Clara')
    await field.fill('Who won the football championship in Brazil?')
    await field.press('Enter')
    const messages = page.getByRole('list', { name: 'Messages' })
    await expect(messages).toContainText('The search is still being prepared')
    expect(await problems(page)).toEqual([])
    await db.write('job').where({ id }).delete()
    await db.close()
    await expect(async () => {
      await page.getByRole('button', { name: 'Ask again' }).click()
      await expect(messages).toContainText("I don't know", { timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Ask again' })).toBeHidden()
  } finally {
    await appliance.discard()
  }
})

test('whatever a model writes, the page shows text: no links, no images, no HTML; Stop ends it', async ({
  page,
}) => {
  const ollama = await spawnOllama()
  const appliance = await startAppliance({ env: ollama.env })
  try {
    await textMeeting(appliance, '[00:00:01] [Helen] The Leeds warehouse roof is repaired in October.')
    await ollama.rules({
      path: '/api/chat',
      partMs: 20,
      reply: `The Leeds roof [1] is **repaired** <img src=x onerror=alert(1)> ![a](http://evil.example/x.png) [click](http://evil.example) ${Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ')}`,
    })
    await page.goto(`${appliance.url}/chat`)
    const field = page.getByLabel('Message to Clara')
    await field.fill('When is the Leeds warehouse roof repaired?')
    await page.getByRole('button', { name: 'Send' }).click()
    const messages = page.getByRole('list', { name: 'Messages' })
    await expect(messages.locator('strong')).toHaveText('repaired')
    await expect(messages).toContainText('word5')
    await expect(messages.locator('img')).toHaveCount(0)
    await expect(messages.getByRole('link')).toHaveCount(0)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(field).toBeEnabled()
    // What had come stays, here and when one comes back, and is judged alike: words of no source are underlined.
    const marked: number[] = []
    for (const visit of ['now', 'later']) {
      if (visit === 'later') await page.reload()
      await expect(messages).toContainText('word5')
      await expect(messages).toContainText('This answer was stopped before it was finished.')
      await expect(page.getByRole('button', { name: 'Ask again' })).toBeVisible()
      await expect(messages).toContainText('No source supports the underlined text so far.')
      marked.push(await messages.getByText('(not supported by any source)').count())
    }
    expect(marked[0]).toBeGreaterThan(0)
    expect(marked[1]).toBe(marked[0])
    // A meeting that was written with its times opens at the place, and marks it.
    await ollama.rules({
      path: '/api/chat',
      reply: 'The Leeds roof is repaired in October [1]. It is slate.',
    })
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(messages).toContainText('No source supports the underlined text.')
    await messages
      .getByRole('link', { name: /Transcript 0:01/ })
      .last()
      .click()
    await expect(page).toHaveURL(/\/recordings\/1\?t=1$/)
    await expect(page.locator('[data-index][aria-current="true"]')).toContainText('Leeds warehouse roof')

    // So does one without times, and so do minutes, at their words; in the list each says where it is from.
    const lines = Array.from({ length: 60 }, (_, i) => `Helen: Item ${i} was noted and nothing came of it.`)
    await textMeeting(appliance, [...lines, 'Tom: The Leeds warehouse roof leaks.'].join('\n'))
    const items = Array.from({ length: 30 }, (_, i) => `## ${i}. Item\n\nNoted.\n`)
    const bids =
      '| Bid for it | Price in the first year, without repairs | Licence |\n|---|--:|---|\n| Slaters | £40,000 | yes |'
    const roof = `## 31. The roof\n\n- **Agreed:** The Leeds warehouse *roof* is slated.\n\n${bids}`
    await page.request.patch(`${appliance.url}/api/recordings/1`, {
      data: { summary: `# Committee\n\n${items.join('\n')}\n${roof}` },
    })
    await ollama.rules({ path: '/api/chat', reply: 'The Leeds warehouse roof [1][2][3].' })
    const links: [string | RegExp, string][] = [
      [/Minutes, 31\. The roof/, 'Agreed: The Leeds warehouse roof is slated.'],
      [/Transcript, “The Leeds warehouse roof leaks/, 'The Leeds warehouse roof leaks'],
    ]
    for (const [name, words] of links) {
      await page.goto(`${appliance.url}/chat`)
      await field.fill('What of the Leeds warehouse roof?')
      await field.press('Enter')
      // By keyboard alone, with the focus to be seen.
      const link = messages.getByRole('link', { name })
      await expect(link).toBeVisible()
      await expect(field).toBeFocused()
      for (let i = 0; i < 4 && !(await link.evaluate((one) => one === document.activeElement)); i++)
        await page.keyboard.press('Shift+Tab')
      await expect(link).toBeFocused()
      await expect(link).toHaveCSS('outline-style', 'solid')
      await page.keyboard.press('Enter')
      const place = page.locator('.found-words, .found-words-now').filter({ hasText: words })
      await expect(place).toBeInViewport()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).not.toBe('main')
      expect(
        await place.evaluate(
          (one) => one.contains(document.activeElement) || document.activeElement?.contains(one),
        ),
      ).toBe(true)
    }
    // A table is one, and on a phone it scrolls by itself.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${appliance.url}/recordings/1#minutes=nowhere`)
    await expect(page.getByRole('cell', { name: '£40,000' })).toBeVisible()
    await expect(page.getByText('are no longer in the minutes')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await expectNoSidewaysScrolling(page, 'minutes with a table')
  } finally {
    await appliance.discard()
    await ollama.stop()
  }
})

test('minutes open the meeting at its second and themselves; what of the law is from reports says so @full', async ({
  page,
}) => {
  const appliance = await startAppliance()
  try {
    await textMeeting(
      appliance,
      `[00:00:02] Sarah Chen: Good morning everyone. We are quorate. Item one, the office lease.
[00:01:12] Priya Shah: The landlord wants a five year term at thirty-two thousand a year with a break at year three.
[00:01:34] Priya Shah: I'll get two comparable quotes and circulate them by Friday the fourth of December.
[00:02:05] Sarah Chen: Thank you all.`,
    )
    await page.request.post(`${appliance.url}/api/recordings/1/summary`)
    await page.goto(`${appliance.url}/chat`)
    const field = page.getByLabel('Message to Clara')
    const messages = page.getByRole('list', { name: 'Messages' })
    const ask = async (question: string) => {
      await field.fill(question)
      await field.press('Enter')
      await expect(field).toBeEnabled()
    }
    await ask('Who will get two comparable quotes?')
    const minutes = messages.getByRole('link', { name: /Minutes 1:34/ })
    await expect(minutes).toBeVisible()
    const chat = page.url()
    expect(await problems(page)).toEqual([])
    await minutes.click()
    await expect(page).toHaveURL(/\/recordings\/1\?t=94$/)
    await expect(page.locator('[data-index][aria-current="true"]')).toContainText('two comparable quotes')
    await page.goto(chat)
    await messages.getByRole('link', { name: /in the minutes$/ }).click()
    await expect(page).toHaveURL(/\/recordings\/1#minutes=/)
    await expect(page.locator('.found-words').filter({ hasText: 'comparable quotes' })).toBeInViewport()

    const law = 'q=identity+verification+directors&kind=knowledge'
    const found = async () => (await search(appliance.url, law)).length
    await expect.poll(found, { timeout: 60_000 }).toBeGreaterThan(1)
    await page.goto(`${appliance.url}/chat`)
    await ask('By when must directors verify their identity with Companies House?')
    const chip = messages.getByRole('button', {
      name: /Identity verification of directors.*Partly from reports/,
    })
    await expect(chip).toBeVisible()
    await chip.click()
    await expect(page.getByRole('dialog')).toContainText(
      'were not compared with the commencement regulations',
    )
    expect(await problems(page)).toEqual([])
  } finally {
    await appliance.discard()
  }
})

test('while speech goes first she says what she waits for', async ({ page }) => {
  const appliance = await startAppliance()
  try {
    // An answer that has yet to begin, for as long as the page looks at it.
    await page.addInitScript(
      (line) => {
        const real = window.fetch
        window.fetch = (input, init) =>
          String(input).includes('/api/chat/stream')
            ? Promise.resolve(
                new Response(
                  new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(line)) }),
                ),
              )
            : real(input, init)
      },
      `${JSON.stringify({ type: 'waiting', work: 'recording' })}\n`,
    )
    await page.goto(`${appliance.url}/chat`)
    await page.getByLabel('Message to Clara').fill('What did we agree?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText(
      'This machine is busy with a live recording. Clara will answer shortly.',
    )
    await expect(page.getByLabel('Clara is typing')).toBeVisible()
    expect(await problems(page)).toEqual([])
  } finally {
    await appliance.discard()
  }
})
