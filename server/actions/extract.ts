import type { AgreedAction } from '#contract/minutes.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { JobContext } from '../jobs/define.ts'
import { namesDiffer } from '../language/names.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { ExtractPayload } from './jobs.ts'
import { matchActions, rangeOf, type Known } from './match.ts'
import type { Moved } from './search-source.ts'
import { nameOwners, type NamingOf } from './owners.ts'
import {
  actionsOf,
  changeAction,
  deleteActions,
  evidenceOf,
  extractionDone,
  findExtraction,
  insertAction,
  type ActionRow,
  type FoundColumns,
} from './store.ts'

/** What a meeting agreed to do, as it was read last. */
export type Agreed = {
  origin: 'rules' | 'model'
  model: string | null
  actions: (AgreedAction & {
    /** The owner's label in the transcript, where it is somebody who speaks there. */
    ownerSpeaker: string | null
    /** Why it is doubtful; null: it is not. */
    doubt: string | null
  })[]
}

export type ExtractDeps = {
  db: Db
  recordings: RecordingsService
  /** The actions of the language model's minutes of these words, else those that the rules find. */
  agreed: (recordingId: number, signal: AbortSignal) => Promise<Agreed>
  naming: NamingOf
  moved: Moved
}

/** Looks for the actions of a meeting, and brings those that are there up to what was found. */
export function createExtractor({ db, recordings, agreed, naming, moved }: ExtractDeps) {
  return async ({ recordingId }: ExtractPayload, { signal, progress }: JobContext): Promise<void> => {
    // Whatever comes while it reads is another reason to look, and another job's.
    const wanted = (await findExtraction(db.read, recordingId))?.wanted ?? 0
    progress(10, 'Looking for actions')
    const found = await agreed(recordingId, signal)
    signal.throwIfAborted()
    await transact(db, async (trx) => {
      const { title, meetingDate, createdAt } = await recordings.get(trx, recordingId)
      const meeting = { meeting_title: title, meeting_date: meetingDate ?? createdAt }
      await bringUp(trx, { recording_id: recordingId, ...meeting }, found.actions.flatMap(columnsOf(found)))
      await nameOwners(trx, recordingId, naming)
      await extractionDone(trx, recordingId, wanted)
      await moved(trx, recordingId)
    })
  }
}

const columnsOf =
  ({ origin, model }: Agreed) =>
  ({
    text,
    owner,
    ownerSpeaker,
    due,
    dueDate,
    doubt,
    evidence,
  }: Agreed['actions'][number]): FoundColumns[] => {
    // What rests on nothing that was said is none.
    if (evidence.length === 0) return []
    const { start, end } = rangeOf({ evidence })
    return [
      {
        ...{ title: text, owner, owner_speaker: ownerSpeaker, due, due_date: dueDate, doubt },
        ...{ origin, model, transcript_version: evidence[0]!.version },
        ...{ start_ms: Math.round(start * 1000), end_ms: Math.round(end * 1000) },
        evidence: JSON.stringify(evidence),
      },
    ]
  }

const isPersons = (row: ActionRow): boolean => row.changed_by !== null || row.dismissed === 1

const known = (row: FoundColumns): Known => ({
  title: row.title,
  owner: row.owner,
  evidence: evidenceOf(row),
})

/** Of two readings of one thing a person has dropped this one; a voice that is only called otherwise since is the same. */
const isRefused = ({ dismissed, title, owner, owner_speaker: label }: ActionRow): boolean =>
  dismissed === 1 && label === null && owner !== null && title.includes(owner)

/** What a person has changed or dismissed stays as it is, but for a day that nobody has told yet; of all else what is found counts. */
async function bringUp(
  trx: Handle,
  of: Pick<ActionRow, 'recording_id' | 'meeting_title' | 'meeting_date'> & { recording_id: number },
  found: FoundColumns[],
): Promise<void> {
  const rows = await actionsOf(trx, of.recording_id)
  const matched = matchActions(
    found.map(known),
    rows.map((row) => ({ ...known(row), changed: isPersons(row), refused: isRefused(row) })),
  )
  const met = new Set(matched.values())
  const gone = rows.filter((row, at) => !met.has(at) && !isPersons(row))
  await deleteActions(
    trx,
    gone.map(({ id }) => id),
  )
  for (const [at, columns] of found.entries()) {
    const row = rows[matched.get(at) ?? -1]
    if (!row) await insertAction(trx, { ...of, ...columns })
    else if (!isPersons(row)) {
      if (differs(row, columns)) await changeAction(trx, row.id, columns)
    } else if (
      lacksDate(row) &&
      columns.doubt === null &&
      isForSame(row, columns) &&
      columns.due_date !== null
    )
      await changeAction(trx, row.id, { due: columns.due, due_date: columns.due_date })
  }
}

/** A person has said that it holds, and nothing of when. */
const lacksDate = (row: ActionRow): boolean =>
  row.due === null && row.due_date === null && row.due_by_person === 0 && row.dismissed === 0

const isForSame = (row: ActionRow, found: FoundColumns): boolean => !namesDiffer(row.owner, found.owner)

const differs = (row: ActionRow, columns: FoundColumns): boolean =>
  Object.entries(columns).some(([name, value]) => row[name as keyof FoundColumns] !== value)
