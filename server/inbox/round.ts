import { join } from 'node:path'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { inboxChanged, type InboxKind } from '#contract/inbox.ts'
import { transactDurably, transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { isDiskFull } from '../files/disk.ts'
import { isMissing } from '../files/exists.ts'
import type { Log } from '../log.ts'
import { digestOf } from './content.ts'
import { doneFolder, failedFolder, markOf, openInside, type Found } from './folder.ts'
import { kindOf } from './kinds.ts'
import { moveTo, writeError } from './move.ts'
import { insertFile, setMoved, unmovedAt } from './store.ts'
import { OrphanSidecar, type createFileImport } from './import-file.ts'

export type RoundDeps = {
  db: Db
  log: Log
  audit: AuditService
  importFile: ReturnType<typeof createFileImport>
}

export type Waits = Pick<Found, 'path' | 'sidecar' | 'mark'>

/** What may pass: the file stays where it is, and is tried again. */
const passing = new Set(['disk_full', 'in_progress', 'engine_missing'])
const unexpected =
  'Something went wrong inside the appliance; the details are in its log. Try again, and tell your administrator if it fails again.'

/** What one file of the shared folder became. */
export type Outcome = 'taken' | 'duplicate' | 'failed' | 'left'

/** Takes in files of the shared folder, each wholly: what it becomes is stored first, then it is moved to done/ or failed/. */
export function createRound({ db, log, audit, importFile }: RoundDeps) {
  /** Changed since it was looked at, or gone: not now. */
  async function isAsSeen(root: string, { path, sidecar, mark }: Waits): Promise<boolean> {
    const own = await markOf(join(root, path))
    const other = sidecar === null ? null : await markOf(join(root, sidecar))
    return own !== null && `${own.mark} ${other?.mark ?? ''}` === mark
  }

  async function moved(root: string, file: Waits, id: number): Promise<void> {
    const to = await moveTo(doneFolder, { root, ...file })
    await transact(db, async (trx) => {
      await setMoved(trx, id, to)
      await publishChange(trx, inboxChanged)
    })
  }

  /** A crash came between the storing and the moving: it is only moved. */
  async function isHalfDone(root: string, file: Waits, signal: AbortSignal | undefined): Promise<boolean> {
    const row = await unmovedAt(db.read, file.path)
    if (!row) return false
    const handle = await openInside(root, file.path)
    let sha256: string
    try {
      sha256 = await digestOf(handle, signal)
    } finally {
      await handle.close()
    }
    if (row.sha256 !== sha256) return false
    await moved(root, file, row.id)
    return true
  }

  async function fail(root: string, file: Waits, bytes: number, error: unknown): Promise<void> {
    const known = error instanceof AppError
    const message = known ? error.message : unexpected
    if (!known) log.error({ err: error }, 'a file of the shared folder could not be taken in')
    const id = await transactDurably(db, async (trx) => {
      const row = {
        path: file.path,
        kind: kindOrNull(file.path),
        result: 'failed',
        message,
        sha256: null,
      } as const
      const made = await insertFile(trx, { ...row, bytes, recording_id: null, meeting_id: null, by_hand: 0 })
      const details = { code: known ? error.code : 'internal' }
      await audit.record(trx, {
        personId: null,
        act: 'inbox.failed',
        subjectKind: 'inbox',
        subjectId: made,
        details,
      })
      return made
    })
    const to = await moveTo(failedFolder, { root, ...file }, (target) => writeError(target, message))
    await transact(db, async (trx) => {
      await setMoved(trx, id, to)
      await publishChange(trx, inboxChanged)
    })
  }

  async function duplicate(
    root: string,
    file: Waits,
    bytes: number,
    taken: { message: string; kind: InboxKind; recordingId: number | null },
  ) {
    const { message, kind, recordingId } = taken
    const row = { path: file.path, kind, result: 'duplicate', message, sha256: null, bytes } as const
    const id = await transact(db, (trx) =>
      insertFile(trx, { ...row, recording_id: recordingId, meeting_id: null, by_hand: 0 }),
    )
    await moved(root, file, id)
  }

  return async function takeOne(root: string, file: Waits, signal?: AbortSignal): Promise<Outcome> {
    const bytes = (await markOf(join(root, file.path)))?.bytes ?? 0
    try {
      if (!(await isAsSeen(root, file))) return 'left'
      if (await isHalfDone(root, file, signal)) return 'taken'
      const wanted = { byHand: false, wishes: {}, again: false, dryRun: false, ...(signal && { signal }) }
      const taken = await importFile({ root, path: file.path, sidecar: file.sidecar, ...wanted })
      if (taken.rowId === null) {
        await duplicate(root, file, bytes, taken)
        return 'duplicate'
      }
      await moved(root, file, taken.rowId)
      return 'taken'
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof OrphanSidecar || isMissing(error) || isHeldOpen(error)) return 'left'
      if (mayPass(error)) throw error
      await fail(root, file, bytes, error)
      return 'failed'
    }
  }
}

/** Windows lets nobody else read a file that a program there has open. */
const isHeldOpen = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  error.syscall === 'open' &&
  'code' in error &&
  ['EACCES', 'EBUSY', 'ETXTBSY', 'EPERM'].includes(String(error.code))

const brokenFolder = new Set([
  'EIO',
  'ESTALE',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTCONN',
  'EHOSTDOWN',
  'ETIMEDOUT',
])

/** The disk or the folder is the matter, not the file. */
function mayPass(error: unknown): boolean {
  if (error instanceof AppError) return passing.has(error.code)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return isDiskFull(error) || brokenFolder.has(code) || code.startsWith('SQLITE_BUSY')
}

function kindOrNull(path: string): InboxKind | null {
  try {
    return kindOf(path)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
