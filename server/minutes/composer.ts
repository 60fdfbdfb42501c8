import { join } from 'node:path'
import type { MinutesContent } from '#contract/minutes.ts'
import { PermanentFailure } from '../jobs/define.ts'
import { createThread, ThreadDeadline } from '../processes/thread.ts'
import type { MeetingFacts } from './compose.ts'
import type { Source } from './evidence.ts'
import type { Gap } from './model/gaps.ts'
import type { WindowAnswer } from './model/schema.ts'
import type { Heading } from './render.ts'
import type { RefLine } from './statements.ts'

export type ComposeInput = {
  meeting: MeetingFacts
  source: Source
  heading: Heading
  /** Of the template. */
  body: string
  /** What the language model said; null: the rules write by themselves. */
  said: { answers: WindowAnswer[]; gaps: Gap[] } | null
}

export type Composed = {
  content: MinutesContent
  markdown: string
  lines: RefLine[]
  /** How much of what the language model said is borne out by what was said; 0: they are the rules' alone. */
  used: number
  /** Of how much at least the quote was said. */
  quoted: number
}

/** A meeting → its minutes, by rules, and by what the language model said of it. */
export type Composer = (input: ComposeInput, signal: AbortSignal) => Promise<Composed>

/** Hours of talk take seconds. */
const deadlineMs = 2 * 60_000

/** Computes in a thread: the worker's other work, its heartbeats and its transactions go on meanwhile. */
export function createComposer(appRoot: string): Composer {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'minutes-composer.js'))
  return async (input, signal) => {
    try {
      return (await inThread(input, { signal, deadlineMs })) as Composed
    } catch (error) {
      if (!(error instanceof ThreadDeadline)) throw error
      throw new PermanentFailure(
        'internal',
        'The minutes were given up: going through this transcript took longer than two minutes. Nothing was changed.',
        { cause: error },
      )
    }
  }
}
