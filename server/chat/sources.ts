import type { Minutes } from '#contract/minutes.ts'
import type { Citation } from '#contract/chat.ts'
import type { TextSentence } from '../language/sentences.ts'
import type { MinutesService } from '../minutes/service.ts'
import { atSecond, placed, type Found } from '../search/service.ts'
import type { Knowledge } from './knowledge.ts'

/** Where what was found comes from: asked for what search does not keep. */
export type Sources = ReturnType<typeof createSources>

export function createSources({
  minutes,
  knowledge,
}: {
  minutes: Pick<MinutesService, 'current'>
  knowledge: Pick<Knowledge, 'find'>
}) {
  /** Minutes open the meeting where what they rest on was said, and beside it their own words. */
  async function withMoment<P extends Pick<Citation, 'kind' | 'sourceId' | 'at' | 'href' | 'minutesHref'>>(
    citation: P,
    sentence: string,
  ): Promise<P> {
    if (citation.kind !== 'minutes' || citation.href === null) return citation
    const current = await minutes.current(Number(citation.sourceId))
    const at = current && momentOf(current, sentence)
    if (at === null) return citation
    return { ...citation, at, href: atSecond(citation.href, at), minutesHref: citation.href }
  }

  return {
    /** @param sentence the one of its own that tells most */
    async cite(found: Found, number: number, sentence: TextSentence | null): Promise<Citation> {
      const passage = await withMoment(placed(found, sentence), sentence?.text ?? '')
      const entry = found.kind === 'knowledge' ? await knowledge.find(found.sourceId) : null
      return { ...passage, number, reported: entry?.reported ?? null }
    },
  }
}

/** A line that has fewer words in common with a sentence may be another one. */
const fewestWords = 3

/** When what a sentence of minutes rests on was said, in seconds; null: nobody knows, or it rests on nothing. */
export function momentOf(
  { markdown, lines }: Pick<Minutes, 'markdown' | 'lines'>,
  sentence: string,
): number | null {
  // A text that came without times has all of it at 0.
  if (!lines.some(({ evidence }) => evidence.some(({ start }) => start > 0))) return null
  const said = wordsOf(sentence)
  const written = markdown.split('\n').map(wordsOf)
  const rests = (words: string): boolean =>
    words.includes(said) || (said.includes(words) && words.trim().split(' ').length >= fewestWords)
  const known = lines.filter(({ evidence }) => evidence.length > 0)
  const line = known.find((one) => rests(written[one.line] ?? '')) ?? mostOf(said, known, written)
  return said.trim() === '' || !line ? null : line.evidence[0]!.start
}

/** A sentence may reach over the end of a quotation into the next line: the line that has most of its words. */
function mostOf<L extends { line: number }>(
  said: string,
  lines: readonly L[],
  written: readonly string[],
): L | null {
  const words = said.trim().split(' ')
  if (words.length < 2 * fewestWords) return null
  const share = ({ line }: L): number =>
    words.filter((word) => written[line]!.includes(` ${word} `)).length / words.length
  const [best] = [...lines].sort((a, b) => share(b) - share(a))
  return best && share(best) > 0.5 ? best : null
}

const wordsOf = (text: string): string => ` ${(text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
