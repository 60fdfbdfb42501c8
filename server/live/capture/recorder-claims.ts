import { heldSeconds } from '#contract/capture.ts'
import { AppError } from '../../errors.ts'

/** A recorder that was heard this recently is still at it. */
export const claimMs = heldSeconds * 1000

/** Who records a meeting just now: the page that was heard last. Known to this process alone; after a start the first that comes has it. */
export type Claims = {
  /** @throws AppError recorded_elsewhere while another one is heard @param recorder null: a client that does not say which one it is */
  need(recordingId: number, recorder: string | null): void
  /** This one records, whoever did before. */
  take(recordingId: number, recorder: string | null): void
  /** It was heard; where nobody has it (after a start of the appliance), it is the one that does. */
  heard(recordingId: number, recorder: string | null): void
  /** Its sound has come, just now. */
  sounded(recordingId: number): void
  /** For how long it had given no sound when it was heard last, in milliseconds; 0: nobody has it. */
  soundlessFor(recordingId: number): number
  /** When the one that has it was heard last, in milliseconds; 0: nobody has it. */
  lastHeard(recordingId: number): number
  /** The number of an epoch that nobody has. @param used the highest that there is; -1: none */
  nextEpoch(recordingId: number, used: number): number
  forget(recordingId: number): void
  /** Forgets those that have not been heard for so long. */
  sweep(unheardMs: number): void
}

export function createClaims(): Claims {
  const claims = new Map<
    number,
    { recorder: string | null; at: number; soundAt: number; handedOut: number }
  >()
  const take = (id: number, recorder: string | null): void => {
    const { soundAt = 0, handedOut = -1 } = claims.get(id) ?? {}
    claims.set(id, { recorder, at: Date.now(), soundAt, handedOut })
  }
  return {
    need(id, recorder) {
      const holder = claims.get(id)
      if (holder && holder.recorder !== recorder && Date.now() - holder.at < claimMs)
        throw new AppError(
          'recorded_elsewhere',
          'This meeting is being recorded on another page or another device. Stop it there, or wait until it has not been heard for 15 seconds.',
          { retryAfter: Math.ceil((claimMs - (Date.now() - holder.at)) / 1000) },
        )
    },
    take,
    heard(id, recorder) {
      const holder = claims.get(id)
      if (holder?.recorder === recorder) holder.at = Date.now()
      else if (!holder && recorder !== null) take(id, recorder)
    },
    sounded(id) {
      const holder = claims.get(id)
      if (holder) holder.soundAt = Date.now()
    },
    soundlessFor(id) {
      const holder = claims.get(id)
      return holder ? holder.at - holder.soundAt : 0
    },
    lastHeard: (id) => claims.get(id)?.at ?? 0,
    nextEpoch(id, used) {
      const holder = claims.get(id)
      const next = Math.max(used, holder?.handedOut ?? -1) + 1
      if (holder) holder.handedOut = next
      return next
    },
    forget: (id) => void claims.delete(id),
    sweep(unheardMs) {
      for (const [id, { at }] of claims) if (Date.now() - at > unheardMs) claims.delete(id)
    },
  }
}
