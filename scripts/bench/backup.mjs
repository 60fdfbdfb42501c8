#!/usr/bin/env node
// A backup of some gigabytes, restored to a blank machine and compared byte by byte; then backups that are cut off (kill -9
// of everything) at random moments, after each of which the earlier ones must be whole.
//   node scripts/bench/backup.mjs [--gigabytes 3] [--cuts 50]
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sqlite3 from 'sqlite3'
import { root } from '../lib/paths.mjs'
import { startAppliance } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: { gigabytes: { type: 'string', default: '3' }, cuts: { type: 'string', default: '50' } },
})
const work = mkdtempSync(join(tmpdir(), 'appliance-backup-'))
const dataDir = join(work, 'data')
const backupDir = join(work, 'backups')
const blank = join(work, 'blank')
const env = { APPLIANCE_BACKUP_DIR: backupDir }
const partBytes = 4 * 1024 ** 2
/** What a backup leaves out (server/backups/snapshot.ts), and what it changes itself. */
const notCompared = /^(run|uploads|copies|models|backup|logs)(\/|$)|^db\.sqlite/
/** Tables that move while a backup is made. */
const moving = new Set(['job', 'event', 'backup_run', 'audit_entry', 'session', 'sqlite_sequence'])

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`)

/** Part by part: connections that the appliance closes meanwhile must be noticed. @param {string} file @param {number} bytes */
async function writeRandom(file, bytes) {
  const handle = await open(file, 'w')
  for (let left = bytes; left > 0; left -= partBytes)
    await handle.write(randomBytes(Math.min(left, partBytes)))
  await handle.close()
}

/** A recording's folder with so much in it, as its sound would lie there. @param {number} bytes */
async function addSound(bytes) {
  const folder = join(dataDir, 'recordings', crypto.randomUUID())
  mkdirSync(folder, { recursive: true })
  await writeRandom(join(folder, 'original.wav'), bytes)
}

/** @param {string} file */
async function sha256(file) {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return hash.digest('hex')
}

/** @param {string} folder @returns {Promise<Map<string, string>>} */
async function hashes(folder) {
  const found = new Map()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (entry.isFile() && !notCompared.test(name)) found.set(name, await sha256(path))
  }
  return found
}

/** Every row of every table, as one hash a table. @param {string} folder @returns {Promise<Map<string, string>>} */
async function tables(folder) {
  const db = new sqlite3.Database(join(folder, 'db.sqlite'), sqlite3.OPEN_READONLY)
  /** @param {string} sql @returns {Promise<Record<string, unknown>[]>} */
  const all = (sql) =>
    new Promise((resolve, reject) =>
      db.all(sql, (error, rows) => (error ? reject(error) : resolve(/** @type {any} */ (rows)))),
    )
  const found = new Map()
  for (const { name } of await all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")) {
    const rows = await all(`SELECT * FROM "${String(name)}"`)
    found.set(String(name), createHash('sha256').update(JSON.stringify(rows)).digest('hex'))
  }
  await new Promise((resolve) => db.close(resolve))
  return found
}

/** @param {string[]} args */
const restic = (...args) =>
  execFileSync(
    'restic',
    [
      '--repo',
      join(backupDir, 'restic'),
      '--password-file',
      join(dataDir, 'backup', 'passphrase'),
      '--no-cache',
      ...args,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64e6 },
  )

/** @param {Awaited<ReturnType<typeof startAppliance>>} server */
async function backUp(server) {
  const before = (await server.json('/api/backups')).runs.length
  const since = performance.now()
  await server.call('POST', '/api/backups/start')
  for (;;) {
    const { runs } = await server.json('/api/backups')
    if (runs.length > before) {
      if (runs[0].failure) throw new Error(runs[0].failure)
      return (performance.now() - since) / 1000
    }
    await pause(200)
  }
}

/** @param {string} passphrase */
async function restoreAndCompare(passphrase) {
  const passphraseFile = join(work, 'passphrase')
  writeFileSync(passphraseFile, passphrase)
  const since = performance.now()
  const said = execFileSync(
    process.execPath,
    [join(root, 'dist/cli/main.js'), 'restore', '--from', backupDir, '--passphrase-file', passphraseFile],
    { env: { ...process.env, APPLIANCE_DATA_DIR: blank }, encoding: 'utf8' },
  )
  const seconds = (performance.now() - since) / 1000
  say(`${said.trim()} (${seconds.toFixed(1)} s)`)
  const [was, is] = [await hashes(dataDir), await hashes(blank)]
  const different = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => was.get(name) !== is.get(name),
  )
  const [rowsWas, rowsIs] = [await tables(dataDir), await tables(blank)]
  const otherRows = [...rowsWas.keys()].filter((name) => rowsWas.get(name) !== rowsIs.get(name))
  say(
    `${was.size} files compared by SHA-256, ${different.length} differ; ${rowsWas.size} tables compared row by row,`,
  )
  say(
    `  ${otherRows.filter((name) => !moving.has(name)).length} differ (beside ${otherRows.filter((name) => moving.has(name)).join(', ')}, which the backup itself moves)`,
  )
  if (different.length > 0 || otherRows.some((name) => !moving.has(name)))
    throw new Error(`restored otherwise than it was: ${[...different, ...otherRows].join(', ')}`)
}

const server = await startAppliance(dataDir, env)
try {
  await server.call('POST', '/api/recordings', { title: 'Board meeting', sourceType: 'uploaded_transcript' })
  await server.call('POST', '/api/recordings/1/transcript', {
    content: Array.from(
      { length: 2000 },
      (_, i) => `[${new Date(i * 4000).toISOString().slice(11, 19)}] Ann: Line ${i}.`,
    ).join('\n'),
  })
  const bytes = Number(values.gigabytes) * 1e9
  for (let left = bytes; left > 0; left -= 250e6) await addSound(Math.min(left, 250e6))
  const { passphrase } = await (await server.call('POST', '/api/backups/passphrase')).json()
  await server.call('POST', '/api/backups/passphrase/confirm', { passphrase })
  say(`first backup of ${(bytes / 1e9).toFixed(1)} GB: ${(await backUp(server)).toFixed(1)} s`)
  const again = await backUp(server)
  say(`a second one, with nothing new: ${again.toFixed(1)} s`)
  await server.kill('SIGTERM')
  await restoreAndCompare(passphrase)
  rmSync(blank, { recursive: true })

  // From its first moment to some time after it would have ended, with something new to store each time.
  const longestMs = again * 1000 * 1.2
  let [kept, left] = [JSON.parse(restic('snapshots', '--json')).length, 0]
  for (let cut = 1; cut <= Number(values.cuts); cut++) {
    await addSound(8e6)
    await server.start()
    await server.call('POST', '/api/backups/start')
    await pause(Math.random() * longestMs)
    server.killBelow(/./)
    await server.kill()
    await pause(300) // restic goes with its parent
    restic('unlock', '--remove-all') // its owner is dead, though its number may stand in the process list for a while
    const now = JSON.parse(restic('snapshots', '--json')).length
    if (now < Math.min(kept, 2)) throw new Error(`cut ${cut}: of ${kept} backups ${now} are left`)
    if (now > kept) left += 1
    kept = now
    restic('check')
    if (cut % 10 === 0) say(`${cut} cuts: ${now} backups, all whole`)
  }
  say(`of the ${values.cuts} that were cut off ${left} had got so far that their backup counts`)
  restic('check', '--read-data')
  say('every byte of the backup folder was read and is right')
  await server.start()
  say(`one more backup, to its end: ${(await backUp(server)).toFixed(1)} s`)
  await server.kill('SIGTERM')
  await restoreAndCompare(passphrase)
  const repository = readdirSync(backupDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  say(`the backup folder has ${(repository / 1e9).toFixed(2)} GB`)
} finally {
  await server.kill()
  rmSync(work, { recursive: true, force: true })
}
