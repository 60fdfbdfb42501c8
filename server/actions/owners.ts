import type { Handle } from '../db/open.ts'
import { actionsOf, changeAction } from './store.ts'

/** What those who speak in a recording are called now, by label; null: nobody bears this label any more. */
export type NamingOf = (handle: Handle, recordingId: number) => Promise<(label: string) => string | null>

/**
 * Owners who speak are called what their label is called now, and so are they in the titles; what a person has changed stays.
 * @param naming asked for only where there are such owners
 * @returns whether one was called something else
 */
export async function nameOwners(trx: Handle, recordingId: number, naming: NamingOf): Promise<boolean> {
  const speaking = (await actionsOf(trx, recordingId)).flatMap(
    ({ id, title, owner, owner_speaker: label, changed_by: person }) =>
      label !== null && owner !== null && person === null ? [{ id, title, owner, label }] : [],
  )
  if (speaking.length === 0) return false
  const called = await naming(trx, recordingId)
  let news = false
  for (const { id, title, owner, label } of speaking) {
    const name = called(label)
    if (name === null || owner === name) continue
    await changeAction(trx, id, { owner: name, title: title.replaceAll(wholeName(owner), () => name) })
    news = true
  }
  return news
}

/** "Speaker 1" is not in "Speaker 12". */
const wholeName = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')
