#!/usr/bin/env node
// How long the list of meetings takes over HTTP, beside the raw query of the same rows in the same database.
//   APPLIANCE_ENGINE_DIR=… node scripts/bench/lists.mjs [--recordings 5000] [--rounds 10]
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startAppliance } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    recordings: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
  },
})
const [recordings, rounds] = [Number(values.recordings), Number(values.rounds)]

/** @type {typeof import('sqlite3')} */
const sqlite3 = createRequire(import.meta.url)('sqlite3')

/** @param {string} file */
function open(file) {
  const handle = new sqlite3.Database(file)
  return {
    run: promisify(handle.exec.bind(handle)),
    /** @type {(sql: string) => Promise<unknown[]>} */
    all: promisify(handle.all.bind(handle)),
    close: promisify(handle.close.bind(handle)),
  }
}

/** Meetings of four kinds of titles, a third of which failed to transcribe. @param {ReturnType<typeof open>} db */
async function fill(db) {
  await db.run(`
    BEGIN;
    CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${recordings}) SELECT i FROM c;
    INSERT INTO meeting (id, title, description, created_at)
      SELECT 1000 + i, CASE i % 4 WHEN 0 THEN 'budget ' WHEN 1 THEN 'Audit ' WHEN 2 THEN 'Żeglarz ' ELSE 'board ' END || (i % 50),
        'about ' || i, strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i % 97, 'unixepoch') FROM n;
    INSERT INTO recording (id, meeting_id, person_id, source_type, folder, duration_ms, created_at)
      SELECT 1000 + i, 1000 + i, 1, 'upload', 'f' || i, (i % 13) * 1000,
        strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i % 97, 'unixepoch') FROM n;
    INSERT INTO job (name, lane, payload, subject, max_attempts, run_after, created_at, state)
      SELECT 'transcribe', 'bench', '{}', 1000 + i, 3, datetime('now'), datetime('now'),
        CASE i % 3 WHEN 0 THEN 'failed' ELSE 'done' END FROM n;
    COMMIT;`)
}

/** The best of all rounds, in milliseconds. @param {() => Promise<unknown>} work */
async function timed(work) {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

const rows = `SELECT recording.*, meeting.title, meeting.description FROM recording JOIN meeting ON meeting.id = meeting_id`
/** Each call, and the rows that it answers with. @type {[query: string, sql: string][]} */
const calls = [
  ['', `${rows} ORDER BY recording.created_at DESC`],
  ['limit=50', `${rows} ORDER BY recording.created_at DESC LIMIT 50`],
  ['limit=50&sort=title', `${rows} ORDER BY meeting.title COLLATE NOCASE LIMIT 50`],
  [
    'limit=50&q=board',
    `${rows} WHERE meeting.title LIKE '%board%' ORDER BY recording.created_at DESC LIMIT 50`,
  ],
  [
    'limit=50&status=failed',
    `${rows} WHERE EXISTS (SELECT 1 FROM job WHERE subject = recording.id AND state = 'failed') ORDER BY recording.created_at DESC LIMIT 50`,
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'lists-'))
const appliance = await startAppliance(folder)
try {
  await appliance.kill('SIGTERM')
  const db = open(join(folder, 'db.sqlite'))
  await fill(db)
  await appliance.start()
  for (const [query, sql] of calls) {
    const path = `/api/users/1/recordings?${query}`
    const { length } = await appliance.json(path)
    const own = await timed(async () => (await appliance.call('GET', path)).arrayBuffer())
    const raw = await timed(async () => JSON.stringify(await db.all(sql)))
    process.stdout.write(
      `${query || 'all'}: ${length} rows, ${own.toFixed(1)} ms; the raw query ${raw.toFixed(1)} ms; ratio ${(own / raw).toFixed(1)}\n`,
    )
  }
  await db.close()
} finally {
  await appliance.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
