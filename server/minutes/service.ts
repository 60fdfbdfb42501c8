import type { z } from 'zod'
import type { AgreedAction, getMinutes, getSummaryEngine, Minutes } from '#contract/minutes.ts'
import type { JobView } from '#contract/jobs.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { activeJobs, enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { checkHolds, edited, sharesLines } from './edit.ts'
import { createGenerate } from './generate.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { MinutesJobs } from './jobs.ts'
import { inOtherWords, judged } from './judge.ts'
import { toldSoFar } from './parts-store.ts'
import { heldOn, isSameDay, readMeeting } from './read.ts'
import { evidenceOfLines } from './statements.ts'
import {
  contentOf,
  findMinutes,
  findMinutesVersion,
  forgetOffers,
  insertMinutes,
  isPersons,
  linesOf,
  minutesVersions,
  type MinutesRow,
} from './store.ts'
import { templateFor, type Templates } from './templates.ts'

type Hands = Pick<MinutesRow, 'person_id' | 'written_by' | 'edited_by' | 'checked_by'>

export type MinutesService = ReturnType<typeof createMinutes>

/** Told, in the same transaction, when somebody has looked at a doubtful action. */
export type ActionJudged = (
  handle: Handle,
  recordingId: number,
  judgement: {
    action: AgreedAction
    madeBy: { model: string | null }
    keep: boolean
    personId: number
  },
) => Promise<void>

export function createMinutes(deps: {
  db: Db
  recordings: RecordingsService
  transcripts: () => TranscriptsService
  people: PeopleService
  wantedBy: (handle: Handle, userId: number) => Promise<boolean>
  templates: Templates
  language: LanguageEngine
  jobs: MinutesJobs
  /** Jobs after which minutes are made by themselves; the transcription first. */
  before: string[]
  timezone: string
  britishDates: (handle: Handle, userId: number) => Promise<boolean>
  actionJudged: ActionJudged
}) {
  const { db, recordings, people, templates, jobs } = deps

  async function currentRow(handle: Handle, recordingId: number): Promise<MinutesRow | null> {
    const { current } = await recordings.minutesFacts(handle, recordingId)
    return current === null ? null : findMinutes(handle, current)
  }

  async function needVersion(handle: Handle, recordingId: number, version: number): Promise<MinutesRow> {
    const row = await findMinutesVersion(handle, recordingId, version)
    if (!row) throw new AppError('not_found', `There is no version ${version} of these minutes.`)
    return row
  }

  /** Row → API shape. */
  async function present(row: MinutesRow): Promise<Minutes> {
    const content = contentOf(row)
    const now = await deps.transcripts().currentVersion(db.read, row.recording_id)
    const recording = await recordings.get(db.read, row.recording_id)
    const names = await namesIn([row])
    return {
      id: row.id,
      recordingId: row.recording_id,
      version: row.version,
      origin: row.origin,
      model: row.model,
      template: row.template,
      markdown: row.markdown,
      content,
      lines: evidenceOfLines(linesOf(row), content),
      transcriptVersion: row.transcript_version,
      stale: row.transcript_version !== null && now !== null && now !== row.transcript_version,
      failure: row.failure,
      createdAt: row.created_at,
      ...handsOf(row, names),
      dateChanged: row.held !== null && !isSameDay(row.held || null, heldOn(recording), deps.timezone),
    }
  }

  async function namesIn(rows: readonly Hands[]): Promise<Map<number, string>> {
    const ids = rows.flatMap((row) => [row.person_id, row.edited_by, row.checked_by])
    return people.namesOf(
      db.read,
      [...new Set(ids)].filter((id) => id !== null),
    )
  }

  /** A version that becomes the current one. */
  async function publish(
    trx: Handle,
    row: Omit<Parameters<typeof insertMinutes>[1], 'offered'>,
  ): Promise<MinutesRow> {
    const made = await insertMinutes(trx, { ...row, offered: 0 })
    await recordings.setMinutes(trx, row.recording_id, made)
    await recordEvent(trx, 'minutes', row.recording_id)
    return made
  }

  /** Under way, else the last try when it failed. */
  async function workOn(handle: Handle, recordingId: number): Promise<JobView | null> {
    const names = [jobs.model.name, jobs.rules.name]
    const [active] = await activeJobs(handle, names, recordingId)
    if (active) return active
    const last = await Promise.all(names.map((name) => latestJobs(handle, name, [recordingId])))
    const [newest] = last.flatMap((one) => one.get(recordingId) ?? []).sort((a, b) => b.id - a.id)
    return newest?.state === 'failed' ? newest : null
  }

  async function makeByThemselves(trx: Handle, recordingId: number): Promise<void> {
    const recording = await recordings.get(trx, recordingId)
    if (!recording.wordCount) return
    const { auto } = await recordings.minutesFacts(trx, recordingId)
    if (!(auto ?? (await deps.wantedBy(trx, recording.userId)))) return
    const version = await deps.transcripts().currentVersion(trx, recordingId)
    const rows = await minutesVersions(trx, recordingId)
    if (rows.some((row) => !isPersons(row) && row.transcript_version === version)) return
    await enqueue(trx, jobs.rules, { recordingId })
  }

  return {
    templates,
    ...createGenerate(deps),

    /** @throws AppError not_found */
    async get(recordingId: number, version?: number): Promise<z.infer<typeof getMinutes.response>> {
      const { title } = await recordings.get(db.read, recordingId)
      const { current, template } = await recordings.minutesFacts(db.read, recordingId)
      const row =
        version === undefined
          ? current === null
            ? null
            : await findMinutes(db.read, current)
          : await needVersion(db.read, recordingId, version)
      const rows = await minutesVersions(db.read, recordingId)
      const names = await namesIn(rows)
      const job = await workOn(db.read, recordingId)
      return {
        minutes: row && (await present(row)),
        versions: rows.map((one) => ({
          version: one.version,
          origin: one.origin,
          model: one.model,
          template: one.template,
          createdAt: one.created_at,
          ...handsOf(one, names),
          current: one.id === current,
          offered: one.offered === 1,
          failure: one.failure,
        })),
        job,
        sofar: job?.name === jobs.model.name ? await toldSoFar(db.read, recordingId) : [],
        template: template ?? templateFor(title),
      }
    },

    async engine(): Promise<z.infer<typeof getSummaryEngine.response>> {
      const { state, model } = await deps.language.status()
      return { engine: state === 'ready' ? 'model' : 'rules', model }
    },

    /** The words that are in force, and what their lines rest on; null: there are none. */
    async current(recordingId: number): Promise<Pick<Minutes, 'markdown' | 'lines'> | null> {
      const row = await currentRow(db.read, recordingId)
      return row && { markdown: row.markdown, lines: evidenceOfLines(linesOf(row), contentOf(row)) }
    },

    /** @throws AppError not_found */
    async restore(
      recordingId: number,
      { version, personId }: { version: number; personId: number },
    ): Promise<Minutes> {
      const row = await transact(db, async (trx) => {
        const source = await needVersion(trx, recordingId, version)
        const {
          id: _id,
          version: _version,
          created_at: _at,
          content: _c,
          lines: _l,
          offered: _o,
          ...kept
        } = source
        // A person has chosen; an edit of what is there chooses nothing.
        await forgetOffers(trx, recordingId)
        return publish(trx, {
          ...kept,
          person_id: personId,
          content: contentOf(source),
          lines: linesOf(source),
          job_id: null,
        })
      })
      return present(row)
    },

    /** A person's words in place of what is there; '' takes it away. Versions stay. */
    async written(trx: Handle, recordingId: number, text: string, personId: number | null): Promise<void> {
      const before = await currentRow(trx, recordingId)
      if (text === '') {
        if (before) await recordings.setMinutes(trx, recordingId, null)
        return recordEvent(trx, 'minutes', recordingId)
      }
      if (before?.markdown === text) return
      const kept = before
        ? edited({ markdown: before.markdown, content: contentOf(before), lines: linesOf(before) }, text)
        : { content: null, lines: [] }
      await publish(trx, {
        recording_id: recordingId,
        origin: 'edit',
        model: before?.model ?? null,
        template: before?.template ?? 'free-form',
        markdown: text,
        ...kept,
        transcript_version: kept.content === null ? null : (before?.transcript_version ?? null),
        failure: null,
        person_id: personId,
        job_id: null,
        // A heading that was kept makes what stands below it nobody's else.
        written_by: kept.lines.length > 0 ? (before?.written_by ?? null) : null,
        edited_by: personId,
        checked_by: before && checkHolds(before.markdown, text) ? before.checked_by : null,
        held: before && sharesLines(before.markdown, text) ? before.held : null,
      })
    },

    /**
     * A person has looked at what is doubtful.
     * @throws AppError not_found, stale_version
     */
    async judge(
      recordingId: number,
      {
        version,
        index,
        keep,
        text,
        personId,
      }: { version: number; index: number; keep: boolean; text?: string | undefined; personId: number },
    ): Promise<Minutes> {
      const { heading } = await readMeeting(
        { ...deps, transcripts: deps.transcripts() },
        db.read,
        recordingId,
      )
      const row = await transact(db, async (trx) => {
        const before = await currentRow(trx, recordingId)
        if (before?.version !== version)
          throw new AppError('stale_version', 'The minutes have since changed. Please check them again.')
        const content = contentOf(before)
        const found = content?.toCheck[index]
        if (!content || !found) throw new AppError('not_found', 'There is nothing to check there.')
        const doubtful = text === undefined ? found : inOtherWords(found, text)
        if (keep && doubtful.refuted)
          throw new AppError(
            'statement_refuted',
            'This cannot be kept as it is: what was said contradicts it. If it was agreed, add it to the minutes with Edit.',
          )
        const { action } = doubtful
        const madeBy = { model: before.model }
        if (action) await deps.actionJudged(trx, recordingId, { action, madeBy, keep, personId })
        const template = await templates.usable(before.template, heading.title)
        const made = judged(
          { ...before, content, lines: linesOf(before) },
          { index, doubtful, keep, body: template.body, heading },
        )
        const { id: _id, version: _version, created_at: _at, offered: _o, ...kept } = before
        return publish(trx, {
          ...kept,
          ...made,
          origin: before.origin === 'edit' ? 'edit' : 'checked',
          person_id: personId,
          job_id: null,
          checked_by: personId,
        })
      })
      return present(row)
    },

    /** Work on a recording has moved: once none is left, its minutes are made, unless nobody wants them. */
    async workMoved(trx: Handle, recordingId: number): Promise<void> {
      for (const name of deps.before) if (await isActive(trx, name, recordingId)) return
      const done = (await latestJobs(trx, deps.before[0]!, [recordingId])).get(recordingId)
      if (done?.state === 'done') await makeByThemselves(trx, recordingId)
    },

    /** A text has come, whose words are there at once. */
    textArrived: makeByThemselves,
  }
}

/** Row → API shape: who had a hand in a version. */
function handsOf(row: Hands, names: ReadonlyMap<number, string>) {
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null))
  return {
    person: nameOf(row.person_id),
    writtenBy: row.written_by,
    editedBy: nameOf(row.edited_by),
    checkedBy: nameOf(row.checked_by),
  }
}
