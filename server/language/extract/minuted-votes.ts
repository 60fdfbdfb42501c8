import { because, type FoundDecision } from './found.ts'
import { doubtAt } from './mood.ts'
import * as say from './phrases.ts'
import { passes } from './result.ts'
import type { Sentence } from './talk.ts'
import { voteIn } from './votes.ts'

/** Notes that tell a vote by its matter: "Voted on 4.8%: 1 for, 3 against - not agreed." */

const head =
  /^(?:(?:(?:the |this )?(?:board|committee|meeting|trustees|directors|governors|members|council|panel)|we|they|all) )?(?:then )?(?:voted on|vote on|vote (?:was )?(?:taken|held) on|a vote (?:was )?(?:taken|held) on) [^:;–—]{1,90}?(?:[:;–—]| - )/
const rejects =
  /\bnot (?:agreed|carried|approved|passed|adopted|accepted|supported)\b|\b(?:lost|defeated|rejected|fell|failed)\b/
const carries = /\b(?:agreed|carried|approved|passed|adopted|accepted|resolved)\b/

/** @returns null: it tells no vote, or not on what */
export function votedOn(sentence: Sentence): FoundDecision | null {
  const { plain } = sentence
  const on = head.exec(plain)
  if (!on || sentence.isQuestion || doubtAt(sentence, 0, on[0].length) !== null) return null
  const rest = plain.slice(on[0].length)
  const vote = voteIn(rest)
  const passed = passes(vote, [sentence])
  const told = rejects.test(rest) ? 'rejected' : carries.test(rest) ? 'carried' : null
  if (vote === null || (told === null && passed === null)) return null
  const counted = passed === null ? null : passed ? 'carried' : 'rejected'
  const isEven = vote.for !== null && vote.for === vote.against
  const isOther = told !== null && counted !== null && told !== counted && !isEven
  return {
    ...{ sentences: [sentence], about: [sentence], vote, proposer: null, seconder: null },
    kind: 'decision',
    outcome: told ?? counted ?? 'carried',
    condition: say.conditionIn(plain),
    // Of as many on both sides the casting vote decides, if there is one.
    doubt: isOther ? because.figures : isEven && told === null ? because.unclear : null,
    rule: 'minuted vote',
  }
}
