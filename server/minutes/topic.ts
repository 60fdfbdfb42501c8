import { numberPattern } from '../language/extract/numbers.ts'
import { topicWords } from './vocabulary.ts'

/** What an announcement begins with and is no topic by itself. */
const pointers =
  /^(?:that|this|it|them|those|these|you|me|him|her|us|the point|a vote|the vote|the next (?:one|item|point)|what|how|when|where|why|whether|if|something|one more|number|item|be|do|get|have|see|the pub|lunch|coffee|time|someone|anyone)\b/
const trailing =
  /(?:,? (?:please|then|now|shall we|if i may|if we may|if we can|everyone|everybody|thank you|thanks|okay|next|briefly|quickly|first|today|i think|which (?:is|are|was|has|we|i)\b.*|so\b.*|and (?:i|we|then|over|who|this|that)\b.*|because\b.*|over to\b.*))+$/
const longestTopic = 9
/** What somebody says, and no name of anything. */
const clause =
  /^(?![\p{L}\p{N}"“(])|^(?:i|we|you|he|she|they|there|let's|can|could|shall|should|would|will|does|did)\b/iu

/** "Twenty-four thousand that's paid for": a sum, or a piece of a sentence. */
const scrap = new RegExp(
  String.raw`^(?:about |around |up to )?(?:${numberPattern}|\d[\d,.]*|£\S+|a)[ -](?:[\w-]+ )?(?:hundred|thousand|million|pounds?|per ?cent)\b|\b(?:that|which|who|it|we|they|i|you|he|she)['’](?:s|re|ve|d|m|ll)\b`,
  'i',
)

/** "I propose that we sell the van" is a motion: what it is about is the van. */
const moves =
  /^(?:i|we|it is|it's)(?:'d like to|'ll| will| would like to| hereby| formally| therefore)* (?:propose|move|recommend|suggest|proposed|moved)d?,? (?:that )?(?<motion>.+)$/i
const doing =
  /^(?:we|the (?:board|company|committee|society|trustees|directors)|to) (?:should |now |also )*(?<verb>[a-z]+) (?<thing>(?:the|our|this|a|an) .+)$/i
const done = /^(?<thing>(?:the|our|this|an?) .+?) (?:be|is|are|should be)\b/i
/** What follows the thing itself. */
const further =
  / (?:to|for|at|from|by|in|on|with|until|as|of up to|subject|provided|and (?:authorise|that|to)|which|that|if|before|after)\b.*$/i

/** The thing that a motion is about; '': it names none that could stand as a heading. */
function thingOf(motion: string): string {
  const thing = doing.exec(motion)?.groups?.thing ?? done.exec(motion)?.groups?.thing
  const noun = /^(?:the|our|this|an?) .+$/i.test(motion) ? motion : ''
  return (thing ?? noun).replace(further, '').trim()
}

/** A heading from the words in which an item was announced; null: they name none. */
export function topicOf(said: string, names: RegExp | null): string | null {
  let topic = said.replace(/[.?!…]+$/, '').trim()
  const motion = moves.exec(topic)?.groups?.motion
  if (motion !== undefined) topic = thingOf(motion)
  topic = topic.split(/[.;:?!]| – | - /)[0]!
  // "Tom, the bids please": who is asked to speak is not what about.
  topic = topic.replace(/^\p{Lu}[\p{L}’'-]+, (?=(?:the|your|our|can|could|would|will|over)\b)/u, '')
  const parts = topic.split(/, /)
  // "Accounts, Imran" and "Imran, the accounts"
  const kept = parts.filter(
    (part, at) =>
      // "The chair's term" is a matter, and nobody's call.
      !(names?.test(part) && part.split(' ').length <= 3 && !/['’]s \p{L}/u.test(part)) &&
      (at === 0 || at < 3),
  )
  topic = (kept[0] ?? '')
    .trim()
    .replace(trailing, '')
    .replace(/^(?:the|our|your|a|an|this|that|on|with|to) /i, '')
  // "The IT upgrade" points at nothing.
  if ((pointers.test(topic.toLowerCase()) && !/^IT\b/.test(topic)) || topicWords(topic).length === 0)
    return null
  if (topic.split(/\s+/).length > longestTopic || clause.test(topic) || scrap.test(topic)) return null
  return topic.charAt(0).toUpperCase() + topic.slice(1)
}
