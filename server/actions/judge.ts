import type { AgreedAction } from '#contract/minutes.ts'
import type { Handle } from '../db/open.ts'
import { namesDiffer } from '../language/names.ts'
import { isSameWork, matchActions, rangeOf, type Known } from './match.ts'
import type { Moved } from './search-source.ts'
import { actionsOf, evidenceOf, insertAction, type ActionRow, type changeAction } from './store.ts'

/** What a person has said of a doubtful action of the minutes. */
export type Judgement = {
  action: AgreedAction
  /** Of the minutes. */
  madeBy: { model: string | null }
  keep: boolean
  personId: number
}
export type Meeting = Pick<ActionRow, 'meeting_title' | 'meeting_date'>

/**
 * The same is said of the action that stands beside the minutes; one that is not there, since the work that finds it still
 * waits or has read it otherwise, is put there. What the minutes tell of its date and the action does not goes along. What is
 * kept takes the place of another reading of it (owner, date) that stands as a fact and that nobody has touched.
 */
export async function judgeAction(
  trx: Handle,
  recordingId: number,
  { action, madeBy, keep, personId }: Judgement,
  {
    meetingOf,
    change,
    moved,
  }: {
    meetingOf: (handle: Handle, recordingId: number) => Promise<Meeting>
    change: (
      trx: Handle,
      row: ActionRow,
      changes: Parameters<typeof changeAction>[2],
      personId: number,
    ) => Promise<void>
    moved: Moved
  },
): Promise<void> {
  const { text, evidence, owner, due, dueDate } = action
  const [said] = evidence
  if (!said) return
  const rows = await actionsOf(trx, recordingId)
  if (keep)
    for (const other of rows.filter((one) => isFact(one) && isContrary(action, one)))
      await change(trx, other, { dismissed: 1 }, personId)
  const row = meantBy(action, rows)
  // A fact of another wording stays: it was not what was asked about.
  if (row?.doubt === null && row.dismissed === 0 && (keep || row.title !== text || !isFact(row))) return
  if (row && !keep) return change(trx, row, { dismissed: 1 }, personId)
  if (row) {
    const told = row.due === null && row.due_date === null && { due, due_date: dueDate }
    return change(trx, row, { doubt: null, dismissed: 0, ...told }, personId)
  }
  const { start, end } = rangeOf({ evidence })
  const { model } = madeBy
  await insertAction(trx, {
    ...{ recording_id: recordingId, ...(await meetingOf(trx, recordingId)) },
    ...{ title: text, owner, owner_speaker: null, due, due_date: dueDate, doubt: null },
    ...{ origin: model === null ? 'rules' : 'model', model },
    ...{ start_ms: Math.round(start * 1000), end_ms: Math.round(end * 1000) },
    ...{ evidence: JSON.stringify(evidence), transcript_version: said.version },
    ...{ changed_by: personId, dismissed: keep ? 0 : 1 },
  })
  await moved(trx, recordingId)
}

const known = (row: ActionRow): Known => ({ title: row.title, owner: row.owner, evidence: evidenceOf(row) })

/** Nobody doubts it, and nobody has touched it. */
const isFact = (row: ActionRow): boolean =>
  row.doubt === null && row.dismissed === 0 && row.changed_by === null

const saysOtherwise = ({ owner, dueDate }: AgreedAction, row: ActionRow): boolean =>
  namesDiffer(row.owner, owner) || (row.due_date !== null && dueDate !== null && row.due_date !== dueDate)

const isContrary = (action: AgreedAction, row: ActionRow): boolean =>
  saysOtherwise(action, row) &&
  isSameWork({ title: action.text, owner: action.owner, evidence: action.evidence }, known(row))

/** What a person works with is it in whatever words; else it is of these words, or the same person's. */
function mayBe(action: AgreedAction, row: ActionRow): boolean {
  const isTheirs = row.changed_by !== null && row.dismissed === 0
  if (saysOtherwise(action, row)) return isTheirs && row.title === action.text
  return isTheirs || row.title === action.text || (row.owner === null) === (action.owner === null)
}

/** The doubtful one that rests on these very words, that of this name first; else what is like it. */
function meantBy(action: AgreedAction, all: readonly ActionRow[]): ActionRow | null {
  const { text, evidence } = action
  const [said] = evidence
  const rows = all.filter((row) => mayBe(action, row))
  const resting = rows.filter((row) => {
    const [own] = evidenceOf(row)
    return row.doubt !== null && own && own.start === said?.start && own.quote === said.quote
  })
  const same = resting.find(({ title }) => title === text) ?? resting[0]
  if (same) return same
  return rows[matchActions([{ title: text, evidence }], rows.map(known)).get(0) ?? -1] ?? null
}
