import type { Handle } from '../db/open.ts'
import { isCalled, numberedLabel } from '../language/names.ts'
import { actionsOf, changeAction } from './store.ts'

/**
 * Owners who speak are called what their label is called now, and so are they in the titles; what a person has changed stays.
 * @param namesOf asked for only where there are such owners: label → name
 * @returns whether one was called something else
 */
export async function nameOwners(
  trx: Handle,
  recordingId: number,
  namesOf: (handle: Handle, recordingId: number) => Promise<ReadonlyMap<string, string>>,
): Promise<boolean> {
  const speaking = (await actionsOf(trx, recordingId)).flatMap(
    ({ id, title, owner, owner_speaker: label, changed_by: person }) =>
      label !== null && owner !== null && person === null ? [{ id, title, owner, label }] : [],
  )
  if (speaking.length === 0) return false
  const names = await namesOf(trx, recordingId)
  let news = false
  for (const { id, title, owner, label } of speaking) {
    const name = names.get(label) ?? label
    if (owner === name || isCalled(owner, name)) continue
    // "Chair" is whoever the meeting knows as its chair, until somebody says another name.
    if (!names.has(label) && !numberedLabel.test(label)) continue
    await changeAction(trx, id, { owner: name, title: title.replaceAll(wholeName(owner), () => name) })
    news = true
  }
  return news
}

/** "Speaker 1" is not in "Speaker 12". */
const wholeName = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')
