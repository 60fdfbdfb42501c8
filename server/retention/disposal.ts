import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { retentionChanged } from '#contract/retention.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, transactDurably, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import { recordingPaths, type Paths } from '../files/paths.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { certificateOf } from './certificate.ts'
import { dueNow, ruleInWords, type Due } from './due.ts'
import * as store from './store.ts'

/** Deletes what the retention rules say, and certifies what was deleted. */
export function createDisposal({
  db,
  paths,
  version,
  audit,
  recordings,
}: {
  db: Db
  paths: Paths
  version: string
  audit: AuditService
  recordings: Pick<RecordingsService, 'disposeSound' | 'removeForGood'>
}) {
  /** @returns false: it stays, since somebody put it on hold or works on it, or it has gone already */
  async function disposeOf(runId: number, { kind, rule, recordingId }: Due): Promise<boolean> {
    // Once more, and now: a hold may have been placed, or the bin may have it.
    const [row] = await store.candidates(db.read, recordingId)
    if (!row || row.on_hold === 1) return false
    const sha256 = await checksum(paths, row)
    const id = await transact(db, (trx) =>
      store.insertDisposal(trx, {
        ...{ run_id: runId, kind, recording_id: recordingId, title: row.title, sha256 },
        held_at: row.held_at ?? row.created_at,
        rule: ruleInWords(rule),
        bytes: row.audio_bytes ?? 0,
      }),
    )
    try {
      await (kind === 'sound' ? recordings.disposeSound(recordingId) : recordings.removeForGood(recordingId))
    } catch (error) {
      const stays =
        error instanceof AppError && ['legal_hold', 'in_progress', 'not_found'].includes(error.code)
      await transact(db, (trx) => store.settleDisposal(trx, id, false))
      if (stays) return false
      throw error
    }
    await transact(db, (trx) => store.settleDisposal(trx, id, true))
    return true
  }

  /** What a run noted down and then broke off: it went, or it did not. */
  async function settleBrokenOff(runId: number): Promise<void> {
    for (const row of await store.disposalsOf(db.read, runId)) {
      if (row.done === 1) continue
      const [there] = await store.candidates(db.read, row.recording_id)
      const gone = row.kind === 'sound' ? there?.audio_file == null : there === undefined
      await transact(db, (trx) => store.settleDisposal(trx, row.id, gone))
    }
  }

  return {
    /** Deletes what is due. What was broken off goes on, under the same certificate. */
    async dispose(signal: AbortSignal, progress: (done: number, all: number) => void): Promise<void> {
      const broken = await store.openRun(db.read)
      const runId = broken ?? (await transact(db, store.insertRetentionRun))
      if (broken !== null) await settleBrokenOff(broken)
      const due = (await dueWith(db, await store.listRules(db.read))).filter(({ held }) => !held)
      for (const [i, item] of due.entries()) {
        signal.throwIfAborted()
        progress(i, due.length)
        await disposeOf(runId, item)
      }
      const gone = await store.disposalsOf(db.read, runId)
      const run = await store.findRun(db.read, runId)
      const text = gone.length === 0 ? null : certificateOf({ id: runId, at: run!.at }, gone, version)
      const sha256 = text && createHash('sha256').update(text).digest('hex')
      await transactDurably(db, async (trx) => {
        await store.closeRun(trx, runId, sha256)
        if (sha256)
          await audit.record(trx, {
            ...{ personId: null, act: 'retention.disposed', subjectKind: 'retention', subjectId: runId },
            details: { items: gone.length, sha256 },
          })
        await publishChange(trx, retentionChanged)
      })
    },

    /** @throws AppError not_found */
    async certificate(id: number): Promise<string> {
      const run = await store.findRun(db.read, id)
      if (!run?.sha256) throw new AppError('not_found', 'There is no such certificate.')
      return certificateOf({ id, at: run.at }, await store.disposalsOf(db.read, id), version)
    },
  }
}

export async function dueWith(db: Db, rules: Parameters<typeof dueNow>[0]): Promise<Due[]> {
  const now = new Date()
  return (await store.candidates(db.read)).flatMap((row) => dueNow(rules, row, now) ?? [])
}

/** Of the sound as it lies there; null: there is none. */
async function checksum(paths: Paths, row: store.CandidateRow): Promise<string | null> {
  if (row.audio_file === null) return null
  const hash = createHash('sha256')
  try {
    for await (const part of createReadStream(join(recordingPaths(paths, row.folder).folder, row.audio_file)))
      hash.update(part as Buffer)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  return hash.digest('hex')
}
