import { bytesOf, type Epoch } from './epochs.ts'

export type EpochProgress = ReturnType<typeof createEpochProgress>

/** What is on disk of each epoch, and which of them are over: whoever decodes them waits for more here. */
export function createEpochProgress() {
  /** Bytes that may be read. */
  const there = new Map<number, number>()
  /** Up to this epoch all has come: the next one begins after the pause. */
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
      for (const epoch of epochs) if (epoch.chunks.length > 0) there.set(epoch.number, bytesOf(epoch))
      signal()
    },
    /** What came of the newest epoch is all of it. */
    rest(): void {
      restedAt = Math.max(restedAt, ...there.keys())
      signal()
    },
    /** Nothing comes after what is there. */
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
    isOver: (number: number): boolean => ending || number <= restedAt || Math.max(...there.keys()) > number,
    bytes: (number: number): number => there.get(number) ?? 0,
    all: (): [number: number, bytes: number][] => [...there],
    /** The first epoch after this one that has come; null: none. */
    after(number: number): number | null {
      const later = [...there.keys()].filter((one) => one > number)
      return later.length === 0 ? null : Math.min(...later)
    },
  }
}
