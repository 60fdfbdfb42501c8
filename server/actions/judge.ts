import type { AgreedAction } from '#contract/minutes.ts'
import { recordEvent } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import { matchActions, rangeOf } from './match.ts'
import { actionsOf, evidenceOf, insertAction, type ActionRow, type changeAction } from './store.ts'

/** What a person has said of a doubtful action of the minutes. */
export type Judgement = {
  action: AgreedAction
  /** Of the minutes. */
  madeBy: { model: string | null; demo: boolean }
  keep: boolean
  personId: number
}
export type Meeting = Pick<ActionRow, 'meeting_title' | 'meeting_date'>

/**
 * The same is said of the action that stands beside the minutes; one that has not been found yet, since the work that finds
 * it still waits, is put there. What the minutes tell of it (owner, date) and the action does not goes along.
 */
export async function judgeAction(
  trx: Handle,
  recordingId: number,
  { action, madeBy, keep, personId }: Judgement,
  {
    meetingOf,
    change,
  }: {
    meetingOf: (handle: Handle, recordingId: number) => Promise<Meeting>
    change: (
      trx: Handle,
      row: ActionRow,
      changes: Parameters<typeof changeAction>[2],
      personId: number,
    ) => Promise<void>
  },
): Promise<void> {
  const { text, evidence, owner, due, dueDate } = action
  const [said] = evidence
  if (!said) return
  const rows = await actionsOf(trx, recordingId)
  const row = meantBy(action, rows)
  if (row && row.doubt === null && row.dismissed === 0) return
  if (row && !keep) return change(trx, row, { dismissed: 1 }, personId)
  if (row) {
    const told = {
      owner: row.owner ?? owner,
      ...(row.due === null && row.due_date === null && { due, due_date: dueDate }),
    }
    return change(trx, row, { doubt: null, dismissed: 0, ...told }, personId)
  }
  const { start, end } = rangeOf({ evidence })
  const { model, demo } = madeBy
  await insertAction(trx, {
    ...{ recording_id: recordingId, ...(await meetingOf(trx, recordingId)) },
    ...{ title: text, owner, owner_speaker: null, due, due_date: dueDate, doubt: null },
    ...{ origin: model === null ? 'rules' : 'model', model, demo: demo ? 1 : 0 },
    ...{ start_ms: Math.round(start * 1000), end_ms: Math.round(end * 1000) },
    ...{ evidence: JSON.stringify(evidence), transcript_version: said.version },
    ...{ changed_by: personId, dismissed: keep ? 0 : 1 },
  })
  await recordEvent(trx, 'actions', recordingId)
}

/** The doubtful one that rests on these very words, that of this name first; else what is like it. */
function meantBy({ text, evidence }: AgreedAction, rows: readonly ActionRow[]): ActionRow | null {
  const [said] = evidence
  const resting = rows.filter((row) => {
    const [own] = evidenceOf(row)
    return row.doubt !== null && own && own.start === said?.start && own.quote === said.quote
  })
  const same = resting.find(({ title }) => title === text) ?? resting[0]
  if (same) return same
  const known = rows.map((row) => ({ title: row.title, evidence: evidenceOf(row) }))
  return rows[matchActions([{ title: text, evidence }], known).get(0) ?? -1] ?? null
}
