import type { FoundDecision } from './found.ts'
import { voteIn } from './votes.ts'

/** "Two for and two against. So it is not carried.": the count that stands in the words of the decision is its vote. */
export const withToldVotes = (found: readonly FoundDecision[]): FoundDecision[] =>
  found.map((one) => {
    if (one.vote !== null || (one.outcome !== 'carried' && one.outcome !== 'rejected')) return one
    const told = one.sentences.flatMap(({ plain, isQuestion }) => (isQuestion ? [] : (voteIn(plain) ?? [])))
    const [vote, ...more] = told.filter((each) => each.for !== null && each.against !== null)
    // Of two counts it is not clear which one holds.
    if (!vote || more.length > 0) return one
    const isMore = (vote.for ?? 0) > (vote.against ?? 0)
    return isMore === (one.outcome === 'carried') ? { ...one, vote } : one
  })
