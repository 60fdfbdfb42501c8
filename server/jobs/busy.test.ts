import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { migrate } from '../db/migrate.ts'
import { isBusy, openDb, transact, type Db } from '../db/open.ts'
import { setSetting, getSetting } from '../db/settings.ts'
import { createLog } from '../log.ts'
import { until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { createJobRegistry, runnable, type JobDefinition } from './define.ts'
import { enqueue, findJob } from './queue.ts'
import { runWorker } from './worker.ts'

/** A database whose writers wait `patienceMs` at a time and not a minute, and a second process's connection to it. */
async function opened(patienceMs: number): Promise<{ db: Db; other: Db }> {
  const file = join(await temporaryFolder(), 'db.sqlite')
  const db = await openDb(file)
  onTestFinished(() => db.close())
  await migrate(db, { copies: '', alone: (work) => work() })
  await db.write.raw(`PRAGMA busy_timeout = ${patienceMs}`)
  const other = await openDb(file)
  onTestFinished(() => other.close())
  return { db, other }
}

/** As a copy of the database or a large import does. @returns lets go of it */
async function hold(other: Db): Promise<() => Promise<void>> {
  await other.write.raw('BEGIN IMMEDIATE')
  return async () => {
    await other.write.raw('COMMIT')
  }
}

test('a write waits for whoever holds the database, longer than one wait of it takes', async () => {
  const { db, other } = await opened(200)
  const release = await hold(other)
  const writing = transact(db, (trx) => setSetting(trx, 'meeting_audience', 'attendees'))
  await pause(500)
  expect(await getSetting(db.read, 'meeting_audience')).toBeNull() // and whoever reads does not wait
  await release()
  await writing
  expect(await getSetting(db.read, 'meeting_audience')).toBe('attendees')
})

test('what is held for too long is told, and nothing is half done', async () => {
  const { db, other } = await opened(20)
  const release = await hold(other)
  const refused = await transact(db, (trx) => setSetting(trx, 'meeting_audience', 'attendees')).catch(
    (error: unknown) => error,
  )
  expect(isBusy(refused)).toBe(true)
  await release()
  expect(await getSetting(db.read, 'meeting_audience')).toBeNull()
})

test('a worker does not die of a database that is held: it goes on as soon as it can', async () => {
  const { db, other } = await opened(20)
  const done: number[] = []
  const job: JobDefinition<{ subject: number }> = {
    name: 'test',
    lane: 'transcription',
    maxAttempts: 3,
    payload: z.object({ subject: z.number() }),
    subject: (p) => p.subject,
    handler: async () => async (p) => void done.push(p.subject),
    changed: async () => {},
  }
  const first = await enqueue(db.write, job, { subject: 1 })
  const registry = createJobRegistry()
  registry.add([runnable(job)])
  const release = await hold(other)
  const abort = new AbortController()
  let ended = false
  const running = runWorker({
    ...{ db, definitions: registry.jobs, name: 'worker', signal: abort.signal },
    log: createLog({ logLevel: 'silent' }, 'test'),
  }).finally(() => (ended = true))
  onTestFinished(async () => {
    abort.abort()
    await running
  })
  await pause(1000) // ten refusals for each lane
  expect([done, ended]).toEqual([[], false])
  await release()
  await until(
    async () => (await findJob(db.read, first))?.state,
    (state) => state === 'done',
    20,
  )
  expect(done).toEqual([1])
})
