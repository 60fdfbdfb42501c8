import { join } from 'node:path'
import { createThread, ThreadDeadline } from '../processes/thread.ts'
import type { ParseAnswer, ParseQuestion } from './parse.ts'

const deadlineMs = 10_000
const memoryMb = 256

export type FeedReader = (question: ParseQuestion) => Promise<ParseAnswer>

/** Reads a feed in a thread, which may take so much time and memory and no more. */
export function createFeedReader(appRoot: string): FeedReader {
  const read = createThread(join(appRoot, 'dist', 'server', 'feed-reader.js'), { memoryMb })
  return async (question) => {
    try {
      return (await read(question, { deadlineMs })) as ParseAnswer
    } catch (error) {
      const reason =
        error instanceof ThreadDeadline
          ? 'It takes too long to read.'
          : 'It could not be read: it takes more memory than a feed may, or is damaged.'
      return { kind: 'refused', reason }
    }
  }
}
