import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../files/exists.ts'
import { writeFileAtomically } from '../../files/write.ts'
import type { Capture } from '../../recordings/service.ts'
import { bytesOf, type Epoch } from '../capture/epochs.ts'

/** Sound that comes after somebody else than its recorder's page has ended the recording. */

type Epochs = ReadonlyMap<number, Epoch>

const keyOf = (recorder: string | null): string => recorder ?? ''

/** Those whose sound it is. */
export const recordersOf = (epochs: Epochs): string[] => [
  ...new Set([...epochs.values()].map((epoch) => keyOf(epoch.recorder))),
]

/** Those but the one that says that it has sent all. */
export const othersThan = (recorder: string | null, epochs: Epochs): string[] =>
  without(recordersOf(epochs), recorder)

export const without = (waitsFor: string[], recorder: string | null): string[] =>
  waitsFor.filter((one) => one !== keyOf(recorder))

/** Whether the last part is this recorder's: it ends what it records itself. */
export function recordsLast(recorder: string | null, epochs: Epochs): boolean {
  const last = epochs.get(Math.max(-1, ...epochs.keys()))
  return last === undefined || keyOf(last.recorder) === keyOf(recorder)
}

/** A person has ended it: what comes now joins it and does not open it again. The silence only gave up waiting. */
export const isEnded = ({ phase, ended }: Pick<Capture, 'phase' | 'ended'>): boolean =>
  phase === 'lapsed' && ended !== null && ended.how !== 'silence'

const madeFile = (pieces: string): string => join(pieces, 'made')

const bytesIn = (epochs: Epochs): number =>
  [...epochs.values()].reduce((sum, epoch) => sum + bytesOf(epoch), 0)

/** Keeps how much of the parts is in the recording; beside them, and it goes with them. */
export const noteMade = (pieces: string, epochs: Epochs): Promise<void> =>
  writeFileAtomically(madeFile(pieces), String(bytesIn(epochs)))

/** Whether more has come than the recording was made of. */
export async function hasMore({
  phase,
  pieces,
  epochs,
  ended,
}: Pick<Capture, 'phase' | 'pieces' | 'ended'> & { epochs: Epochs }): Promise<boolean> {
  // An earlier version kept no note of it, nor how it ended.
  if (phase !== 'lapsed' || ended === null) return false
  const text = await readFile(madeFile(pieces), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  return text !== String(bytesIn(epochs))
}
