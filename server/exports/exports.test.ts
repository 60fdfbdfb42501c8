import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ffmpegFinder } from '../speech/audio.ts'
import { loadConfig } from '../config.ts'
import { send } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { boardMeeting, textMeeting } from '../test/minutes.ts'
import { sharedAppliance, testEnvironment } from '../test/server.ts'

const run = promisify(execFile)
const shared = sharedAppliance()

const fetched = async (path: string) => {
  const answer = await fetch(shared().url + path)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const summary = `# Minutes of the board

## 1. Roof – Dach – крыша

It was **resolved** to repair the roof of *Unit 4*.

| Option | Cost |
|---|---|
| Slate | £40,000 |

1. Ask for quotes
   - from two firms
`

async function meeting(): Promise<number> {
  const id = await textMeeting(shared().url)
  expect((await send(shared().url, 'PATCH', `/api/recordings/${id}`, { summary })).status).toBe(200)
  return id
}

test('a meeting is exported as text, Markdown and JSON with its minutes, speakers and times', async () => {
  const id = await meeting()
  for (const format of ['txt', 'md']) {
    const { answer, bytes } = await fetched(`/api/recordings/${id}/export/${format}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain(`Board meeting.${format}`)
    const text = bytes.toString()
    expect(text).toContain('Roof – Dach – крыша')
    expect(text).toContain('Transcript')
    expect(text).toMatch(/00:01:34.{0,20}Priya Shah/)
  }
  const { bytes } = await fetched(`/api/recordings/${id}/export/json`)
  const json: unknown = JSON.parse(bytes.toString())
  expect(json).toMatchObject({ title: 'Board meeting', minutes: summary.trim() })
  expect(json).toHaveProperty('transcript.segments.0.speaker', 'Sarah Chen')
  expect((await fetched(`/api/recordings/${id}/export/audio`)).answer.status).toBe(404)
  expect((await fetched('/api/recordings/999999/export/pdf')).answer.status).toBe(404)
  expect((await fetched(`/api/recordings/${id}/export/exe`)).answer.status).toBe(400)
})

test('the PDF holds minutes and transcript, as pdftotext reads it', async () => {
  const id = await meeting()
  const { answer, bytes } = await fetched(`/api/recordings/${id}/export/pdf`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const file = join(await temporaryFolder(), 'minutes.pdf')
  await writeFile(file, bytes)
  const { stdout } = await run('pdftotext', ['-layout', file, '-'])
  for (const words of ['Minutes of the board', 'Roof – Dach – крыша', 'repair the roof of Unit 4', '£40,000'])
    expect(stdout).toContain(words)
  expect(stdout).toMatch(/00:01:34 +Priya Shah:/)
  expect(stdout).toContain('1 / 2')
})

test('the Word file is a package that holds minutes and transcript', async () => {
  const id = await meeting()
  const { bytes } = await fetched(`/api/recordings/${id}/export/docx`)
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'minutes.docx'), bytes)
  const { stdout } = await run('unzip', ['-p', join(folder, 'minutes.docx'), 'word/document.xml'])
  expect(stdout).toContain('Roof – Dach – крыша')
  expect(stdout).toContain('Priya Shah: ')
  expect(stdout).toContain('<w:tbl>')
})

test('subtitles are read by ffmpeg', async () => {
  const id = await meeting()
  const folder = await temporaryFolder()
  const { path } = await ffmpegFinder(loadConfig(testEnvironment(folder)))()
  for (const format of ['srt', 'vtt']) {
    const { bytes } = await fetched(`/api/recordings/${id}/export/${format}`)
    const file = join(folder, `meeting.${format}`)
    await writeFile(file, bytes)
    const { stdout } = await run(path, ['-v', 'error', '-i', file, '-f', 'srt', '-'])
    expect(stdout).toContain('00:01:34,000 -->')
    expect(stdout.replace(/\s+/g, ' ')).toContain('two comparable quotes')
  }
})

test('several meetings come as one zip with a folder for each', async () => {
  const ids = [await meeting(), await meeting()]
  const { answer, bytes } = await fetched(`/api/exports?ids=${ids.join(',')}&formats=txt,pdf,audio`)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'all.zip'), bytes)
  await mkdir(join(folder, 'out'))
  await run('unzip', ['-q', join(folder, 'all.zip'), '-d', join(folder, 'out')])
  const { stdout } = await run('find', [join(folder, 'out'), '-type', 'f', '-printf', '%P\n'])
  expect(stdout.trim().split('\n').sort()).toEqual([
    `2026-11-19 Board meeting (${ids[1]})/Board meeting.pdf`,
    `2026-11-19 Board meeting (${ids[1]})/Board meeting.txt`,
    '2026-11-19 Board meeting/Board meeting.pdf',
    '2026-11-19 Board meeting/Board meeting.txt',
  ])
  const text = await readFile(join(folder, 'out', '2026-11-19 Board meeting', 'Board meeting.txt'), 'utf8')
  expect(text).toContain(boardMeeting.slice(boardMeeting.lastIndexOf(': ') + 2).trim())
  expect((await fetched('/api/exports?ids=1,x')).answer.status).toBe(400)
  expect((await fetched('/api/exports?ids=999999')).answer.status).toBe(404)
})

test('the minutes alone are printed with a line to sign, once', async () => {
  const id = await meeting()
  const { answer, bytes } = await fetched(`/api/recordings/${id}/minutes/file/docx`)
  expect(answer.status).toBe(200)
  const xml = strFromU8(unzipSync(bytes)['word/document.xml']!)
  expect(xml).toContain('Signed as a correct record of the meeting:')
  expect(xml).toContain('to repair the roof of')
  expect(xml).not.toContain('Transcript')
  const signed = `${summary}\nSigned: ______________ Chair`
  await send(shared().url, 'PATCH', `/api/recordings/${id}`, { summary: signed })
  const again = await fetched(`/api/recordings/${id}/minutes/file/docx`)
  expect(strFromU8(unzipSync(again.bytes)['word/document.xml']!)).not.toContain('Signed as a correct record')
  expect((await fetched(`/api/recordings/${id}/minutes/file/pdf`)).bytes.subarray(0, 5).toString()).toBe(
    '%PDF-',
  )
})

test('everything is exported as plain files with checksums, by the command line', async () => {
  const id = await meeting()
  const target = join(await temporaryFolder(), 'all')
  const { dataDir } = shared().services.config
  const done = await run('node', ['dist/cli/main.js', '--json', 'export', '--all', '-o', target], {
    env: testEnvironment(dataDir),
  })
  expect(JSON.parse(done.stdout)).toMatchObject({ output: target, files: expect.any(Number) })
  await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
  const sums = await readFile(join(target, 'SHA256SUMS'), 'utf8')
  for (const name of [
    'Board meeting.pdf',
    'Board meeting.docx',
    'Board meeting.json',
    'audit.jsonl',
    'actions.csv',
  ])
    expect(sums).toContain(name)
  const json = /^.*(meetings\/.*Board meeting\.json)$/m.exec(sums)?.[1] ?? ''
  expect(await readFile(join(target, json), 'utf8')).toContain('Priya Shah')
  expect(id).toBeGreaterThan(0)
  await expect(
    run('node', ['dist/cli/main.js', 'export', '--all', '-o', target], { env: testEnvironment(dataDir) }),
  ).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') })
})
