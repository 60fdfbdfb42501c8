import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { until } from '../server/test/client.ts'
import { filesBelow, temporaryFolder } from '../server/test/files.ts'
import { boardMeeting } from '../server/test/minutes.ts'
import { appliance } from '../server/test/cli.ts'
import { startServerProcess } from '../server/test/process.ts'

const run = promisify(execFile)
const outcomes = z.array(
  z.object({
    file: z.string(),
    result: z.enum(['taken', 'duplicate', 'failed']),
    recording: z.object({ id: z.number(), meetingDate: z.string().nullable() }).optional(),
  }),
)

/** A folder as somebody would hand it over. */
async function handedOver(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, '2026'))
  await mkdir(join(folder, 'z-old'))
  await writeFile(join(folder, '2026-11-19 Board meeting.txt'), boardMeeting)
  await writeFile(
    join(folder, '2026', 'catch-up.vtt'),
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello</v>\n',
  )
  await writeFile(
    join(folder, '2026', 'catch-up.json'),
    JSON.stringify({ title: 'Catch-up', date: '2026-01-05' }),
  )
  await writeFile(join(folder, 'z-old', 'same.txt'), boardMeeting)
  await writeFile(join(folder, 'z-old', 'empty.srt'), '')
  await writeFile(join(folder, '.~lock.catch-up.vtt#'), '')
  await symlink('/etc', join(folder, 'etc'))
  return folder
}

test('a folder is imported by hand without a server: tried first, then in earnest, and nothing twice', async () => {
  const [dataDir, folder] = [await temporaryFolder(), await handedOver()]
  const tried = await appliance(['import', folder, '--recursive', '--dry-run'], dataDir)
  expect(tried.code).toBe(1)
  expect(tried.stdout).toMatch(/transcript +\S+catch-up\.vtt +2026-01-05, Catch-up/)
  expect(tried.stdout).toContain('4 files: 3 would be taken in (3 transcripts), 0 taken in before, 1 failed.')
  expect(tried.stdout).not.toContain('etc')

  const done = outcomes.parse(
    JSON.parse((await appliance(['import', folder, '--recursive', '--json'], dataDir)).stdout),
  )
  expect(done.map(({ result }) => result).sort()).toEqual(['duplicate', 'failed', 'taken', 'taken'])
  const again = await appliance(['import', folder], dataDir)
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('was taken in on')])
  expect((await readdir(folder)).sort()).toEqual([
    '.~lock.catch-up.vtt#',
    '2026',
    '2026-11-19 Board meeting.txt',
    'etc',
    'z-old',
  ])

  const { id } = done.find(({ file }) => file.endsWith('Board meeting.txt'))!.recording!
  const actions = await appliance(
    ['reprocess', String(id), '--stage', 'summarise,actions', '--json'],
    dataDir,
  )
  expect(JSON.parse(actions.stdout)).toMatchObject([
    { id, stage: 'summarise', result: 'done' },
    { id, stage: 'actions', result: 'done' },
  ])
  const chosen = await appliance(['reprocess', '--since', '2026-11-01', '--dry-run', '--json'], dataDir)
  expect(JSON.parse(chosen.stdout)).toMatchObject([{ id, title: 'Board meeting' }])
  const silent = await appliance(['reprocess', String(id), '--json'], dataDir)
  expect(JSON.parse(silent.stdout)).toMatchObject([{ result: 'skipped', stage: 'transcribe' }])

  const output = join(await temporaryFolder(), 'out')
  const exported = await appliance(['export', '--all', '--format', 'txt,json,srt', '-o', output], dataDir)
  expect([exported.code, exported.stdout]).toEqual([0, `2 meetings written to ${output}.\n`])
  const files = await filesBelow(output)
  expect(files).toContain(`2026-11-19 Board meeting (${id})/Board meeting.srt`)
  expect(
    await readFile(join(output, `2026-11-19 Board meeting (${id})`, 'Board meeting.txt'), 'utf8'),
  ).toContain('Minutes')
  expect((await appliance(['export', '--all', '-o', output], dataDir)).stderr).toContain('is not empty')
  expect((await appliance(['export', String(id), '-o', `${output}.zip`], dataDir)).code).toBe(0)
  expect((await appliance(['export', '--all', '--format', 'exe'], dataDir)).stderr).toContain('docx, pdf, md')
})

test('beside a running server the shared folder is set, watched, and shown with the queues', async () => {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()]
  expect((await appliance(['inbox'], dataDir)).stdout).toContain('No shared folder is watched')
  await startServerProcess(dataDir, { APPLIANCE_INBOX_SETTLE: '0.3' })
  expect((await appliance(['inbox', join(folder, 'not-there')], dataDir)).stderr).toContain(
    'There is no folder',
  )
  expect((await appliance(['inbox', folder], dataDir)).stdout).toContain('is watched')
  await writeFile(join(folder, 'talk.txt'), 'Ann: Hello.\nBen: Hello.\n')
  await writeFile(join(folder, 'what.bin'), 'x')
  await until(
    () => filesBelow(folder),
    (files) => files.includes('done/talk.txt') && files.includes('failed/what.bin'),
  )
  const shown = await until(
    () => appliance(['inbox', '--json'], dataDir),
    ({ stdout }) => (JSON.parse(stdout) as { failures: unknown[] }).failures.length === 1,
  )
  expect(shown.code).toBe(3)
  const status = await appliance(['status', '--json'], dataDir)
  expect(JSON.parse(status.stdout)).toMatchObject({
    inbox: { folder, failed: 1 },
    queues: expect.arrayContaining([expect.objectContaining({ lane: 'inbox' })]),
  })
  expect((await appliance(['inbox', 'retry'], dataDir)).stdout).toBe('1 file will be tried again.\n')
  expect((await appliance(['inbox', 'off'], dataDir)).stdout).toContain('No shared folder is watched')
  const fixed = await appliance(['inbox', folder], await temporaryFolder(), { APPLIANCE_INBOX: folder })
  expect([fixed.code, fixed.stderr]).toEqual([1, expect.stringContaining('goes before the choice made here')])
})

test('what destroys asks first, the sealing key is replaced, and shells complete the words', async () => {
  const dataDir = await temporaryFolder()
  const asked = await appliance(['key', 'rotate'], dataDir)
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('say --yes')])
  const nothing = await appliance(['restore', '--from', '/nowhere'], dataDir)
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('There are no backups in')])
  const shape = z.object({ sha256: z.string(), kind: z.string() })
  const before = shape.parse(JSON.parse((await appliance(['key', '--json'], dataDir)).stdout))
  const after = shape.parse(
    JSON.parse((await appliance(['key', 'rotate', '--yes', '--json'], dataDir)).stdout),
  )
  expect(after.kind).toBe('own')
  expect(after.sha256).not.toBe(before.sha256)
  expect((await appliance(['verify', 'log'], dataDir)).stdout).toContain('intact: 1 entry,')

  const script = (await appliance(['completion', 'bash'], dataDir)).stdout
  const complete = async (...words: string[]): Promise<string[]> => {
    const call = `COMP_WORDS=(appliance ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _appliance; printf '%s\\n' "\${COMPREPLY[@]}"`
    return (await run('bash', ['-c', `${script}\n${call}`])).stdout.trim().split('\n')
  }
  expect(await complete('re')).toEqual(['reprocess', 'restore'])
  expect(await complete('people', 'tokens', 'r')).toEqual(['revoke'])
  expect(await complete('import', '--dr')).toEqual(['--dry-run'])
  expect(await complete('logs', '--level', 'w')).toEqual(['warn'])
  expect((await appliance(['completion', 'zsh'], dataDir)).stdout).toMatch(/^#compdef appliance/)
  expect((await appliance(['completion', 'fish'], dataDir)).code).toBe(2)
})
