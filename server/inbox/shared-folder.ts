import { constants } from 'node:fs'
import { access, lstat, realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import type { Inbox, InboxFile } from '#contract/inbox.ts'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import type { Db, Handle } from '../db/open.ts'
import { getSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { Paths } from '../files/paths.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { newestJob } from '../jobs/queue.ts'
import { lookInto, type Found } from './folder.ts'
import type { InboxPayload } from './jobs.ts'
import { countFiles, newestFiles, type InboxRow } from './store.ts'

const shownFiles = 50
const shownWaiting = 20

const present = (row: InboxRow): InboxFile => ({
  ...{ id: row.id, path: row.path, kind: row.kind, result: row.result, message: row.message },
  ...{ recordingId: row.recording_id, bytes: row.bytes, at: row.at },
})

export type SharedFolder = ReturnType<typeof createSharedFolder>

/** The shared folder: which it is, how it stands, what lies in it and what became of it. */
export function createSharedFolder({
  config,
  db,
  paths,
  job,
}: {
  config: Pick<Config, 'inbox'>
  db: Db
  paths: Paths
  job: () => JobDefinition<InboxPayload>
}) {
  const folderNow = async (handle: Handle): Promise<string | null> =>
    config.inbox ?? (await getSetting(handle, 'inbox_folder'))

  /** @throws AppError invalid_input with what is wrong with it */
  const usable = (folder: string): Promise<string> => check(folder, paths.root)

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
      const files = await lookInto(await usable(folder), { recursive: true, own: true })
      const { newest, paused, active } = await newestWork(handle)
      if (paused)
        return {
          state: 'paused',
          message: 'The import was cancelled. Nothing is imported until you resume it.',
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

  return {
    view,
    folder: folderNow,
    usable,
    newestWork,

    failures: async (): Promise<InboxFile[]> => (await newestFiles(db.read, 10_000, 'failed')).map(present),

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
            ...{
              what,
              state: 'warning',
              found: state === 'paused' ? message : failed === 1 ? '1 file failed' : `${failed} files failed`,
            },
            todo:
              state === 'paused'
                ? 'Resume it on the System screen, or: appliance inbox resume'
                : 'The System screen says why, and tries them again.',
          },
        ]
      return [{ what, state: 'ok', found: message, todo: null }]
    },
  }
}

/** @throws AppError invalid_input with what is wrong with it */
async function check(folder: string, dataDir: string): Promise<string> {
  const real = await realpath(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    throw new AppError('invalid_input', `There is no folder ${folder}. Make it (or connect it) first.`, {
      cause: error,
    })
  })
  if (!(await lstat(real)).isDirectory()) throw new AppError('invalid_input', `${folder} is not a folder.`)
  const data = await realpath(dataDir)
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

const whyWaiting = ({ held, alone }: Found): string =>
  held !== null
    ? `${held} beside it says that it is still in use`
    : alone
      ? 'It describes a file that is not here'
      : 'Waiting until it has not changed for a while'
