import { AppError } from '../errors.ts'

/** More of one person's do not wait; a page never has as many under way. */
const longestQueue = 8

/**
 * One thing after the other for each person: somebody who sends many large things at once waits for themselves, and
 * nobody else does.
 */
export function createTurns(): <T>(personId: number, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<number, { last: Promise<unknown>; length: number }>()

  return async (personId, work) => {
    const queue = queues.get(personId) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= longestQueue)
      throw new AppError(
        'too_many_tries',
        'Much of what you have sent is still being read. Please wait until that is done, and send this again.',
        { retryAfter: 10 },
      )
    queues.set(personId, queue)
    queue.length += 1
    const mine = queue.last.then(work)
    // What fails is its own sender's business, not the next one's.
    queue.last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(personId)
    }
  }
}
