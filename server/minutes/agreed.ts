import type { MinutesContent } from '#contract/minutes.ts'
import type { Handle } from '../db/open.ts'
import { readMeeting, type Read } from './read.ts'
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
      if (words && words.worded === current?.worded) return findMinutes(handle, id)
    }
    return null
  }

  async function byRules(read: Read, signal: AbortSignal): Promise<MinutesContent> {
    const { title } = read.meeting
    const { body } = await templates.usable(templateFor(title), title)
    return (await deps.compose({ ...read, body, said: null }, signal)).content
  }

  return async (recordingId: number, signal: AbortSignal) => {
    const nothing = { origin: 'rules' as const, model: null, demo: false, actions: [] }
    if (!(await transcripts.wordsOf(db.read, recordingId))) return nothing
    const read = await readMeeting(deps, db.read, recordingId)
    const row = await byModel(db.read, recordingId)
    const content = row && contentOf(row)
    const actions = actionsIn(content ?? (await byRules(read, signal)), read)
    return content
      ? { origin: 'model' as const, model: row.model, demo: row.demo === 1, actions }
      : { ...nothing, demo: read.demo, actions }
  }
}

const actionsIn = ({ items, toCheck }: MinutesContent, read: Read) =>
  [
    ...items.flatMap(({ actions }) => actions.map((action) => ({ ...action, doubt: null }))),
    // What is refuted nobody can keep, so it is nobody's to do.
    ...toCheck.flatMap(({ action, why, refuted }) => (action && !refuted ? [{ ...action, doubt: why }] : [])),
  ].map((action) => ({ ...action, ownerSpeaker: labelOf(action.owner, read) }))

/** Who is called so, when that is one speaker alone. */
function labelOf(owner: string | null, { speakers, source }: Read): string | null {
  const labels = Object.keys(speakers).filter((label) => speakers[label] === owner)
  if (labels.length > 0) return labels.length === 1 ? labels[0]! : null
  return source.segments.some(({ speaker }) => speaker === owner) ? owner : null
}
