import { constants } from 'node:fs'
import { access, lstat, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { inboxChanged, type Inbox, type InboxFile } from '#contract/inbox.ts'
import type { Finding } from '#contract/system.ts'
import type { AuditService } from '../audit/service.ts'
import type { Config } from '../config.ts'
import { publishChange } from '../db/events.ts'
import { transact, transactDurably, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { Paths } from '../files/paths.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, newestJob } from '../jobs/queue.ts'
import { lookInto, type Found } from './folder.ts'
import type { InboxPayload } from './jobs.ts'
import { putBack } from './move.ts'
import { createSettling } from './settling.ts'
import { countFiles, deleteFile, deleteOfRecording, findFile, newestFiles, type InboxRow } from './store.ts'
import { Unattended, type createTake, type Taken } from './take.ts'
import type { Wishes } from './facts.ts'

export { descriptionOf, lookInto, type Found } from './folder.ts'
export type { Taken, Wishes }

export type InboxService = ReturnType<typeof createInbox>

const shownFiles = 50
const shownWaiting = 20
/** A job holds the names of its files: one of this many is still small. */
const mostAtOnce = 5000
/** After work that failed the folder is given time to come back. */
const restMs = 60_000

const present = (row: InboxRow): InboxFile => ({
  ...{ id: row.id, path: row.path, kind: row.kind, result: row.result, message: row.message },
  ...{ recordingId: row.recording_id, bytes: row.bytes, at: row.at },
})

type Deps = {
  config: Pick<Config, 'inbox' | 'inboxSettleMs'>
  db: Db
  paths: Paths
  audit: AuditService
  take: ReturnType<typeof createTake>
  job: () => JobDefinition<InboxPayload>
}

/** The shared folder: which it is, what lies in it, what became of it; and the same by hand. */
export function createInbox({ config, db, paths, audit, take, job }: Deps) {
  const settled = createSettling(config.inboxSettleMs)
  /** Descriptions without a file that have been looked at: again only when they change. */
  const unattended = new Map<string, string>()
  let [restUntil, restedFor] = [0, 0]

  const folderNow = async (handle: Handle): Promise<string | null> =>
    config.inbox ?? (await getSetting(handle, 'inbox_folder'))

  /** @throws AppError invalid_input with what is wrong with it */
  async function check(folder: string): Promise<string> {
    const real = await realpath(folder).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      throw new AppError('invalid_input', `There is no folder ${folder}. Make it (or connect it) first.`, {
        cause: error,
      })
    })
    if (!(await lstat(real)).isDirectory()) throw new AppError('invalid_input', `${folder} is no folder.`)
    const data = await realpath(paths.root)
    const within = (inner: string, outer: string): boolean => {
      const way = relative(outer, inner)
      return way === '' || (!way.startsWith('..') && !isAbsolute(way))
    }
    if (within(real, data) || within(data, real))
      throw new AppError(
        'invalid_input',
        `The shared folder may not be in the data directory (${data}), nor the data directory in it.`,
      )
    await access(real, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
      throw new AppError(
        'invalid_input',
        `The appliance may not write in ${folder}: what is taken in is moved to "done" there.`,
        { cause },
      )
    })
    return real
  }

  /** null: somebody has cancelled the work and not had it go on. */
  async function newestWork(handle: Handle) {
    const newest = await newestJob(handle, job().name)
    const paused =
      newest?.state === 'cancelled' && (await getSetting(handle, 'inbox_resumed')) !== String(newest.id)
    return { newest, paused, active: newest?.state === 'queued' || newest?.state === 'running' }
  }

  async function stateOf(
    handle: Handle,
  ): Promise<{ state: Inbox['state']; message: string; files: Found[] }> {
    const folder = await folderNow(handle)
    if (folder === null)
      return {
        state: 'off',
        message: 'No shared folder is watched. Set APPLIANCE_INBOX, or run: appliance inbox FOLDER',
        files: [],
      }
    try {
      const files = await lookInto(await check(folder), { recursive: true, own: true })
      const { newest, paused, active } = await newestWork(handle)
      if (paused)
        return {
          state: 'paused',
          message: 'The taking in was cancelled. Nothing is taken in until you let it go on.',
          files,
        }
      if (active) return { state: 'working', message: 'Files are being taken in.', files }
      const failed = newest?.state === 'failed' ? ` The last time it failed: ${newest.errorMessage}` : ''
      return { state: 'watching', message: `${folder} is watched.${failed}`, files }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { state: 'unreachable', message: `The shared folder cannot be used: ${why}`, files: [] }
    }
  }

  const whyWaiting = ({ held, alone }: Found): string =>
    held !== null
      ? `${held} beside it says that it is still in use`
      : alone
        ? 'It describes a file that is not here'
        : 'Waiting until it has not changed for a while'

  async function view(): Promise<Inbox> {
    const { state, message, files } = await stateOf(db.read)
    const { newest, active } = await newestWork(db.read)
    const counts = await countFiles(db.read)
    return {
      ...{ state, message, folder: await folderNow(db.read), fixed: config.inbox !== null },
      counts: { taken: counts.taken, duplicates: counts.duplicate, failed: counts.failed },
      files: (await newestFiles(db.read, shownFiles)).map(present),
      failures: (await newestFiles(db.read, shownFiles, 'failed')).map(present),
      waiting: active
        ? []
        : files.slice(0, shownWaiting).map((one) => ({ path: one.path, why: whyWaiting(one) })),
      waitingCount: files.length,
      job: active ? newest : null,
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

  return {
    view,

    folder: folderNow,

    /** null: none is watched any longer. @throws AppError invalid_input, bad_request */
    async setFolder(folder: string | null): Promise<void> {
      if (config.inbox !== null)
        throw new AppError(
          'bad_request',
          `APPLIANCE_INBOX is ${config.inbox}, and that goes before the choice made here.`,
        )
      const real = folder === null ? null : await check(resolve(folder))
      await transactDurably(db, async (trx) => {
        await setSetting(trx, 'inbox_folder', real)
        await audit.record(trx, { personId: null, act: 'inbox.set', details: { on: real !== null } })
        await publishChange(trx, inboxChanged)
      })
    },

    /** Looks for files that have settled, and has them taken in. Called every few seconds, in the server alone. */
    async look(): Promise<void> {
      const folder = await folderNow(db.read)
      if (folder === null) return
      const { newest, paused, active } = await newestWork(db.read)
      if (newest?.state === 'failed' && restedFor !== newest.id)
        [restedFor, restUntil] = [newest.id, performance.now() + restMs]
      if (active || paused || performance.now() < restUntil) return
      const root = await check(folder)
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
      const folder = await folderNow(db.read)
      const row = await findFile(db.read, id)
      if (row?.result !== 'failed' || row.moved_to === null || folder === null)
        throw new AppError('not_found', 'There is no such failed file.')
      await putBack(await check(folder), row.moved_to, row.path)
      await transactDurably(db, async (trx) => {
        await deleteFile(trx, id)
        await audit.record(trx, { personId, act: 'inbox.retry', subjectKind: 'inbox', subjectId: id })
        await publishChange(trx, inboxChanged)
      })
    },

    failures: async (): Promise<InboxFile[]> => (await newestFiles(db.read, 10_000, 'failed')).map(present),

    /** After somebody has cancelled the work. */
    async resume(): Promise<void> {
      await transact(db, async (trx) => {
        const { newest } = await newestWork(trx)
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
    ): Promise<Taken | null> {
      try {
        return await take({ ...file, ...how, byHand: true })
      } catch (error) {
        if (error instanceof Unattended) return null
        throw error
      }
    },

    /** What came of a recording's file is forgotten with it: the file may come again. */
    forgetRecording: (trx: Handle, recordingId: number): Promise<void> => deleteOfRecording(trx, recordingId),

    async findings(): Promise<Finding[]> {
      const { state, message } = await stateOf(db.read)
      const what = 'Shared folder'
      if (state === 'off') return []
      if (state === 'unreachable')
        return [
          {
            what,
            state: 'problem',
            found: message,
            todo: 'Connect the folder, or choose another: appliance inbox FOLDER',
          },
        ]
      const { failed } = await countFiles(db.read)
      if (state === 'paused' || failed > 0)
        return [
          {
            ...{ what, state: 'warning', found: state === 'paused' ? message : `${failed} files failed` },
            todo:
              state === 'paused'
                ? 'Let it go on on the System screen, or: appliance inbox resume'
                : 'The System screen says why, and tries them again.',
          },
        ]
      return [{ what, state: 'ok', found: message, todo: null }]
    },
  }
}
