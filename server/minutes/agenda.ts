import { headless, type Sentence } from '../language/extract/talk.ts'
import { topicWords } from './vocabulary.ts'

/** Where a meeting comes to the next item, as whoever chairs it says. */
export type Turning = { index: number; heading: string }

const number =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)'
const announced = [
  new RegExp(
    String.raw`\b(?:agenda )?item (?:number )?${number}\b[,:.–-]*(?: (?:is|which is|then|on))*(?<topic>.*)$`,
  ),
  /(?:^|\b(?:let's|let us|we'll|we will|i'll|can we|shall we|so|then|and|will now|now) )(?:moving on(?: then)?|move on|moving|turning|turn|go|come|coming|on|we (?:now )?(?:come|turn|move on|move)|that (?:brings|takes) us|which (?:brings|takes) us|brings me)(?: now| then)? (?:on )?to (?<topic>.+)$/,
  /^(?:so |and |right |okay |then )*(?:the )?(?:next|first|last|final|second|third)(?: item| thing| one| up)*(?: on the agenda| on (?:the|our) list)?(?:,| is|'s|:) (?:then )?(?<topic>.+)$/,
  /\b(?:let's|shall we|can we|we'll) (?:start with|begin with|take|do|look at|deal with|pick up|turn to) (?<topic>.+)$/,
]

/** Items that nearly every agenda has, as they are called out. */
const standard: [RegExp, string][] = [
  [/^(?:any )?apologies(?: for absence)?\b|^have we (?:any )?apologies\b/, 'Apologies for absence'],
  [
    /^(?:any )?(?:declarations?|conflicts?) of interests?\b|\b(?:any|anyone|anybody)\b.*\b(?:interests? to declare|declare an interest|conflicts? (?:of interest|to declare))\b|^interests\?/,
    'Declarations of interest',
  ],
  [/^(?:the )?minutes of (?:the |our )?(?:last|previous)?\b/, 'Minutes of the last meeting'],
  [/^(?:any )?matters arising\b/, 'Matters arising'],
  [/^(?:is there )?any other business\b|^a\.?o\.?b\.?\b/, 'Any other business'],
  [/^(?:the )?(?:date|time) of (?:the |our )?next meeting\b|^next meeting\b/, 'Next meeting'],
]

/** What an announcement begins with and is no topic by itself. */
const pointers =
  /^(?:that|this|it|them|those|these|you|me|him|her|us|the point|a vote|the vote|the next (?:one|item|point)|what|how|when|where|why|whether|if|something|one more|number|item|be|do|get|have|see|the pub|lunch|coffee|time|someone|anyone)\b/
const trailing =
  /(?:,? (?:please|then|now|shall we|if i may|if we may|if we can|everyone|everybody|thank you|thanks|okay|next|briefly|quickly|first|today|i think|which (?:is|are|was|has|we|i)\b.*|so\b.*|and (?:i|we|then|over|who|this|that)\b.*|because\b.*|over to\b.*))+$/
const longestAnnouncement = 26
const longestTopic = 9

/** A heading from the words in which an item was announced; null: they name none. */
export function topicOf(said: string, names: RegExp | null): string | null {
  let topic = said.replace(/[.?!…]+$/, '').trim()
  topic = topic.split(/[.;:?!]| – | - /)[0]!
  const parts = topic.split(/, /)
  // "Accounts, Imran" and "Imran, the accounts"
  const kept = parts.filter(
    (part, at) => !(names?.test(part) && part.split(' ').length <= 3) && (at === 0 || at < 3),
  )
  topic = (kept[0] ?? '')
    .trim()
    .replace(trailing, '')
    .replace(/^(?:the|our|your|a|an|this|that|on|with|to) /i, '')
  if (pointers.test(topic.toLowerCase()) || topicWords(topic).length === 0) return null
  if (topic.split(/\s+/).length > longestTopic) return null
  return topic.charAt(0).toUpperCase() + topic.slice(1)
}

/** A phrase of `plain`, as it was written. */
function asWritten({ text, plain }: Sentence, phrase: string): string {
  const at = text.toLowerCase().replaceAll('’', "'").lastIndexOf(phrase.trim())
  return at === -1 || plain === text ? phrase.trim() : text.slice(at, at + phrase.trim().length)
}

export type AgendaOptions = {
  /** Items as they were written down before the meeting. */
  written: readonly string[]
  /** Who chairs; null: not known, so that anybody may. */
  chair: string | null
  /** Of those present, for "Accounts, Imran". */
  names: RegExp | null
}

/** The items of a meeting in the order in which they came. */
export function turnings(talk: readonly Sentence[], { written, chair, names }: AgendaOptions): Turning[] {
  const found = new Map<number, Turning>()
  for (const turning of matchWritten(talk, written, chair)) found.set(turning.index, turning)
  const fromWritten = new Set(found.keys())
  const near = (index: number): boolean => [1, 0, -1, -2].some((by) => fromWritten.has(index + by))
  for (const sentence of talk) {
    if (near(sentence.index)) continue
    const heading = announcement(sentence, { chair, names }) ?? label(sentence, talk, { chair, names })
    if (heading === null) continue
    // Said once more, or the written agenda has it already.
    const words = topicWords(heading)
    const again = [...found.values()].some(
      (one) => one.heading === heading || words.every((word) => topicWords(one.heading).includes(word)),
    )
    if (!again) found.set(sentence.index, { index: sentence.index, heading })
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}

function announcement(
  sentence: Sentence,
  { chair, names }: Pick<AgendaOptions, 'chair' | 'names'>,
): string | null {
  const { plain, words, speaker } = sentence
  const head = headless(plain)
  if (words <= 14) for (const [form, heading] of standard) if (form.test(head)) return heading
  if (words > longestAnnouncement) return null
  if (chair !== null && speaker !== chair) return null
  for (const form of announced) {
    const topic = form.exec(head)?.groups?.topic
    if (topic === undefined) continue
    const heading = topicOf(asWritten(sentence, topic.replace(/^[\s,:.–-]+/, '')), names)
    if (heading !== null) return heading
  }
  return null
}

const noLabel =
  /^(?:yes|no|aye|agreed|carried|okay|ok|right|good|fine|thanks?|thank you|sorry|lovely|great|exactly|quite|indeed|noted|done|welcome|sure|absolutely|resolved|against|abstentions?|anyone|any|all|mm|hm|well|so|perfect|brilliant|excellent|correct|none|seconded|second|unanimous|hands|questions?|morning|afternoon|evening|hello|go on|please|understood|nothing|everyone|everybody|motion|lost|defeated|passed|approved|withdrawn|in favour|that|this|it|we|i|you|he|she|they|there|what|who|how|why|when|where|is|are|do|does|did|can|could|would|will|shall|let|not|never|pause|congratulations)\b/

/** "Dividend." and "Accounts, Imran.": chairs call items by their name alone; it comes again in what follows. */
function label(
  { plain, text, words, index, speaker, isQuestion }: Sentence,
  talk: readonly Sentence[],
  { chair, names }: Pick<AgendaOptions, 'chair' | 'names'>,
): string | null {
  if (isQuestion || words > 5 || chair === null || speaker !== chair) return null
  if (noLabel.test(headless(plain)) || /\b(?:'s|is|are|was|has|have|i'll|we'll)\b/.test(plain)) return null
  const heading = topicOf(text.replace(/^(?:Right|So|Okay|Now|Then|And),? /i, ''), names)
  if (heading === null || names?.test(heading)) return null
  const own = topicWords(heading)
  const later = talk.slice(index + 1, index + 16).flatMap((one) => topicWords(one.plain))
  return own.some((word) => later.includes(word)) ? heading : null
}

/** Each written item at the first place, in their order, at which it is spoken of by name. */
function matchWritten(
  talk: readonly Sentence[],
  written: readonly string[],
  chair: string | null,
): Turning[] {
  const found: Turning[] = []
  let from = 0
  for (const heading of written) {
    const words = topicWords(heading)
    const best = talk.slice(from).reduce<{ index: number; score: number } | null>((before, sentence) => {
      const said = topicWords(sentence.plain)
      const share = words.filter((word) => said.includes(word)).length / Math.max(1, words.length)
      const standardly = standard.some(
        ([form, name]) => name === heading && form.test(headless(sentence.plain)),
      )
      const byChair = chair === null || sentence.speaker === chair ? 1 : 0.4
      const score = (standardly ? 1 : share) * byChair * (sentence.words <= 12 ? 1 : 0.7)
      return score >= 0.34 && (before === null || score > before.score * 1.4)
        ? { index: sentence.index, score }
        : before
    }, null)
    if (!best) continue
    found.push({ index: best.index, heading })
    from = best.index + 1
  }
  return found
}
