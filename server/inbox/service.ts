import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inboxChanged } from '#contract/inbox.ts'
import type { AuditService } from '../audit/service.ts'
import type { Config } from '../config.ts'
import { publishChange } from '../db/events.ts'
import { transact, transactDurably, type Db, type Handle } from '../db/open.ts'
import { setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue } from '../jobs/queue.ts'
import { lookInto, type Found } from './folder.ts'
import type { InboxPayload } from './jobs.ts'
import { putBack } from './move.ts'
import { createSettling } from './settling.ts'
import { createSharedFolder } from './shared-folder.ts'
import { deleteFile, deleteOfRecording, findFile } from './store.ts'
import type { ImportResult } from './importers.ts'
import { OrphanSidecar, type createFileImport } from './import-file.ts'
import type { Wishes } from './facts.ts'

export { descriptionOf, lookInto, type Found } from './folder.ts'
export { dayOf, momentOf } from './moments.ts'
export type { ImportResult, Wishes }

export type InboxService = ReturnType<typeof createInbox>

/** A job holds the names of its files: one of this many is still small. */
const mostAtOnce = 5000
/** After work that failed the folder is given time to come back. */
const restMs = 60_000

type Deps = {
  config: Pick<Config, 'inbox' | 'inboxSettleMs'>
  db: Db
  paths: Paths
  audit: AuditService
  importFile: ReturnType<typeof createFileImport>
  job: () => JobDefinition<InboxPayload>
}

/** Has taken in what lies in the shared folder, and the same by hand. */
export function createInbox({ config, db, paths, audit, importFile, job }: Deps) {
  const shared = createSharedFolder({ config, db, paths, job })
  const settled = createSettling(config.inboxSettleMs)
  /** Descriptions without a file that have been looked at: again only when they change. */
  const unattended = new Map<string, string>()
  let [restUntil, restedFor] = [0, 0]

  return {
    view: shared.view,
    folder: shared.folder,
    failures: shared.failures,
    findings: shared.findings,

    /** null: none is watched any longer. @throws AppError invalid_input, bad_request */
    async setFolder(folder: string | null): Promise<void> {
      if (config.inbox !== null)
        throw new AppError(
          'bad_request',
          `APPLIANCE_INBOX is ${config.inbox}, and that goes before the choice made here.`,
        )
      const real = folder === null ? null : await shared.usable(resolve(folder))
      await transactDurably(db, async (trx) => {
        await setSetting(trx, 'inbox_folder', real)
        await audit.record(trx, { personId: null, act: 'inbox.set', details: { on: real !== null } })
        await publishChange(trx, inboxChanged)
      })
    },

    /** Looks for files that have settled, and has them taken in. Called every few seconds, in the server alone. */
    async look(): Promise<void> {
      const folder = await shared.folder(db.read)
      if (folder === null) return
      const { newest, paused, active } = await shared.newestWork(db.read)
      if (newest?.state === 'failed' && restedFor !== newest.id)
        [restedFor, restUntil] = [newest.id, performance.now() + restMs]
      if (active || paused || performance.now() < restUntil) return
      const root = await shared.usable(folder)
      const ready: InboxPayload['files'] = []
      for (const one of settled(await lookInto(root, { recursive: true, own: true }))) {
        if (ready.length >= mostAtOnce) break
        if (unattended.get(one.path) === one.mark || !(await isReadable(root, one))) continue
        if (one.alone) unattended.set(one.path, one.mark)
        ready.push({ path: one.path, sidecar: one.sidecar, mark: one.mark })
      }
      if (ready.length > 0) await transact(db, (trx) => enqueue(trx, job(), { root, files: ready }))
    },

    /** @throws AppError not_found, bad_request */
    async retry(id: number, personId: number | null): Promise<void> {
      const folder = await shared.folder(db.read)
      const row = await findFile(db.read, id)
      if (row?.result !== 'failed' || row.moved_to === null || folder === null)
        throw new AppError('not_found', 'There is no such failed file.')
      await putBack(await shared.usable(folder), row.moved_to, row.path)
      await transactDurably(db, async (trx) => {
        await deleteFile(trx, id)
        await audit.record(trx, { personId, act: 'inbox.retry', subjectKind: 'inbox', subjectId: id })
        await publishChange(trx, inboxChanged)
      })
    },

    /** After somebody has cancelled the work. */
    async resume(): Promise<void> {
      await transact(db, async (trx) => {
        const { newest } = await shared.newestWork(trx)
        await setSetting(trx, 'inbox_resumed', newest === null ? null : String(newest.id))
        await publishChange(trx, inboxChanged)
      })
    },

    /**
     * Takes in a file by hand; it stays where it is.
     * @returns null: it is a description whose file is not there
     * @throws AppError as what is wrong with it
     */
    async take(
      file: { root: string; path: string; sidecar: string | null },
      how: { wishes: Wishes; again: boolean; dryRun: boolean; signal?: AbortSignal },
    ): Promise<ImportResult | null> {
      try {
        return await importFile({ ...file, ...how, byHand: true })
      } catch (error) {
        if (error instanceof OrphanSidecar) return null
        throw error
      }
    },

    /** What came of a recording's file is forgotten with it: the file may come again. */
    forgetRecording: (trx: Handle, recordingId: number): Promise<void> => deleteOfRecording(trx, recordingId),
  }
}

async function isReadable(root: string, { path }: Found): Promise<boolean> {
  try {
    await access(join(root, path), constants.R_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // gone, or not ours to read: the next look tells
    throw error
  }
}
