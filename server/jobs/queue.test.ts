import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { migrate } from '../db/migrate.ts'
import { openDb, transact, type Db } from '../db/open.ts'
import { createLog } from '../log.ts'
import { temporaryFolder } from '../test/files.ts'
import { until } from '../test/client.ts'
import {
  createJobRegistry,
  PermanentFailure,
  runnable,
  type JobContext,
  type JobDefinition,
  type JobDefinitions,
  type RunnableJob,
} from './define.ts'
import { cancel, claim, enqueue, findJob, settle, takeBack } from './queue.ts'
import { before, isSmall } from './lanes.ts'
import type { SmallMachine } from './speech-first.ts'
import { runWorker } from './worker.ts'

function collected(jobs: RunnableJob[]): JobDefinitions {
  const registry = createJobRegistry()
  registry.add(jobs)
  return registry.jobs
}

const payload = z.object({ subject: z.number() })
type Payload = z.infer<typeof payload>

async function openQueue(work: (p: Payload, context: JobContext) => Promise<void> = async () => {}): Promise<{
  db: Db
  job: JobDefinition<Payload>
  jobs: JobDefinitions
}> {
  const db = await openDb(join(await temporaryFolder(), 'db.sqlite'))
  onTestFinished(() => db.close())
  await migrate(db, { copies: '', alone: (work) => work() })
  const job: JobDefinition<Payload> = {
    name: 'test',
    lane: 'transcription',
    maxAttempts: 3,
    payload,
    subject: (p) => p.subject,
    handler: async () => work,
    changed: async () => {},
  }
  return { db, job, jobs: collected([runnable(job)]) }
}

/** Runs a worker until the test ends. */
function work(
  db: Db,
  jobs: JobDefinitions,
  name = 'worker',
  small: SmallMachine | null = null,
): { stop(): Promise<void> } {
  const abort = new AbortController()
  const running = runWorker({
    db,
    definitions: jobs,
    name,
    small,
    log: createLog({ logLevel: 'silent' }, 'test'),
    signal: abort.signal,
  })
  const stop = async (): Promise<void> => {
    abort.abort()
    await running
  }
  onTestFinished(stop)
  return { stop }
}

const ended = (db: Db, id: number): Promise<NonNullable<Awaited<ReturnType<typeof findJob>>>> =>
  until(
    async () => (await findJob(db.read, id))!,
    (job) => job.state !== 'queued' && job.state !== 'running',
    20,
  )

test('work for the same subject is queued once until it has ended', async () => {
  const { db, job, jobs } = await openQueue()
  const first = await enqueue(db.write, job, { subject: 1 })
  expect(await enqueue(db.write, job, { subject: 1 })).toBe(first)
  expect(await enqueue(db.write, job, { subject: 2 })).not.toBe(first)
  work(db, jobs)
  await ended(db, first)
  expect(await enqueue(db.write, job, { subject: 1 })).not.toBe(first)
})

test('work that waits already goes to the lane in which somebody asks for it, and is not taken back from there', async () => {
  const { db, job, jobs } = await openQueue()
  const before = await enqueue(db.write, job, { subject: 1 })
  const first = await enqueue(db.write, job, { subject: 2 })
  expect(await enqueue(db.write, job, { subject: 2 }, 'asked')).toBe(first)
  expect(await enqueue(db.write, job, { subject: 2 })).toBe(first)
  expect(await claim(db, jobs, 'asked', 'worker')).toMatchObject({ id: first })
  // What runs stays where it is.
  expect(await claim(db, jobs, 'transcription', 'worker')).toMatchObject({ id: before })
  expect(await enqueue(db.write, job, { subject: 1 }, 'asked')).toBe(before)
  expect(await db.read('job').where({ id: before }).first('lane')).toEqual({ lane: 'transcription' })
})

test('two workers never get the same job', async () => {
  const { db, job, jobs } = await openQueue()
  const other = await openDb((db.write.client.config.connection as { filename: string }).filename)
  onTestFinished(() => other.close())
  for (let subject = 0; subject < 40; subject++) await enqueue(db.write, job, { subject })
  const claimed: number[] = []
  const take = async (from: Db, worker: string): Promise<void> => {
    for (
      let row = await claim(from, jobs, 'transcription', worker);
      row;
      row = await claim(from, jobs, 'transcription', worker)
    )
      claimed.push(row.id)
  }
  await Promise.all([take(db, 'a'), take(other, 'b')])
  expect(claimed.length).toBe(40)
  expect(new Set(claimed).size).toBe(40)
})

test('a job that brings its worker down three times is failed with a reason', async () => {
  const { db, job, jobs } = await openQueue()
  const id = await enqueue(db.write, job, { subject: 1 })
  for (let crash = 1; crash <= 3; crash++) {
    expect((await claim(db, jobs, 'transcription', `worker ${crash}`))?.id).toBe(id)
    await takeBack(db, jobs, `worker ${crash}`)
    expect((await findJob(db.read, id))?.state).toBe(crash < 3 ? 'queued' : 'failed')
  }
  expect(await findJob(db.read, id)).toMatchObject({ errorCode: 'worker_crashed' })
  expect((await findJob(db.read, id))?.errorMessage).toContain('3 times')
})

test('an end in good order does not count as a try', async () => {
  const { db, job, jobs } = await openQueue()
  const id = await enqueue(db.write, job, { subject: 1 })
  for (let stop = 0; stop < 5; stop++) {
    const row = (await claim(db, jobs, 'transcription', 'w'))!
    await settle(db, jobs, row, { state: 'handed back' })
  }
  expect(await findJob(db.read, id)).toMatchObject({ state: 'queued', attempts: 0 })
})

test('a stopping worker hands back what it is doing', async () => {
  const { db, job, jobs } = await openQueue(async (_, { signal }) => {
    await pause(60_000, undefined, { signal })
  })
  const id = await enqueue(db.write, job, { subject: 1 })
  const worker = work(db, jobs)
  await until(
    async () => findJob(db.read, id),
    (found) => found?.state === 'running',
    20,
  )
  await worker.stop()
  expect(await findJob(db.read, id)).toMatchObject({ state: 'queued', attempts: 0 })
})

test('running work can be cancelled, and so can waiting work', async () => {
  const { db, job, jobs } = await openQueue(async (_, { signal }) => {
    await pause(60_000, undefined, { signal })
  })
  const running = await enqueue(db.write, job, { subject: 1 })
  const waiting = await enqueue(db.write, job, { subject: 2 })
  work(db, jobs)
  await until(
    async () => findJob(db.read, running),
    (found) => found?.state === 'running',
    20,
  )
  expect(await transact(db, (trx) => cancel(trx, jobs, waiting))).toBe(true)
  expect(await transact(db, (trx) => cancel(trx, jobs, running))).toBe(true)
  expect((await ended(db, running)).state).toBe('cancelled')
  expect((await ended(db, waiting)).state).toBe('cancelled')
  expect(await transact(db, (trx) => cancel(trx, jobs, running))).toBe(false)
})

test('a failure that cannot pass is not tried again', async () => {
  let tries = 0
  const { db, job, jobs } = await openQueue(async () => {
    tries++
    throw new PermanentFailure('audio_unreadable', 'ffmpeg cannot read this file.')
  })
  const id = await enqueue(db.write, job, { subject: 1 })
  work(db, jobs)
  expect(await ended(db, id)).toMatchObject({
    state: 'failed',
    errorCode: 'audio_unreadable',
    errorMessage: 'ffmpeg cannot read this file.',
  })
  expect(tries).toBe(1)
})

test('an unexpected error is tried again, and its text stays in the log', async () => {
  let tries = 0
  const { db, job, jobs } = await openQueue(async () => {
    tries++
    throw new Error('secret path /data/x')
  })
  const id = await enqueue(db.write, job, { subject: 1 })
  work(db, jobs)
  await until(
    async () => findJob(db.read, id),
    (found) => found?.state === 'queued' && found.attempts === 1,
    20,
  )
  expect((await findJob(db.read, id))?.errorMessage).not.toContain('secret')
  // The pause before the next try is not waited out here.
  await db.write('job').update({ run_after: new Date().toISOString() })
  await until(
    async () => findJob(db.read, id),
    (found) => found?.attempts === 2,
    20,
  )
  expect(tries).toBe(2)
})

test('language gives way to speech on a small machine: before it begins, between its steps, and to a recording', async () => {
  const { db, job } = await openQueue()
  const steps: string[] = []
  let transcribing = false
  const language: JobDefinition<Payload> = {
    ...job,
    name: 'language',
    lane: 'language',
    handler: async () => async (_p, context) => {
      for (const step of ['first', 'second']) {
        await context.giveWay()
        expect(transcribing).toBe(false)
        steps.push(step)
        if (step === 'first') await transact(db, (trx) => enqueue(trx, speech, { subject: 3 }))
      }
    },
  }
  const speech: JobDefinition<Payload> = {
    ...job,
    name: 'speech',
    handler: async () => async (p) => {
      transcribing = true
      await pause(300)
      transcribing = false
      steps.push(`speech ${p.subject}`)
    },
  }
  const jobs = collected([runnable(language), runnable(speech)])
  const id = await transact(db, async (trx) => {
    const asked = await enqueue(trx, language, { subject: 1 })
    await enqueue(trx, speech, { subject: 2 })
    return asked
  })
  let recording = true
  work(db, jobs, 'worker', { isSpeechLive: async () => recording })
  await until(
    async () => steps,
    () => steps.includes('speech 2'),
  )
  await pause(600)
  expect(steps).toEqual(['speech 2'])
  recording = false
  await until(
    () => findJob(db.read, id),
    (found) => found?.step === 'Waiting until recordings are transcribed',
  )
  await until(
    () => findJob(db.read, id),
    (found) => found?.state === 'done',
  )
  expect(steps).toEqual(['speech 2', 'first', 'speech 3', 'second'])
})

test('speech never waits for language, and on a large machine nothing waits', async () => {
  const all = (['transcription', 'recording', 'download', 'asked', 'language'] as const).map((lane) =>
    before(lane, { small: false }),
  )
  expect(all).toEqual([[], [], [], [], ['asked']])
  expect(before('transcription', { small: true })).toEqual([])
  // Minutes before names, and what makes them by rules as well.
  expect(before('names', { small: false })).toEqual(['asked', 'language', 'quick'])
  expect([isSmall(true, 4), isSmall(true, 8), isSmall(false, 2)]).toEqual([true, false, false])
  const { db, job } = await openQueue()
  const begun: string[] = []
  const both = (['language', 'transcription'] as const).map((lane) => ({
    ...job,
    name: lane,
    lane,
    handler: async () => async () => {
      begun.push(lane)
      await pause(2000)
    },
  }))
  await transact(db, async (trx) => {
    for (const one of both) await enqueue(trx, one, { subject: 1 })
  })
  work(db, collected(both.map((one) => runnable(one))))
  await until(
    async () => begun.length,
    (n) => n === 2,
  )
})
