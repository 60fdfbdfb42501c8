import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { NewRecording } from '../../recordings/service.ts'
import type { TextReader } from '../import/reader.ts'
import type { StoredText } from '../import/tasks.ts'
import type { DiarisationResults } from '../speakers/diarisation-results.ts'
import { findTranscript, segmentRows } from '../store.ts'
import type { TermsService } from '../terms/service.ts'
import { emptyText, requireBaseVersion, staleVersion, type VersionDeps } from './base-version.ts'
import { publish } from './publish.ts'
import { withLatestSpeakers, storeEdit } from './store-edit.ts'
import { insertSlices, insertVersion } from './versions-store.ts'

export type TextDeps = VersionDeps & {
  db: Db
  reader: TextReader
  diarisationResults: Pick<DiarisationResults, 'spoken'>
  corrected: TermsService['corrected']
  /** Called when a text is attached that the appliance did not transcribe. */
  textArrived: (trx: Handle, recordingId: number) => Promise<void>
}

/** Whole texts: attached to a recording, or edited as a whole. */
export function createWholeTexts(deps: TextDeps) {
  const { db, recordings } = deps
  return {
    /**
     * A text as a recording of its own, with its meeting: all of it holds or nothing.
     * @param also what else belongs to it, in the same transaction
     * @throws AppError invalid_input
     */
    async takeText(
      text: Omit<NewRecording, 'source'> & { content: string },
      also: (trx: Handle, recordingId: number) => Promise<void>,
    ): Promise<number> {
      const { content, ...recording } = text
      const stored = await deps.reader.stored({ content, soundMs: 0 })
      if (stored.slices.length === 0) throw new AppError('invalid_input', emptyText)
      return transact(db, async (trx) => {
        const id = await recordings.createIn(trx, { ...recording, source: 'uploaded_transcript' })
        await storeText(deps, trx, id, stored, text.personId)
        await also(trx, id)
        return id
      })
    },

    /**
     * A text for a recording that has none. A transcript in which no word was found is no obstacle.
     * @throws AppError not_found, transcript_exists, invalid_input
     */
    async attach(
      recordingId: number,
      { content, meetingDate, personId }: { content: string; meetingDate?: string; personId: number },
    ): Promise<void> {
      if (content.trim() === '') throw new AppError('invalid_input', emptyText)
      const text = await storedText(deps, recordingId, content)
      await transact(db, async (trx) => {
        const current = await recordings.currentTranscript(trx, recordingId)
        const row = current === null ? null : await findTranscript(trx, current)
        if (row && (row.words ?? 0) > 0)
          throw new AppError(
            'transcript_exists',
            'This recording already has a transcript. Edit it, or restore an earlier version of it.',
          )
        await storeText(deps, trx, recordingId, text, personId)
        if (meetingDate) await recordings.changeIn(trx, recordingId, { meetingDate })
      })
    },

    /**
     * The whole text, as a person has edited it. Nothing happens when it is the text that was there.
     * @throws AppError not_found, stale_version, in_progress, invalid_input
     */
    async replaceText(
      recordingId: number,
      {
        content,
        basedOn,
        meetingDate,
        personId,
      }: { content: string; basedOn?: number; meetingDate?: string; personId: number },
    ): Promise<void> {
      if (content.trim() === '') throw new AppError('invalid_input', emptyText)
      // What was computed holds for the version that it was computed from; another one may come meanwhile.
      const now = await requireBaseVersion(deps, db.read, recordingId, basedOn)
      const rows = now.seen ? await segmentRows(db.read, now.seen.id) : []
      const isFirst = now.base === null || rows.length === 0
      const ms = await soundMs(deps, recordingId)
      const revised = isFirst ? null : await deps.reader.revise({ rows, content, soundMs: ms })
      const text = isFirst ? await storedText(deps, recordingId, content) : null
      await transact(db, async (trx) => {
        if (meetingDate) await recordings.changeIn(trx, recordingId, { meetingDate })
        const { base, seen } = await requireBaseVersion(deps, trx, recordingId, basedOn)
        if (base?.id !== now.base?.id || seen?.id !== now.seen?.id)
          throw staleVersion(base?.version ?? 0, basedOn ?? now.base?.version ?? 0)
        if (text) return storeText(deps, trx, recordingId, text, personId)
        if (!base || !revised) throw staleVersion(base?.version ?? 0, basedOn ?? 0)
        if (revised.kind === 'same') return
        if (revised.parts.length === 0) throw new AppError('invalid_input', emptyText)
        if (revised.kind === 'new')
          return storeEdit(deps, trx, recordingId, { personId, base, parts: revised.parts })
        await deps.corrected(trx, { personId, recordingId }, revised.corrections)
        const made = await withLatestSpeakers(
          deps.diarisationResults,
          trx,
          recordingId,
          { base, seen },
          revised.parts,
        )
        await storeEdit(deps, trx, recordingId, { personId, base, parts: made })
      })
    },
  }
}

async function soundMs({ db, recordings }: TextDeps, recordingId: number): Promise<number> {
  return Math.round((await recordings.get(db.read, recordingId)).duration * 1000)
}

/** Before any transaction: a long text takes a while, and nobody may wait for it with the database held. */
async function storedText(deps: TextDeps, recordingId: number, content: string): Promise<StoredText> {
  const text = await deps.reader.stored({ content, soundMs: await soundMs(deps, recordingId) })
  if (text.slices.length === 0) throw new AppError('invalid_input', emptyText)
  return text
}

async function storeText(
  deps: TextDeps,
  trx: Handle,
  recordingId: number,
  { words, slices }: StoredText,
  personId: number,
): Promise<void> {
  const made = {
    origin: 'upload',
    person_id: personId,
    based_on: null,
    edited: 1,
    words,
    from: null,
  } as const
  const row = await insertVersion(trx, recordingId, made)
  await insertSlices(trx, row.id, slices)
  await publish(deps, trx, row)
  await deps.textArrived(trx, recordingId)
}
