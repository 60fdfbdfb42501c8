import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { checkDatabase } from '../db/copy.ts'
import { AppError } from '../errors.ts'
import { exists, isMissing } from '../files/exists.ts'
import { lockDataDirectory } from '../files/lock.ts'
import { makeFolders, type Paths } from '../files/paths.ts'
import { writeFileAtomically } from '../files/write.ts'
import { createRestic, dataTime, findRestic, ResticError, type Snapshot } from './restic.ts'
import type { Erasure } from './store.ts'

/** What stays where it is when a backup takes the place of the data. */
const stays = new Set(['run', 'models', 'backup', 'lost+found'])

/** Beside the backups: what was deleted for good, and when. */
export const erasuresFile = 'erasures.jsonl'

const subject = { at: z.iso.datetime(), subjectId: z.number() }
const erasure = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['recording', 'person']), ...subject }),
  z.object({
    kind: z.literal('strike'),
    ...subject,
    ...{ fromMs: z.number(), toMs: z.number(), reason: z.string() },
  }),
])

export type Restored = {
  snapshot: Snapshot
  /** Where the data lies that was there before; null: there was none. */
  before: string | null
  /** Deletions since the backup, which are still to be made again. */
  erasures: Erasure[]
}

/**
 * Puts a backup in the place of the data directory. Everything is fetched and checked before anything is moved.
 * @param options.backupDir the folder that APPLIANCE_BACKUP_DIR named
 * @param options.snapshot its id or the beginning of one; null: the newest
 * @param options.force even though the data directory holds data, which is then kept beside
 * @throws AppError in_progress (an appliance runs on it), data_present, not_found, backup_failed
 */
export async function restoreBackup(
  paths: Paths,
  options: { backupDir: string; passphrase: string; snapshot: string | null; force: boolean },
): Promise<Restored> {
  const { backupDir, passphrase, snapshot: wanted, force } = options
  await makeFolders(paths)
  const lock = await lockDataDirectory(paths)
  if (!lock)
    throw new AppError('in_progress', 'The appliance is running on this data directory. Stop it first.')
  const incoming = join(paths.backup, 'restore')
  try {
    const holdsData = await exists(paths.database)
    if (holdsData && !force)
      throw new AppError(
        'data_present',
        'This data directory holds data. --force moves it aside and restores the backup in its place.',
      )
    const program = await findRestic()
    if (!program)
      throw new AppError('backup_failed', 'restic is not installed. On Debian: apt install restic.')
    await rm(incoming, { recursive: true, force: true })
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    // A wrong one must not take the place of the one that is there.
    const passwordFile = join(paths.backup, 'passphrase.restore')
    await writeFileAtomically(passwordFile, `${passphrase.trim().split(/\s+/).join(' ')}\n`)
    const restic = createRestic({
      ...{ program, passwordFile, repository: join(backupDir, 'restic') },
      cacheDir: join(paths.backup, 'cache'),
    })
    const snapshot = (await restic.snapshots().catch(tell))
      .filter(({ id }) => id.startsWith(wanted ?? ''))
      .at(-1)
    if (!snapshot) throw new AppError('not_found', 'There is no such backup in that folder.')
    await restic.restore(snapshot.id, incoming).catch(tell)
    const tree = join(incoming, snapshot.paths[0] ?? '')
    await checkDatabase(join(tree, 'db.sqlite'))
    const before = holdsData ? await moveAside(paths) : null
    for (const name of await readdir(tree)) await rename(join(tree, name), join(paths.root, name))
    await rename(passwordFile, join(paths.backup, 'passphrase'))
    return { snapshot, before, erasures: await erasuresSince(backupDir, dataTime(snapshot)) }
  } finally {
    await rm(incoming, { recursive: true, force: true })
    await rm(join(paths.backup, 'passphrase.restore'), { force: true })
    await lock.release()
  }
}

/** restic's own words are for who knows restic. @throws AppError wrong_passphrase, backup_failed */
function tell(error: unknown): never {
  if (!(error instanceof ResticError)) throw error
  if (/wrong password/i.test(error.message))
    throw new AppError('wrong_passphrase', 'That is not the recovery passphrase of these backups.', {
      cause: error,
    })
  throw new AppError('backup_failed', `The backups cannot be read: ${error.message}`, { cause: error })
}

/** @returns the folder that has the data now */
async function moveAside(paths: Paths): Promise<string> {
  const folder = join(paths.backup, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(paths.root))
    if (!stays.has(name)) await rename(join(paths.root, name), join(folder, name))
  return folder
}

async function erasuresSince(backupDir: string, time: string): Promise<Erasure[]> {
  const text = await readFile(join(backupDir, erasuresFile), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => erasure.parse(JSON.parse(line)))
    .filter(({ at }) => Date.parse(at) > Date.parse(time))
}
