import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { isActive } from '../../jobs/queue.ts'
import type { NewRecording, RecordingsService } from '../../recordings/service.ts'
import { publish } from './publish.ts'
import type { StoredText } from '../import/tasks.ts'
import type { TextReader } from '../import/reader.ts'
import type { Part } from './revise.ts'
import { wordsBelow, wordsUnder, type DiarisationResults } from '../speakers/diarisation-results.ts'
import {
  findRunning,
  findSegment,
  findTranscript,
  readStoredWords,
  segmentRows,
  type TranscriptRow,
} from '../store.ts'
import type { SpeakersService } from '../speakers/service.ts'
import { insertNamings, namingsOf, type Namings } from '../speakers/store.ts'
import type { TermsService } from '../terms/service.ts'
import { findVersion, insertSegments, insertSlices, insertVersion, setCandidate } from './versions-store.ts'
import { keepWords, wordsOf } from './edited-word-times.ts'

export const emptyText = 'Please enter some text for the transcript or cancel editing'

/** What was known when a run was asked for; see the job's payload. */
export type RunAsked = { replaces: number | undefined; seen: number | undefined }

/** Whoever writes a speaker's name in the place of the label means that speaker. */
function byLabel(part: Part, namings: Namings): Part {
  const meant = [...namings].find(([, { name }]) => name !== null && name === part.speaker)
  return meant ? { ...part, speaker: meant[0] } : part
}

/** The current transcript, or while there is none the one that is being made. */
export async function visible(
  handle: Handle,
  recordings: RecordingsService,
  recordingId: number,
): Promise<TranscriptRow | null> {
  const current = await recordings.currentTranscript(handle, recordingId)
  return current === null ? findRunning(handle, recordingId) : findTranscript(handle, current)
}

type Deps = { recordings: RecordingsService; jobName: string }

/**
 * What a person may edit now.
 * @returns the current version, and the one that the person saw: the one whose words it has, when speakers were added
 *   since
 * @throws AppError stale_version, in_progress
 */
export async function requireBase(
  { recordings, jobName }: Deps,
  trx: Handle,
  recordingId: number,
  basedOn: number | undefined,
): Promise<{ base: TranscriptRow | null; seen: TranscriptRow | null }> {
  const base = await visible(trx, recordings, recordingId)
  if (base?.state === 'running' && (await isActive(trx, jobName, recordingId)))
    throw new AppError(
      'in_progress',
      'This recording is still being transcribed. Its text can be edited when that has ended.',
    )
  const version = base?.version ?? 0
  if (basedOn === undefined || basedOn === version) return { base, seen: base }
  const under = base && (await wordsUnder(trx, base))
  if (under?.version === basedOn) return { base, seen: under }
  throw staleVersion(version, basedOn)
}

/** The words as they stand, and no part of a longer one. */
const wholeWords = (words: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${words
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`,
    'gu',
  )

export const staleVersion = (version: number, basedOn: number): AppError =>
  new AppError(
    'stale_version',
    `The transcript has since changed: it is at version ${version}, and you were editing version ${basedOn}. Nothing was saved. Copy your text, reload the transcript and make your changes there.`,
  )

/**
 * What people do to a transcript. A version is never changed: each of these makes a new one, in one transaction that first
 * looks whether the version that the person saw is still the current one.
 */
export function createEditing({
  db,
  recordings,
  jobName,
  diarisationResults,
  corrected,
  bringBack,
  textArrived,
  reader,
}: Deps & {
  db: Db
  reader: TextReader
  diarisationResults: Pick<DiarisationResults, 'spoken'>
  corrected: TermsService['corrected']
  bringBack: SpeakersService['bringBack']
  /** A text has come that no appliance has written. */
  textArrived: (trx: Handle, recordingId: number) => Promise<void>
}) {
  const deps = { recordings, jobName }

  async function store(
    trx: Handle,
    recordingId: number,
    made: { origin: 'edit'; personId: number; base: TranscriptRow; parts: Part[] },
  ): Promise<void> {
    const row = await insertVersion(trx, recordingId, {
      origin: made.origin,
      person_id: made.personId,
      based_on: made.base.version,
      edited: 1,
      words: made.parts.reduce((sum, part) => sum + wordsOf(part.text).length, 0),
      from: made.base,
    })
    const namings = await namingsOf(trx, made.base.id)
    await insertSegments(
      trx,
      row.id,
      made.parts.map((part) => byLabel(part, namings)),
    )
    await insertNamings(trx, row.id, namings)
    await publish(deps, trx, row)
  }

  async function soundMs(recordingId: number): Promise<number> {
    return Math.round((await recordings.get(db.read, recordingId)).duration * 1000)
  }

  /** Before any transaction: a long text takes a while, and nobody may wait for it with the database held. */
  async function storedText(recordingId: number, content: string): Promise<StoredText> {
    const text = await reader.stored({ content, soundMs: await soundMs(recordingId) })
    if (text.slices.length === 0) throw new AppError('invalid_input', emptyText)
    return text
  }

  async function storeText(
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
    await textArrived(trx, recordingId)
  }

  /** Edited lines, with speakers where they were added since the person looked. */
  async function inStep(
    trx: Handle,
    recordingId: number,
    { base, seen }: { base: TranscriptRow; seen: TranscriptRow | null },
    parts: Part[],
  ): Promise<Part[]> {
    return base === seen ? parts : ((await diarisationResults.spoken(trx, recordingId, parts)) ?? parts)
  }

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
      const stored = await reader.stored({ content, soundMs: 0 })
      if (stored.slices.length === 0) throw new AppError('invalid_input', emptyText)
      return transact(db, async (trx) => {
        const id = await recordings.createIn(trx, { ...recording, source: 'uploaded_transcript' })
        await storeText(trx, id, stored, text.personId)
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
      const text = await storedText(recordingId, content)
      await transact(db, async (trx) => {
        const current = await recordings.currentTranscript(trx, recordingId)
        const row = current === null ? null : await findTranscript(trx, current)
        if (row && (row.words ?? 0) > 0)
          throw new AppError(
            'transcript_exists',
            'This recording already has a transcript. Edit it, or restore an earlier version of it.',
          )
        await storeText(trx, recordingId, text, personId)
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
      const now = await requireBase(deps, db.read, recordingId, basedOn)
      const rows = now.seen ? await segmentRows(db.read, now.seen.id) : []
      const isFirst = now.base === null || rows.length === 0
      const ms = await soundMs(recordingId)
      const revised = isFirst ? null : await reader.revise({ rows, content, soundMs: ms })
      const text = isFirst ? await storedText(recordingId, content) : null
      await transact(db, async (trx) => {
        if (meetingDate) await recordings.changeIn(trx, recordingId, { meetingDate })
        const { base, seen } = await requireBase(deps, trx, recordingId, basedOn)
        if (base?.id !== now.base?.id || seen?.id !== now.seen?.id)
          throw staleVersion(base?.version ?? 0, basedOn ?? now.base?.version ?? 0)
        if (text) return storeText(trx, recordingId, text, personId)
        if (!base || !revised) throw staleVersion(base?.version ?? 0, basedOn ?? 0)
        if (revised.kind === 'same') return
        if (revised.parts.length === 0) throw new AppError('invalid_input', emptyText)
        if (revised.kind === 'new')
          return store(trx, recordingId, { origin: 'edit', personId, base, parts: revised.parts })
        await corrected(trx, { personId, recordingId }, revised.corrections)
        const made = await inStep(trx, recordingId, { base, seen }, revised.parts)
        await store(trx, recordingId, { origin: 'edit', personId, base, parts: made })
      })
    },

    /**
     * The words of one segment; its times and its speaker stay.
     * @throws AppError not_found, stale_version, in_progress
     */
    async editSegment(
      recordingId: number,
      edit: { segmentId: number; text: string; basedOn: number; personId: number },
    ): Promise<void> {
      const text = edit.text.replace(/\s+/g, ' ').trim()
      const { seen: was } = await requireBase(deps, db.read, recordingId, edit.basedOn)
      const saw = was ? await findSegment(db.read, was.id, edit.segmentId) : null
      if (!saw) throw new AppError('not_found', 'This part of the transcript does not exist.')
      if (saw.text === text) return
      // Before the transaction, as with whole texts. A version's segments never change, so this holds in it too.
      const { words, corrections } = await reader.segment({ rows: [saw], id: saw.id, text })
      await transact(db, async (trx) => {
        const { base, seen } = await requireBase(deps, trx, recordingId, edit.basedOn)
        if (!base || seen?.id !== was!.id) throw staleVersion(base?.version ?? 0, edit.basedOn)
        const rows = await segmentRows(trx, seen.id)
        const span = { startMs: saw.start_ms, endMs: saw.end_ms }
        const changed = { ...span, text, speaker: saw.speaker, overlap: saw.overlap === 1, words }
        const edited = rows.map((one) => (one.id === saw.id ? changed : one))
        await corrected(trx, { personId: edit.personId, recordingId }, corrections)
        const parts = await inStep(trx, recordingId, { base, seen }, edited)
        await store(trx, recordingId, { origin: 'edit', personId: edit.personId, base, parts })
      })
    },

    /**
     * Other words in the place of a word wherever it stands; times and speakers stay.
     * @throws AppError not_found, stale_version, in_progress
     */
    async replaceWords(
      recordingId: number,
      edit: { heard: string; meant: string; basedOn: number; personId: number },
    ): Promise<void> {
      const word = wholeWords(edit.heard)
      await transact(db, async (trx) => {
        const { base, seen } = await requireBase(deps, trx, recordingId, edit.basedOn)
        const rows = seen ? await segmentRows(trx, seen.id) : []
        const edited = rows.map((row) => {
          const text = row.text.replace(word, () => edit.meant)
          if (text === row.text) return row
          const span = { startMs: row.start_ms, endMs: row.end_ms }
          const words = keepWords(readStoredWords(row.words), text, span)
          return { ...span, text, speaker: row.speaker, overlap: row.overlap === 1, words }
        })
        if (!base || edited.every((row, at) => row === rows[at]))
          throw new AppError('not_found', `“${edit.heard}” is not in the transcript any more.`)
        const parts = await inStep(trx, recordingId, { base, seen }, edited)
        await store(trx, recordingId, { origin: 'edit', personId: edit.personId, base, parts })
      })
    },

    /**
     * An earlier version, or a run that waits, becomes the current one, as a copy. The choice has been made: no run waits any
     * longer.
     * @throws AppError not_found, stale_version
     */
    async restore(
      recordingId: number,
      { version, basedOn, personId }: { version: number; basedOn?: number; personId: number },
    ): Promise<void> {
      await transact(db, async (trx) => {
        const current = await recordings.currentTranscript(trx, recordingId)
        const seen = (await visible(trx, recordings, recordingId))?.version ?? 0
        if (basedOn !== undefined && basedOn !== seen)
          throw new AppError(
            'stale_version',
            `The transcript has since changed: it is now at version ${seen}. Nothing was restored. Check what has changed, then choose again.`,
          )
        const source = await findVersion(trx, recordingId, version)
        if (!source) throw new AppError('not_found', `There is no version ${version} of this transcript.`)
        if (source.id === current) {
          await setCandidate(trx, recordingId, null)
          return publish(deps, trx, source, { carry: false })
        }
        const from = current === null ? null : await findTranscript(trx, current)
        await bringBack(trx, { target: source, from, personId })
      })
    },

    /**
     * A run is complete: it becomes the current version, unless people have written or changed the current one or brought it
     * back since the run was asked for, or it found no word where there are some: then it waits to be chosen.
     */
    async publishRun(trx: Handle, run: TranscriptRow, { replaces, seen }: RunAsked): Promise<void> {
      const currentId = await recordings.currentTranscript(trx, run.recording_id)
      const current = currentId === null ? null : await findTranscript(trx, currentId)
      // One that heard nothing is no better than words that are there.
      const empty = run.words === 0 && (current?.words ?? 0) > 0 && current?.bundled === 0
      const written = current?.edited === 1 && current.version !== replaces
      const words = current && (await wordsBelow(trx, current))
      const chosen = words?.origin === 'restore' && words.version > (seen ?? Infinity)
      const stays = current !== null && (written || chosen || empty)
      await setCandidate(trx, run.recording_id, stays ? run.id : null)
      await publish(deps, trx, stays ? current : run, { carry: !stays })
    },
  }
}

export type Editing = ReturnType<typeof createEditing>
