import type { MinutesContent } from '#contract/minutes.ts'
import type { Handle } from '../db/open.ts'
import { readMeeting, type MinutesInput } from './minutes-input.ts'
import { statementsOf } from './statements.ts'
import { contentOf, findMinutes, minutesVersions, type MinutesRow } from './store.ts'
import { templateFor } from './templates.ts'
import type { WriteDeps } from './write.ts'

export type Agreed = Awaited<ReturnType<ReturnType<typeof createAgreed>>>

/** What a meeting agreed to do, as the newest minutes of the language model have it, else as the rules find it. */
export function createAgreed(deps: WriteDeps) {
  const { db, transcripts, templates } = deps

  /** The language model's minutes of the words that are the current ones, with the names of today or others. */
  async function byModel(handle: Handle, recordingId: number): Promise<MinutesRow | null> {
    const current = await transcripts.wordsOf(handle, recordingId)
    for (const { id, origin, transcript_version: version } of await minutesVersions(handle, recordingId)) {
      if (origin !== 'model' || version === null) continue
      const words = await transcripts.wordsOf(handle, recordingId, version)
      if (words && words.worded === current?.worded) return findMinutes(handle, { id })
    }
    return null
  }

  async function byRules(read: MinutesInput, signal: AbortSignal): Promise<MinutesContent> {
    const { title } = read.meeting
    const { body } = await templates.usable(templateFor(title), title)
    return (await deps.compose.compose({ ...read, body, said: null }, signal)).content
  }

  /** Minutes name people as they were called when they were written; their evidence tells who that was. */
  async function namesOfThen(recordingId: number, content: MinutesContent): Promise<Called> {
    const called: Called = new Map()
    const evidence = [...statementsOf(content).values(), ...content.toCheck].flatMap((one) => one.evidence)
    for (const version of new Set(evidence.map((one) => one.version))) {
      const { segments } = await transcripts.get(recordingId, version)
      const labels = new Map(segments.map(({ id, speaker }) => [id, speaker]))
      for (const label of labels.values()) if (label !== null) note(called, label, label)
      for (const { speaker, segments: ids, version: of } of evidence) {
        const label = labels.get(ids[0]!)
        if (of === version && speaker !== null && label != null) note(called, speaker, label)
      }
    }
    return called
  }

  return async (recordingId: number, signal: AbortSignal) => {
    const nothing = { origin: 'rules' as const, model: null, actions: [] }
    if (!(await transcripts.wordsOf(db.read, recordingId))) return nothing
    const read = await readMeeting(deps, db.read, recordingId)
    const row = await byModel(db.read, recordingId)
    const content = row && contentOf(row)
    const called = new Map([...(content ? await namesOfThen(recordingId, content) : []), ...labelsNow(read)])
    const actions = actionsIn(content ?? (await byRules(read, signal)), called)
    return content ? { origin: 'model' as const, model: row.model, actions } : { ...nothing, actions }
  }
}

/** What somebody is called → the label; null: several are called so. */
type Called = Map<string, string | null>

const note = (called: Called, name: string, label: string): Called =>
  called.set(name, (called.get(name) ?? label) === label && called.get(name) !== null ? label : null)

const actionsIn = ({ items, toCheck }: MinutesContent, called: Called) =>
  [
    ...items.flatMap(({ actions }) => actions.map((action) => ({ ...action, doubt: null }))),
    // What is refuted nobody can keep, and what the words do not say nobody has taken on.
    ...toCheck.flatMap(({ action, why, refuted, unsaid }) =>
      action && !refuted && !unsaid ? [{ ...action, doubt: why }] : [],
    ),
  ].map((action) => ({
    ...action,
    ownerSpeaker: action.owner === null ? null : (called.get(action.owner) ?? null),
  }))

/** Names of today; who has none goes by the label. */
function labelsNow({ speakers, source }: MinutesInput): Called {
  const called: Called = new Map()
  for (const { speaker } of source.segments)
    if (speaker !== null && !Object.values(speakers).includes(speaker)) note(called, speaker, speaker)
  for (const [label, name] of Object.entries(speakers)) note(called, name, label)
  return called
}
