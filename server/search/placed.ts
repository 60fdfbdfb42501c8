import type { Passage } from '#contract/search.ts'
import type { TextSentence } from '../language/sentences.ts'
import { momentAt } from './timed-lines.ts'
import { withQuote } from './quote.ts'
import type { Found } from './present.ts'

/** What was found, as it is told: it opens where this sentence of it was said or stands. @param sentence null: none of its own */
export function placed(
  { id: _id, score: _score, coverage: _coverage, likeness: _likeness, lines, ...passage }: Found,
  sentence: Pick<TextSentence, 'text' | 'from'> | null,
): Passage {
  const at = sentence === null ? null : momentAt(lines, sentence.from)
  if (at === null || passage.href === null) return withQuote(passage, sentence?.text ?? '')
  return { ...passage, at, href: atSecond(passage.href, at) }
}

/** A meeting's address, opened at a second of it. */
export const atSecond = (href: string, at: number): string =>
  `${href.replace(/[?#].*$/, '')}?t=${Math.floor(at)}`
