import { topicWords } from './vocabulary.ts'

/** What an announcement begins with and is no topic by itself. */
const pointers =
  /^(?:that|this|it|them|those|these|you|me|him|her|us|the point|a vote|the vote|the next (?:one|item|point)|what|how|when|where|why|whether|if|something|one more|number|item|be|do|get|have|see|the pub|lunch|coffee|time|someone|anyone)\b/
const trailing =
  /(?:,? (?:please|then|now|shall we|if i may|if we may|if we can|everyone|everybody|thank you|thanks|okay|next|briefly|quickly|first|today|i think|which (?:is|are|was|has|we|i)\b.*|so\b.*|and (?:i|we|then|over|who|this|that)\b.*|because\b.*|over to\b.*))+$/
const longestTopic = 9

/** A heading from the words in which an item was announced; null: they name none. */
export function topicOf(said: string, names: RegExp | null): string | null {
  let topic = said.replace(/[.?!…]+$/, '').trim()
  topic = topic.split(/[.;:?!]| – | - /)[0]!
  // "Tom, the bids please": who is asked to speak is not what about.
  topic = topic.replace(/^\p{Lu}[\p{L}’'-]+, (?=(?:the|your|our|can|could|would|will|over)\b)/u, '')
  const parts = topic.split(/, /)
  // "Accounts, Imran" and "Imran, the accounts"
  const kept = parts.filter(
    (part, at) => !(names?.test(part) && part.split(' ').length <= 3) && (at === 0 || at < 3),
  )
  topic = (kept[0] ?? '')
    .trim()
    .replace(trailing, '')
    .replace(/^(?:the|our|your|a|an|this|that|on|with|to) /i, '')
  // "The IT upgrade" points at nothing.
  if ((pointers.test(topic.toLowerCase()) && !/^IT\b/.test(topic)) || topicWords(topic).length === 0)
    return null
  if (topic.split(/\s+/).length > longestTopic) return null
  return topic.charAt(0).toUpperCase() + topic.slice(1)
}
