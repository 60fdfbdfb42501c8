import type { Citation } from '#contract/chat.ts'
import { contentWords, questionIn, type Found, type SearchService } from '../search/service.ts'
import type { Turn } from './store.ts'

/** What supports an answer; where nothing does, what came nearest. */
export type Evidence = { supports: boolean; citations: Citation[] }

/**
 * A passage that has less of what the question's words say is not shown to the model: it would only tempt it. Likeness in
 * meaning counts by itself from where embedding models put what belongs together.
 */
const enoughCoverage = 0.42
/** Of two words one that happens to be said somewhere is about half. */
const enoughOfFewWords = 0.55
const enoughLikeness = 0.68
/** Below it a passage has nothing to do with the question. */
const nearCoverage = 0.2

const most = 8
/** Shown where nothing supports an answer. */
export const mostNear = 3
/** One meeting that says it again and again leaves room for others. */
const mostOfOneSource = 4

/** Questions that lean on the one before: "And who voted against it?" */
const leaning =
  /^(and|but|so|then|also|what about|how about|why)\b|\b(it|its|they|them|that|this|those|these|he|she|him|her|there)\b/i

/** Passages for a question; with a question that leans on the one before, also by that one's words. */
export async function evidenceFor(
  search: SearchService,
  { question: message, before, signal }: { question: string; before: readonly Turn[]; signal: AbortSignal },
): Promise<Evidence> {
  const question = questionIn(message)
  const last = questionIn(before.findLast(({ sender }) => sender === 'user')?.text ?? '')
  const leans = last !== '' && (leaning.test(question) || contentWords(question).length < 2)
  const asked = leans ? `${question}\n${last}` : question
  const enough = contentWords(asked).length <= 2 ? enoughOfFewWords : enoughCoverage
  const found = await search.find(asked, { limit: 30, also: message, signal })
  const supporting = found.filter(
    ({ coverage, likeness }) => coverage >= enough * (leans ? 0.6 : 1) || (likeness ?? 0) >= enoughLikeness,
  )
  if (supporting.length > 0) return { supports: true, citations: numbered(spread(supporting).slice(0, most)) }
  const near = found.filter(({ coverage }) => coverage >= nearCoverage)
  return { supports: false, citations: numbered(near.slice(0, mostNear)) }
}

function spread(found: readonly Found[]): Found[] {
  const taken = new Map<string, number>()
  return found.filter(({ kind, sourceId }) => {
    const key = `${kind}/${sourceId}`
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return count <= mostOfOneSource
  })
}

const numbered = (found: readonly Found[]): Citation[] =>
  found.map(({ coverage: _coverage, likeness: _likeness, ...passage }, i) => ({ ...passage, number: i + 1 }))
