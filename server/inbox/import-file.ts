import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { InboxKind } from '#contract/inbox.ts'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import { temporaryUpload } from '../files/sweep.ts'
import { copyOut, digestOf, readWhole } from './content.ts'
import { factsOf, type Facts } from './facts.ts'
import { openInside } from './folder.ts'
import { kindOf } from './kinds.ts'
import {
  createImporters,
  ImportedMeanwhile,
  type ImporterDeps,
  type ImportResult,
  type ImportRequest,
} from './importers.ts'
import { isFeed, largestSidecar, readSidecar, type Sidecar } from './sidecar.ts'
import { requireSound } from './sound.ts'
import { takenWith, type InboxRow } from './store.ts'

/** A .json whose file is not there, or not yet. */
export class OrphanSidecar extends Error {}

/** Takes in one file: reads what is known of it, looks whether its content is new, and imports it by its kind. */
export function createFileImport(deps: ImporterDeps) {
  const { db, paths, timezone, companies } = deps
  const importers = createImporters(deps)

  async function described({ root, sidecar }: ImportRequest): Promise<Sidecar> {
    if (sidecar === null) return {}
    const file = await openInside(root, sidecar)
    try {
      return readSidecar(basename(sidecar), (await readWhole(file, largestSidecar)).bytes)
    } finally {
      await file.close()
    }
  }

  async function kindFor(wanted: ImportRequest, facts: Facts): Promise<InboxKind> {
    if (facts.kind !== null) return facts.kind
    const kind = kindOf(wanted.path)
    if (kind !== 'feed' || !wanted.path.toLowerCase().endsWith('.json')) return kind
    const file = await openInside(wanted.root, wanted.path)
    try {
      const { bytes } = await readWhole(file, 5_000_000)
      if (!isFeed(bytes)) throw new OrphanSidecar('It describes a file that is not here.')
      return kind
    } finally {
      await file.close()
    }
  }

  /** Null: the content is new. What it became may have gone since: then it is new again. */
  async function before(wanted: ImportRequest, sha256: string): Promise<InboxRow | null> {
    const row = await takenWith(db.read, sha256)
    if (!row || wanted.again) return null
    return row
  }

  return async function importFile(wanted: ImportRequest): Promise<ImportResult> {
    const said = await described(wanted)
    const facts = await factsOf({ companies, handle: db.read, timezone }, wanted.path, said, wanted.wishes)
    const kind = await kindFor(wanted, facts)
    const shown = { kind, title: facts.title, heldAt: facts.heldAt }
    const again = (row: InboxRow): ImportResult => ({
      ...shown,
      ...{ result: 'duplicate', message: takenBefore(row), recordingId: row.recording_id, rowId: null },
    })
    const work = { wanted, facts }
    const file = await openInside(wanted.root, wanted.path)
    try {
      const { size } = await file.stat()
      if (size === 0) throw new AppError('empty_file', 'The file is empty.')
      if (kind !== 'recording') {
        const whole = await readWhole(file)
        const row = await before(wanted, whole.sha256)
        if (row) return again(row)
        const made = await (kind === 'transcript'
          ? importers.transcript(work, whole)
          : importers.other(work, whole, kind, said))
        return { ...shown, result: 'taken', ...made }
      }
      if (wanted.dryRun) {
        const row = await before(wanted, await digestOf(file, wanted.signal))
        if (row) return again(row)
        await requireSound(deps.ffmpeg, `${wanted.root}/${wanted.path}`, wanted.signal)
        return { ...shown, result: 'taken', message: 'A recording.', recordingId: null, rowId: null }
      }
      await requireSpace(paths.uploads, size)
      const path = temporaryUpload(paths)
      try {
        const copied = await copyOut(file, path, wanted.signal)
        const row = await before(wanted, copied.sha256)
        if (row) return again(row)
        await requireSound(deps.ffmpeg, path, wanted.signal)
        return { ...shown, result: 'taken', ...(await importers.recording(work, { ...copied, path })) }
      } finally {
        await rm(path, { force: true })
      }
    } catch (error) {
      if (!(error instanceof ImportedMeanwhile)) throw error
      throw new AppError('in_progress', 'The same file is being taken in by somebody else.', { cause: error })
    } finally {
      await file.close()
    }
  }
}

const takenBefore = (row: InboxRow): string => {
  const day = row.at.slice(0, 10)
  const made = row.recording_id === null ? '' : ` as recording ${row.recording_id}`
  return `The same content was taken in on ${day}${made}: ${row.path}.`
}
