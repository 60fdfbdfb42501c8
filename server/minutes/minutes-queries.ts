import type { z } from 'zod'
import type { getMinutes, getSummaryEngine, Minutes } from '#contract/minutes.ts'
import type { JobView } from '#contract/jobs.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { activeJobs, latestJobs } from '../jobs/queue.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { MinutesJobs } from './jobs.ts'
import { toldSoFar } from './parts-store.ts'
import { heldOn, isSameDay } from './minutes-input.ts'
import { evidenceOfLines } from './statements.ts'
import { contentOf, findMinutes, linesOf, minutesVersions, type MinutesRow } from './store.ts'
import { templateFor } from './templates.ts'

type Hands = Pick<MinutesRow, 'person_id' | 'written_by' | 'edited_by' | 'checked_by'>

export type MinutesQueries = ReturnType<typeof createMinutesQueries>

/** The versions of a recording's minutes, as the page shows them. */
export function createMinutesQueries(deps: {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  people: PeopleService
  language: LanguageEngine
  jobs: MinutesJobs
  timezone: string
}) {
  const { db, recordings, people, jobs } = deps

  /** Row → API shape. */
  async function present(row: MinutesRow): Promise<Minutes> {
    const content = contentOf(row)
    const now = await deps.transcripts.currentVersion(db.read, row.recording_id)
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

  return {
    present,

    /** @throws AppError not_found */
    async get(recordingId: number, version?: number): Promise<z.infer<typeof getMinutes.response>> {
      const { title } = await recordings.get(db.read, recordingId)
      const { current, template } = await recordings.minutesFacts(db.read, recordingId)
      const row =
        version === undefined
          ? current === null
            ? null
            : await findMinutes(db.read, { id: current })
          : await needVersion(db.read, recordingId, version)
      const rows = await minutesVersions(db.read, recordingId)
      const names = await namesIn(rows)
      const job = await workOn(db.read, recordingId, jobs)
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
      const row = await currentMinutes(recordings, db.read, recordingId)
      return row && { markdown: row.markdown, lines: evidenceOfLines(linesOf(row), contentOf(row)) }
    },
  }
}

/** Under way, else the last try when it failed. */
async function workOn(handle: Handle, recordingId: number, jobs: MinutesJobs): Promise<JobView | null> {
  const names = [jobs.model.name, jobs.rules.name]
  const [active] = await activeJobs(handle, names, recordingId)
  if (active) return active
  const last = await Promise.all(names.map((name) => latestJobs(handle, name, [recordingId])))
  const [newest] = last.flatMap((one) => one.get(recordingId) ?? []).sort((a, b) => b.id - a.id)
  return newest?.state === 'failed' ? newest : null
}

/** Those that are in force; null: there are none. */
export async function currentMinutes(
  recordings: Pick<RecordingsService, 'minutesFacts'>,
  handle: Handle,
  recordingId: number,
): Promise<MinutesRow | null> {
  const { current } = await recordings.minutesFacts(handle, recordingId)
  return current === null ? null : findMinutes(handle, { id: current })
}

/** @throws AppError not_found */
export async function needVersion(handle: Handle, recordingId: number, version: number): Promise<MinutesRow> {
  const row = await findMinutes(handle, { recording_id: recordingId, version })
  if (!row) throw new AppError('not_found', `There is no version ${version} of these minutes.`)
  return row
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
