import type { FoundDecision } from '../language/extract/decisions.ts'
import { isProposal, opensMatter } from '../language/extract/matters.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { motionIn, type Place } from './decision-text.ts'
import { asSentence, dialogue, withoutFillers } from './style.ts'

/** What was withdrawn, refused, put off or noted: what was put, or the matter as it was called, and how it ended. */

/** "I was going to propose that …" and "I proposed …" put it in as many words as "I propose that …". */
const puts =
  /^i(?:['’]d like to| would like to|['’]ll| will|['’]m going to| was going to|['’]d| would| want to| wanted to)? (?<verb>propose|move)d?\b/i
const asPut = (sentence: Sentence): Sentence => ({
  ...sentence,
  text: withoutFillers(sentence.text).replace(puts, 'I $<verb>'),
})

const longestName = 60

/** "An EMI scheme": the matter in the words in which it was called; null: in no such words. */
function nameIn({ text }: Sentence): string | null {
  const bare = withoutFillers(text)
    .replace(/^(?:next|last|lastly|finally|first),? /i, '')
    .replace(/[.:]$/, '')
  return bare.length > longestName || /[,.;?]/.test(bare) ? null : bare
}

/** What one said after the other, and that something was said between. */
function words(said: readonly Sentence[]): string {
  return dialogue(
    said.map((one, at) => {
      const last = said[at - 1]
      const isGap = last && last.speaker === one.speaker && last.index < one.index - 1
      return isGap ? { ...one, text: `… ${one.text}` } : one
    }),
  )
}

/** @returns null where it did not end in such words */
export function endingText({ rule, about, outcome }: FoundDecision, place: Place): string | null {
  if (!rule.startsWith('ended ')) return null
  const [first, ...rest] = about
  const name = first && rest.length > 0 && opensMatter(first) ? nameIn(first) : null
  const isHeading =
    name !== null && name.toLowerCase().replace(/^(?:the|our) /, '') === place.heading?.toLowerCase()
  const put = about.find(isProposal)
  const motion =
    put && (outcome === 'withdrawn' || outcome === 'rejected') ? motionIn(asPut(put), place) : null
  if (motion !== null && name !== null && !isHeading)
    return asSentence(`${name}: ${motion.charAt(0).toLowerCase()}${motion.slice(1)}`)
  return motion ?? words(isHeading ? rest : about)
}
