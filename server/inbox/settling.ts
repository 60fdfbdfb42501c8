import type { Found } from './folder.ts'

/** A file of no bytes is often one that a program is about to fill. */
const emptyFactor = 3

/**
 * Says which files have not changed for long enough. It goes by what it has seen itself and by a clock that nobody sets: the
 * times in a network folder are another machine's.
 */
export function createSettling(settleMs: number, now: () => number = () => performance.now()) {
  let seen = new Map<string, { mark: string; since: number }>()
  return function settled(files: readonly Found[]): Found[] {
    const before = seen
    seen = new Map()
    return files.filter(({ path, mark, held, bytes }) => {
      const known = before.get(path)
      // A lock beside it may mean that somebody is still writing: the wait begins when it has gone.
      const since = known?.mark === mark && held === null ? known.since : now()
      seen.set(path, { mark, since })
      return (
        held === null && known !== undefined && now() - since >= settleMs * (bytes === 0 ? emptyFactor : 1)
      )
    })
  }
}
