import { join } from 'node:path'
import type { MinutesContent } from '#contract/minutes.ts'
import { PermanentFailure } from '../jobs/define.ts'
import { createThread, ThreadDeadline } from '../processes/thread.ts'
import type { Meeting } from '../language/rules/find.ts'
import type { Source } from './evidence.ts'
import type { Answer, Questions } from './model.ts'
import type { Heading } from './render.ts'
import type { RefLine } from './statements.ts'

export type ComposeInput = {
  meeting: Meeting
  source: Source
  heading: Heading
  /** Of the template. */
  body: string
  /** What the language model said; null: the rules write by themselves. */
  said: { answers: Answer[]; purpose: string | null } | null
}

export type Composed = {
  content: MinutesContent
  markdown: string
  lines: RefLine[]
  /** How much of what the language model said could be used; 0: they are the rules' alone. */
  used: number
}

/** What happens in the thread, where text of people meets the rules. */
export type Composer = {
  /** A meeting → its minutes, by rules and by what the language model said of it. */
  compose(input: ComposeInput, signal: AbortSignal): Promise<Composed>
  /** What the language model is to be asked. @param mostTokens for one question */
  questions(input: QuestionsInput, signal: AbortSignal): Promise<Questions>
}

export type QuestionsInput = Pick<ComposeInput, 'meeting' | 'source'> & { mostTokens: number }
export type ThreadInput = { compose: ComposeInput } | { questions: QuestionsInput }

/** Hours of talk take a second or two, and many times that while the machine transcribes. */
const deadlineMs = 60_000

/** Computes in a thread: the worker's other work, its heartbeats and its transactions go on meanwhile. */
export function createComposer(appRoot: string): Composer {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'minutes-composer.js'))
  const run = async (input: ThreadInput, signal: AbortSignal): Promise<unknown> => {
    try {
      return await inThread(input, { signal, deadlineMs })
    } catch (error) {
      if (!(error instanceof ThreadDeadline)) throw error
      throw new PermanentFailure(
        'internal',
        'The minutes were given up: going through this transcript took more than a minute of computing. Nothing was changed.',
        { cause: error },
      )
    }
  }
  return {
    compose: async (input, signal) => (await run({ compose: input }, signal)) as Composed,
    questions: async (input, signal) => (await run({ questions: input }, signal)) as Questions,
  }
}
