import type { FoundDecision } from '../language/extract/decisions.ts'
import { takesNoPart } from '../language/extract/tally.ts'

/** Who took no part in a vote belongs to what was decided: of a conflicted director it must be seen. */
export function withNonVoters(text: string, { sentences, about }: FoundDecision): string {
  const who = sentences.flatMap((one) => {
    const names = about.includes(one) ? null : takesNoPart(one)
    return names === null || /^(?:me|myself)\b/.test(names) ? [] : [names]
  })
  return [text, ...[...new Set(who)].map((names) => `${names} did not vote.`)].join(' ')
}
