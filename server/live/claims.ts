import { AppError } from '../errors.ts'

/** A recorder that was heard this recently is still at it. */
export const claimMs = 15_000

/** Who records a meeting just now: the page that was heard last. Known to this process alone; after a start the first that comes has it. */
export type Claims = {
  /**
   * A page's recorder wants to record, or has sent sound.
   * @param recorder null: a client that does not say which one it is
   * @throws AppError recorded_elsewhere while another one is heard
   */
  take(recordingId: number, recorder: string | null): void
  /** The one that has it was heard. */
  heard(recordingId: number, recorder: string | null): void
  /** The number of an epoch that nobody has. @param used the highest that there is; -1: none */
  nextEpoch(recordingId: number, used: number): number
  forget(recordingId: number): void
}

export function createClaims(): Claims {
  const claims = new Map<number, { recorder: string | null; at: number }>()
  const handedOut = new Map<number, number>()
  return {
    take(id, recorder) {
      const holder = claims.get(id)
      if (holder && holder.recorder !== recorder && Date.now() - holder.at < claimMs)
        throw new AppError(
          'recorded_elsewhere',
          'This meeting is being recorded on another page or another device. Stop it there, or wait until it has not been heard for 15 seconds.',
          { retryAfter: Math.ceil((claimMs - (Date.now() - holder.at)) / 1000) },
        )
      claims.set(id, { recorder, at: Date.now() })
    },
    heard(id, recorder) {
      const holder = claims.get(id)
      if (holder?.recorder === recorder) holder.at = Date.now()
    },
    nextEpoch(id, used) {
      const next = Math.max(used, handedOut.get(id) ?? -1) + 1
      handedOut.set(id, next)
      return next
    },
    forget(id) {
      claims.delete(id)
      handedOut.delete(id)
    },
  }
}
