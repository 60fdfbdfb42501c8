import { z } from 'zod'
import { findOnPath } from '../files/on-path.ts'
import { endChild, spawnChild } from '../processes/child.ts'

/**
 * restic (https://restic.net), which stores, deduplicates and encrypts the backups. Run with argument arrays; the
 * passphrase goes by a file, never by an argument.
 */

const endsWithinMs = 10_000
/** Backups give way to meetings. */
const backupNice = 15

const status = z.object({ message_type: z.literal('status'), percent_done: z.number() })
const summary = z.object({
  message_type: z.literal('summary'),
  data_added: z.number(),
  total_bytes_processed: z.number(),
  snapshot_id: z.string(),
})
export type BackupSummary = { snapshot: string; addedBytes: number; totalBytes: number }

const snapshotList = z.array(
  z.object({
    ...{ id: z.string(), time: z.string(), paths: z.array(z.string()) },
    tags: z.array(z.string()).optional(),
  }),
)
export type Snapshot = z.infer<typeof snapshotList>[number]

const dataOf = 'data-of-'

/** From when its data are: they are laid out before restic begins, which is the time that it names. */
export const dataTime = ({ tags = [], time }: Snapshot): string =>
  tags.find((tag) => tag.startsWith(dataOf))?.slice(dataOf.length) ?? time

export class ResticError extends Error {}

export type Restic = ReturnType<typeof createRestic>

/** @returns the program's path; null: it is not installed */
export const findRestic = (): Promise<string | null> => findOnPath('restic')

/**
 * @param options.repository the folder that holds the backups
 * @param options.passwordFile holds the recovery passphrase, readable by the appliance alone
 * @param options.cacheDir what restic may forget
 */
export function createRestic(options: {
  program: string
  repository: string
  passwordFile: string
  cacheDir: string
}) {
  const { program, repository, passwordFile, cacheDir } = options

  /** @throws ResticError with restic's last words; the signal's reason when it fires */
  async function run(
    args: string[],
    { signal, onLine, cwd }: { signal?: AbortSignal; onLine?: (line: string) => void; cwd?: string } = {},
  ): Promise<string> {
    signal?.throwIfAborted()
    const child = spawnChild(
      program,
      ['--repo', repository, '--password-file', passwordFile, '--cache-dir', cacheDir, '--json', ...args],
      { stdout: 'pipe', nice: backupNice, ...(cwd && { cwd }) },
    )
    let output = ''
    let open = ''
    child.process.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (!onLine) return void (output += text)
      const lines = (open + text).split('\n')
      open = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
    const abort = (): void => void endChild(child, endsWithinMs)
    signal?.addEventListener('abort', abort, { once: true })
    const { code, error } = await child.ended
    signal?.removeEventListener('abort', abort)
    signal?.throwIfAborted()
    if (open) onLine?.(open)
    if (code !== 0) throw new ResticError(error?.message ?? lastLine(child.tail()))
    return output
  }

  return {
    /** Makes the repository unless it is there. @throws ResticError: another passphrase made it, or it cannot be written */
    async prepare(signal?: AbortSignal): Promise<void> {
      try {
        await run(['cat', 'config'], { ...(signal && { signal }) })
      } catch (error) {
        if (
          !(error instanceof ResticError) ||
          !/unable to open config|does not exist|Is there a repository/i.test(error.message)
        )
          throw error
        await run(['init'], { ...(signal && { signal }) })
      }
      // Only locks of processes that have gone: what a killed backup left.
      await run(['unlock'], { ...(signal && { signal }) })
    },

    /** Stores what is in a folder. @param at from when its data are @param onPercent 0 to 100 */
    async backUp(
      folder: string,
      { at, signal, onPercent }: { at: string; signal: AbortSignal; onPercent: (percent: number) => void },
    ): Promise<BackupSummary> {
      let found: BackupSummary | null = null
      // The links that the snapshot is made of have a new change time at each backup; size and date tell enough.
      const how = ['--host', 'appliance', '--tag', `${dataOf}${at}`, '--ignore-ctime', '--ignore-inode']
      await run(['backup', ...how, folder], {
        signal,
        onLine(line) {
          const value: unknown = JSON.parse(line)
          const progress = status.safeParse(value)
          if (progress.success) onPercent(progress.data.percent_done * 100)
          const end = summary.safeParse(value)
          if (!end.success) return
          const { snapshot_id, data_added, total_bytes_processed } = end.data
          found = { snapshot: snapshot_id, addedBytes: data_added, totalBytes: total_bytes_processed }
        },
      })
      if (!found) throw new ResticError('restic did not say what it stored')
      return found
    },

    /** Forgets what the schedule no longer keeps: a week of days, five weeks, a year of months. */
    forget: (signal: AbortSignal): Promise<string> =>
      run(
        [
          ...['forget', '--host', 'appliance', '--group-by', 'host', '--prune'],
          ...['--keep-last', '2', '--keep-daily', '7', '--keep-weekly', '5', '--keep-monthly', '12'],
        ],
        { signal },
      ),

    /** Checks the structure of everything and reads a part of the data. */
    check: (signal: AbortSignal, part = '5%'): Promise<string> =>
      run(['check', `--read-data-subset=${part}`], { signal }),

    /** The oldest first. */
    async snapshots(): Promise<Snapshot[]> {
      return snapshotList.parse(JSON.parse(await run(['snapshots', '--host', 'appliance'])) ?? [])
    },

    /** Writes a snapshot's files below `target`, under the full path that they were stored by. */
    restore: (id: string, target: string): Promise<string> => run(['restore', id, '--target', target]),
  }
}

const lastLine = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => !/^\s*$/.test(line))
    .slice(-2)
    .join(' ') || 'restic ended without saying why'
