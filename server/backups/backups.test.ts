import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Backups } from '#contract/backups.ts'
import type { Strikes } from '#contract/strikes.ts'
import { loadConfig } from '../config.ts'
import { dataPaths, makeFolders } from '../files/paths.ts'
import { getTranscript, send, until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { textMeeting } from '../test/minutes.ts'
import { appliance } from '../test/cli.ts'
import { start } from '../test/process.ts'
import { startAppliance, testEnvironment } from '../test/server.ts'
import { createRestic, dataTime, findRestic } from './restic.ts'

const hashesBelow = async (folder: string): Promise<Record<string, string>> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile())
  const hashed = files.map(async (file) => {
    const path = join(file.parentPath, file.name)
    return [
      path.slice(folder.length),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ]
  })
  return Object.fromEntries((await Promise.all(hashed)) as [string, string][])
}

const view = async (url: string): Promise<Backups> =>
  (await (await fetch(`${url}/api/backups`)).json()) as Backups

async function backUp(url: string): Promise<Backups> {
  const { runs } = await view(url)
  expect((await send(url, 'POST', '/api/backups/start')).status).toBe(200)
  return until(
    () => view(url),
    (now) => now.runs.length > runs.length,
  )
}

test('a backup is restored to a blank machine with the same data, without what was deleted since', async () => {
  const backupDir = await temporaryFolder()
  const source = await temporaryFolder()
  const { url, stop } = await startAppliance({ dataDir: source, env: { APPLIANCE_BACKUP_DIR: backupDir } })
  expect((await view(url)).state).toBe('unconfirmed')
  expect((await send(url, 'POST', '/api/backups/start')).status).toBe(400)
  const { body } = await send(url, 'POST', '/api/backups/passphrase')
  const { passphrase } = body as { passphrase: string }
  expect(passphrase.split(' ')).toHaveLength(12)
  const wrong = await send(url, 'POST', '/api/backups/passphrase/confirm', { passphrase: 'abandon ability' })
  expect(wrong.body).toMatchObject({ code: 'wrong_passphrase' })
  await send(url, 'POST', '/api/backups/passphrase/confirm', { passphrase })
  // Confirmed, it is not shown again.
  expect((await send(url, 'POST', '/api/backups/passphrase')).status).toBe(400)

  const kept = await textMeeting(url)
  const deleted = await textMeeting(url)
  await writeFile(join(dataPaths(source).recordings, 'sound.webm'), 'bytes of a meeting')
  const { runs } = await backUp(url)
  expect(runs[0]).toMatchObject({ failure: null, snapshot: expect.stringMatching(/^[0-9a-f]{8,64}$/) })
  const words = await getTranscript(url, kept)
  const files = await hashesBelow(dataPaths(source).recordings)
  await stop()

  // Deleted for good after the backup; the numbers of what was deleted lie beside the backups.
  const gone = [{ at: new Date(Date.now() + 1000).toISOString(), kind: 'recording', subjectId: deleted }]
  await writeFile(join(backupDir, 'erasures.jsonl'), gone.map((line) => `${JSON.stringify(line)}\n`).join(''))

  const target = await temporaryFolder()
  const passphraseFile = join(await temporaryFolder(), 'passphrase')
  await writeFile(passphraseFile, passphrase)
  const restore = (...more: string[]) =>
    start(
      'cli/main.js',
      ['--json', 'restore', '--from', backupDir, '--passphrase-file', passphraseFile, ...more],
      testEnvironment(target),
    ).ended
  const { code, stdout, stderr } = await restore()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ before: null, erased: 1 })
  expect(await hashesBelow(dataPaths(target).recordings)).toEqual(
    expect.objectContaining({ '/sound.webm': files['/sound.webm'] }),
  )

  // It holds data now.
  const again = await restore()
  expect(JSON.parse(again.stdout)).toMatchObject({ code: 'data_present' })
  const forced = await restore('--force')
  expect(JSON.parse(forced.stdout).before).toContain('replaced-')

  const restored = await startAppliance({ dataDir: target, env: { APPLIANCE_BACKUP_DIR: backupDir } })
  expect(await getTranscript(restored.url, kept)).toEqual(words)
  expect((await fetch(`${restored.url}/api/recordings/${deleted}`)).status).toBe(404)
  expect((await view(restored.url)).state).toBe('ready')
  const whileRunning = await restore('--force')
  expect(JSON.parse(whileRunning.stdout)).toMatchObject({ code: 'in_progress' })
}, 300_000)

test('what was struck after a backup is struck again when that backup is restored', async () => {
  const backupDir = await temporaryFolder()
  const env = { APPLIANCE_BACKUP_DIR: backupDir }
  const source = await temporaryFolder()
  const { url, services, stop } = await startAppliance({ dataDir: source, env })
  const passphraseFile = join(await temporaryFolder(), 'passphrase')
  const passphrase = (...more: string[]) => appliance(['backup', 'passphrase', ...more], source, env)
  await writeFile(passphraseFile, (await passphrase()).stdout)
  const confirmed = await passphrase('--confirm', '--passphrase-file', passphraseFile)
  expect(confirmed.stderr).toBe('')
  const content =
    '[00:00:00] Ann Lee: Good morning.\n[00:00:04] Bob Ray: Counsel advises Zanzibar.\n[00:00:08] Ann Lee: Next item.\n'
  const id = await textMeeting(url, content)
  await backUp(url)
  await send(url, 'POST', `/api/recordings/${id}/strikes`, { start: 4, end: 8, reason: 'Privilege' })
  await struck(url, id)
  // As it does every few minutes.
  await services.backups.look()
  await stop()

  const target = await temporaryFolder()
  const { stdout } = await start(
    'cli/main.js',
    ['--json', 'restore', '--from', backupDir, '--passphrase-file', passphraseFile],
    testEnvironment(target),
  ).ended
  expect(JSON.parse(stdout)).toMatchObject({ erased: 1 })
  const restored = await startAppliance({ dataDir: target, env })
  expect(await struck(restored.url, id)).toMatchObject([{ start: 4, end: 8, reason: 'Privilege' }])
  const segments = (await getTranscript(restored.url, id)).segments.map(({ text }) => text)
  expect(segments).toEqual(['Good morning.', '[privileged passage struck]', 'Next item.'])
  for (const name of ['db.sqlite', 'db.sqlite-wal'])
    expect((await readFile(join(target, name))).includes('Zanzibar'), name).toBe(false)
}, 300_000)

/** What was struck from a recording, once it is done. */
async function struck(url: string, id: number): Promise<Strikes['strikes']> {
  const { strikes } = await until(
    async () => (await (await fetch(`${url}/api/recordings/${id}/strikes`)).json()) as Strikes,
    ({ job }) => job?.state === 'done' || job?.state === 'failed',
  )
  return strikes
}

test('a backup that is cut off leaves the one before good', async () => {
  const program = await findRestic()
  if (!program) throw new Error('restic is not installed: run the tests with `npm test`')
  const paths = dataPaths(loadConfig(testEnvironment(await temporaryFolder())).dataDir)
  await makeFolders(paths)
  const folder = await temporaryFolder()
  const passwordFile = join(await temporaryFolder(), 'passphrase')
  await writeFile(passwordFile, 'only for this test\n')
  const repository = join(await temporaryFolder(), 'restic')
  const restic = createRestic({ program, repository, passwordFile, cacheDir: join(paths.backup, 'cache') })
  const { signal } = new AbortController()
  const at = new Date().toISOString()
  const quiet = { at, signal, onPercent: () => undefined }
  await restic.prepare()
  await writeFile(join(folder, 'first'), 'kept')
  await restic.backUp(folder, quiet)

  const big = Buffer.alloc(40e6)
  for (let i = 0; i < big.length; i += 4) big.writeUInt32LE((i * 2654435761) >>> 0, i)
  await writeFile(join(folder, 'second'), big)
  const cut = new AbortController()
  const onPercent = () => cut.abort(new Error('cut off'))
  await expect(restic.backUp(folder, { at, signal: cut.signal, onPercent })).rejects.toThrow('cut off')
  await restic.prepare()
  await restic.check(signal, '100%')
  const [oldest] = await restic.snapshots()
  // What is erased from this moment on is erased again when it is restored.
  expect(dataTime(oldest!)).toBe(at)
  const target = await temporaryFolder()
  await restic.restore(oldest!.id, target)
  expect(await readFile(join(target, folder, 'first'), 'utf8')).toBe('kept')
  await rm(target, { recursive: true })
}, 300_000)
