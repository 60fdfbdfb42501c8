import { bytesOf, type Epoch } from './epochs.ts'

export type EpochProgress = ReturnType<typeof createEpochProgress>

/** How much of each epoch is on disk, and which epochs are over. The decoder waits here for more. */
export function createEpochProgress() {
  /** Bytes that may be read, by epoch. */
  const onDisk = new Map<number, number>()
  /** The epochs up to this one are complete: the next begins after the pause. */
  let restedAt = -1
  let ending = false
  let wake: () => void = () => undefined
  let woken = new Promise<void>((resolve) => (wake = resolve))

  function signal(): void {
    wake()
    woken = new Promise((resolve) => (wake = resolve))
  }

  return {
    /** More of an epoch is on disk. */
    grew(epochs: Epoch[]): void {
      for (const epoch of epochs) if (epoch.chunks.length > 0) onDisk.set(epoch.number, bytesOf(epoch))
      signal()
    },
    /** The newest epoch is complete. */
    rest(): void {
      restedAt = Math.max(restedAt, ...onDisk.keys())
      signal()
    },
    /** The recording has ended. */
    end(): void {
      ending = true
      signal()
    },
    signal,

    /** Resolves when something has changed. */
    change: (): Promise<void> => woken,
    isEnding: (): boolean => ending,
    isRested: (number: number): boolean => number <= restedAt,
    /** No more comes of this epoch. */
    isOver: (number: number): boolean => ending || number <= restedAt || Math.max(...onDisk.keys()) > number,
    bytes: (number: number): number => onDisk.get(number) ?? 0,
    all: (): [number: number, bytes: number][] => [...onDisk],
    /** The first epoch after this one that has come; null: none. */
    after(number: number): number | null {
      const later = [...onDisk.keys()].filter((one) => one > number)
      return later.length === 0 ? null : Math.min(...later)
    },
  }
}
