import { unsentSound } from './capture/unsent-sound.ts'
import { removeStored, storedNames } from './ui/browser-storage.ts'

/** What a browser keeps of a person that is nowhere else: edits that were not saved, sound that was not sent. */

export type LeftHere = { drafts: number; recordings: number }

const draftOf = /^[a-z]+-draft:(\d+):/

const draftsOf = (personId: number): string[] =>
  storedNames('').filter((name) => draftOf.exec(name)?.[1] === String(personId))

async function soundOf(personId: number): Promise<number[]> {
  // A browser that keeps nothing has nothing to lose.
  const captures = await unsentSound.captures().catch(() => [])
  const found: number[] = []
  for (const { recordingId, personId: owner } of captures)
    if (owner === personId && (await unsentSound.chunks(recordingId)).length > 0) found.push(recordingId)
  return found
}

export async function leftHere(personId: number): Promise<LeftHere> {
  return {
    drafts: draftsOf(personId).length,
    recordings: (await soundOf(personId)).length,
  }
}

/** Takes it away, for whoever uses this browser next. */
export async function clearLeftHere(personId: number): Promise<void> {
  for (const name of draftsOf(personId)) removeStored(name)
  for (const id of await soundOf(personId)) await unsentSound.discard(id)
}
