import type { CaptureState } from '#contract/capture.ts'
import type { Open } from '../finish/closing.ts'
import { bytesOf, inOrder, lastHeard, presentEpoch } from './epochs.ts'
import { isEnded } from '../finish/late-sound.ts'
import { takesSound } from './capture-rules.ts'

/** What a page is told of an end that was made somewhere else. */
export const endOf = (capture: Pick<Open, 'phase' | 'ended'>): { endedAt: string | null } => ({
  endedAt: isEnded(capture) ? (capture.ended?.at ?? null) : null,
})

/** What has been kept of a recording's sound. */
export async function stateOf(capture: Open): Promise<CaptureState> {
  const { original } = capture
  const all = inOrder(capture.epochs)
  const soundAt = await lastHeard(capture.pieces)
  return {
    open: takesSound(capture),
    ...endOf(capture),
    bytes: all.length > 0 ? all.reduce((sum, epoch) => sum + bytesOf(epoch), 0) : (original?.bytes ?? 0),
    epochs: all.map(presentEpoch),
    quietFor: soundAt === 0 ? null : Math.max(0, Date.now() - soundAt) / 1000,
  }
}
