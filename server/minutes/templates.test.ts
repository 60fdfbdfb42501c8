import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listTemplates } from '#contract/minutes.ts'
import { send } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'
import { templateFor } from './templates.ts'
import { longTest } from '../test/long.ts'

test('a template is edited, shown before it is kept, and brought back; what is wrong with it is said', async () => {
  const { url } = await startAppliance()
  const list = await fetch(`${url}/api/minutes/templates`)
  expect(((await list.json()) as { id: string }[]).map(({ id }) => id)).toEqual([
    ...['board-meeting', 'general-meeting', 'committee', 'one-to-one', 'free-form'],
  ])
  const path = '/api/minutes/templates/board-meeting'
  const own =
    'Name: Ours\nDescription: Short.\nInstructions: Be short.\n---\n# Ours\n{{#allActions}}\n* {{text}}\n{{/allActions}}\n'
  for (const [text, reason] of [
    ['# No head', /line "---"/],
    ['Description: x\n---\ntext', /"Name:"/],
    [
      'Name: x\n---\n{{title}}\n{{#items}} never closed\n\n',
      /\{\{#items\}\} is never closed .* See line 4\./,
    ],
    ['Name: x\n---\n{{#items}}\n{{^due}}{{/items}}', /\{\{\^due\}\} is never closed .* See line 4\./],
    ['Name: x\n---\n\n{{/items}}', /\{\{\/items\}\} closes what was never opened\. See line 4\./],
    ['Name: x\n---\n\n{{title', /never closed with \}\}\. See line 4\./],
    ['Name: x\n---\n{{#items}}\n{{headng}}{{/items}}', /nothing called \{\{headng\}\}\. See line 4\./],
    ['Name: x\n---\n{{> /etc/passwd}}', /cannot be used here/],
    ['Name: x\n---\n', /no text below/],
  ] as const)
    expect(await send(url, 'PUT', path, { text })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: expect.stringMatching(reason) },
    })
  expect((await send(url, 'GET', path)).body).toMatchObject({ edited: false, name: 'Board meeting' })
  const { body } = await send(url, 'POST', '/api/minutes/templates/preview', { text: own })
  expect(body.markdown).toBe('# Ours\n* Tom Okoro to file the accounts by Friday.')
  expect(await send(url, 'PUT', path, { text: own })).toMatchObject({
    status: 200,
    body: { edited: true, name: 'Ours' },
  })

  const id = await textMeeting(url)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { minutes } = await minutesOf(url, id)
  expect(minutes!.markdown).toMatch(/^# Ours\n\* Priya Shah to get two comparable quotes/)
  expect(minutes!.lines).toMatchObject([{ line: 1 }])

  expect((await send(url, 'PUT', path, { text: '' })).body).toMatchObject({
    edited: false,
    name: 'Board meeting',
  })
  expect((await send(url, 'PUT', '/api/minutes/templates/..%2f..%2fx', { text: own })).status).toBe(400)
  expect((await send(url, 'GET', '/api/minutes/templates/none')).status).toBe(404)
})

test('a file that was edited wrongly is shown as such and mended in the browser; meanwhile the appliance’s own is used', async () => {
  const dataDir = await temporaryFolder()
  const folder = join(dataDir, 'templates')
  await mkdir(folder, { recursive: true })
  const broken = 'Name: Ours\n---\n# {{titel}}\n'
  await writeFile(join(folder, 'board-meeting.md'), broken)
  await writeFile(join(folder, 'own.md'), 'nothing of a template')
  const { url } = await startAppliance({ dataDir })
  const list = async () => {
    const answer = await fetch(`${url}/api/minutes/templates`)
    return new Map(listTemplates.response.parse(await answer.json()).map((one) => [one.id, one]))
  }
  const before = await list()
  expect(before.size).toBe(6)
  expect(before.get('board-meeting')).toMatchObject({
    ...{ name: 'Board meeting', edited: true, usable: true },
    problem: expect.stringContaining('{{titel}}'),
  })
  expect(before.get('own')).toMatchObject({ name: 'own', usable: false, problem: expect.any(String) })
  expect(before.get('committee')).toMatchObject({ edited: false, usable: true, problem: null })

  const id = await textMeeting(url)
  const path = `/api/recordings/${id}/summary`
  expect(await send(url, 'POST', path)).toMatchObject({
    status: 200,
    body: { template: 'board-meeting', summary: expect.stringContaining('Resolved') },
  })
  expect(await send(url, 'POST', path, { template: 'own' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', message: expect.stringContaining('cannot be used') },
  })
  // Chosen while it was good, and broken since.
  const own = '/api/minutes/templates/own'
  await send(url, 'PUT', own, { text: 'Name: Own\n---\nOwn: {{title}}\n' })
  expect((await send(url, 'POST', path, { template: 'own' })).body.summary).toBe('Own: Board meeting')
  await writeFile(join(folder, 'own.md'), 'nothing')
  expect((await send(url, 'POST', path)).body).toMatchObject({ template: 'board-meeting' })

  const board = '/api/minutes/templates/board-meeting'
  expect((await send(url, 'GET', board)).body).toMatchObject({ text: broken, problem: expect.any(String) })
  expect((await send(url, 'PUT', board, { text: '' })).body).toMatchObject({ edited: false, problem: null })
  expect((await list()).get('board-meeting')).toMatchObject({ edited: false, problem: null })
})

test('what was said cannot pass for Markdown, HTML or a template', async () => {
  const { url } = await startAppliance()
  const line =
    '[00:00:10] Eve Marsh: The supplier <b>{{title}}</b> [link](http://example.com) **costs** us forty thousand pounds a year now.\n'
  const id = await textMeeting(url, `${line}[00:00:20] Tom Okoro: Thank you.\n`, {
    title: 'A {{title}} # <i>x</i>',
  })
  const { body } = await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect(body.summary).toContain('\\<b\\>{{title}}\\</b\\> \\[link\\](http://example.com) \\*\\*costs\\*\\*')
  expect(body.summary).toContain('# A {{title}} # \\<i\\>x\\</i\\>')
})

longTest('a meeting takes its template by its title, until a person chooses another', async () => {
  for (const [title, template] of [
    ['Board meeting', 'board-meeting'],
    ['AGM 2026', 'general-meeting'],
    ['Audit committee of the board', 'committee'],
    ['1:1 Priya and Tom', 'one-to-one'],
    ['Sales catch-up', 'one-to-one'],
    ['Kick-off', 'free-form'],
  ] as const)
    expect(templateFor(title), title).toBe(template)
  const { url } = await startAppliance()
  const id = await textMeeting(url)
  await send(url, 'POST', `/api/recordings/${id}/summary`, { template: 'committee' })
  expect(await minutesOf(url, id)).toMatchObject({
    template: 'committee',
    minutes: { template: 'committee' },
  })
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect((await minutesOf(url, id)).minutes).toMatchObject({ version: 1, template: 'committee' })
  expect((await send(url, 'POST', `/api/recordings/${id}/summary`, { template: 'none' })).status).toBe(404)
})
