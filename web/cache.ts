import { useEffect } from 'react'
import { unstable_serialize, type Cache, type Middleware, type State } from 'swr'

/**
 * Answers that nobody shows any more are kept for two hours (the specification's), then forgotten: a page that stays
 * open for weeks must not grow with every recording that was looked at.
 */

const keptFor = 2 * 3_600_000
const lookEvery = 5 * 60_000

type Use = { users: number; since: number }

/** A cache for SWR that knows what is in use. @param now milliseconds */
export function createCache(now: () => number = Date.now) {
  const answers = new Map<string, State<unknown>>()
  const uses = new Map<string, Use>()

  const touch = (key: string, by: number): void => {
    const users = Math.max(0, (uses.get(key)?.users ?? 0) + by)
    uses.set(key, { users, since: now() })
  }

  return {
    provider: answers as Cache,
    /** Somebody shows this answer. Returns the way out. */
    hold(key: string): () => void {
      touch(key, 1)
      return () => touch(key, -1)
    },
    /** Forgets what has been of no use for two hours. */
    sweep(): void {
      for (const key of answers.keys()) {
        const use = uses.get(key)
        // Written by an event before anybody showed it: its time begins when it is first seen here.
        if (!use) touch(key, 0)
        else if (use.users === 0 && now() - use.since >= keptFor) {
          answers.delete(key)
          uses.delete(key)
        }
      }
    },
  }
}

const cache = createCache()

/** Counts, for every answer, the parts of the page that show it. */
const countUses: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const name = unstable_serialize(key)
  useEffect(() => (name ? cache.hold(name) : undefined), [name])
  return useSWRNext(key, fetcher, config)
}

/** For SWRConfig. */
export const caching = {
  provider: () => cache.provider,
  use: [countUses],
}

setInterval(cache.sweep, lookEvery)
