import { numberPattern } from '../language/extract/numbers.ts'
import { headless, type Sentence } from '../language/extract/talk.ts'
import { asWritten, calledItems, readTogether } from './called-items.ts'
import { casualItems } from './casual-items.ts'
import { conductorOf } from './conductor.ts'
import { topicOf } from './topic.ts'
import { topicWords } from './vocabulary.ts'

/** Where a meeting comes to the next item, as whoever chairs it says. */
export type Turning = {
  index: number
  /** '': what is said there has to tell. */
  heading: string
  /** As it was called, where the chair counts; '' where this one was not. */
  number?: string
}

const number =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)'
const announced = [
  new RegExp(
    String.raw`\b(?:agenda )?item (?:number )?${number}\b[,:.–-]*(?: (?:is|which is|then|on))*(?<topic>.*)$`,
  ),
  /(?:^|\b(?:let's|let us|we'll|we will|i'll|can we|shall we|so|then|and|will now|now) )(?:moving on(?: then)?|move on|moving|turning|turn|go|come|coming|on|we (?:now )?(?:come|turn|move on|move)|that (?:brings|takes) us|which (?:brings|takes) us|brings me)(?: now| then)? (?:on )?to (?<topic>.+)$/,
  /^(?:so |and |right |okay |then )*(?:the )?(?:next|first|last|final|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?: item| thing| one| up)*(?: on the agenda| on (?:the|our) list)?(?:,| is|'s|:| (?=the |our )) (?:then )?(?<topic>.+)$/,
  /\b(?:let's|shall we|can we|we'll) (?:start with|begin with|take|do|look at|deal with|pick up|turn to) (?<topic>.+)$/,
]

/** Items that nearly every agenda has, as they are called out. */
const standard: [RegExp, string][] = [
  // "Apologies have been received from …" tells of some, and opens nothing.
  [
    /^(?:any )?apologies(?: for absence)?\b(?!.*\b(?:from|received)\b)|^have we (?:any )?apologies\b/,
    'Apologies for absence',
  ],
  [
    /^(?:any )?(?:declarations?|conflicts?) of interests?\b|\b(?:any|anyone|anybody)\b.*\b(?:interests? to declare|declare an interest|conflicts? (?:of interest|to declare))\b|^interests\?/,
    'Declarations of interest',
  ],
  [
    /^(?:the )?minutes of (?:the |our )?(?:last|previous)?\b|^(?:the )?(?:last|previous) (?:\w+'s )?minutes[.]?$/,
    'Minutes of the last meeting',
  ],
  [/^(?:any )?matters arising\b|^(?:what(?:'s| was| is)|anything) outstanding\b/, 'Matters arising'],
  [
    /^(?:(?:is there|are there|have we|have you|do we have|does anyone have|does anybody have|has anyone got|has anybody got|under|on|and|that leaves|that leaves us with|which leaves|finally|lastly|last),? )*(?:any|anything under any|anything for any|other) (?:other |further |more )?business\b|^(?:under |anything under |anything for |any )?a\.?o\.?b\.?(?=\W|$)/,
    'Any other business',
  ],
  [/^(?:the )?(?:date|time) of (?:the |our )?next meeting\b|^next meeting\b/, 'Next meeting'],
]

const comesToOther = /\b(?:to|with|into) (?:the )?(?:any other business|a\.?o\.?b)\b/

const longestAnnouncement = 26
export type AgendaOptions = {
  /** Items as they were written down before the meeting. */
  written: readonly string[]
  /** Who chairs; null: not known, so that anybody may. */
  chair: string | null
  /** Of those present, for "Accounts, Imran". */
  names: RegExp | null
  /** The sentences that may open an item. */
  opening: readonly Sentence[]
}

/** The items of a meeting in the order in which they came. */
export function turnings(talk: readonly Sentence[], options: AgendaOptions): Turning[] {
  const { written } = options
  const called = written.length === 0 ? calledItems(options.opening, options) : []
  const others = withCasual(announcedItems(talk, options), talk, options)
  const apart = others.filter(({ index }) => called.every((one) => Math.abs(one.index - index) > 2))
  // A chair who calls items by their numbers names the others in passing.
  if (called.length < 2 || called.length * 2 < apart.length)
    return [...others, ...called.filter(({ heading }) => heading === readTogether)].sort(
      (a, b) => a.index - b.index,
    )
  const first = called[0]!.index
  // They may follow at once on an item of which nobody has anything to say.
  const closing = others.filter(
    ({ index, heading }) =>
      index > first &&
      closings.has(heading) &&
      called.every((one) => one.index !== index && one.heading !== heading),
  )
  return [...called, ...closing.map((one) => ({ ...one, number: '' }))].sort((a, b) => a.index - b.index)
}

/** With the items that were opened by a word or two; what was announced, or was written down before, comes first. */
function withCasual(announced: Turning[], talk: readonly Sentence[], options: AgendaOptions): Turning[] {
  const conductor = options.chair ?? conductorOf(talk)
  if (options.written.length > 0 || conductor === null) return announced
  const said = casualItems(options.opening, talk, { conductor, names: options.names })
  const more = said.filter(({ index, heading }) => {
    const words = topicWords(heading)
    return announced.every(
      (one) =>
        // A short item may come right before the next meeting is named.
        (Math.abs(one.index - index) > 2 || (one.index > index && closings.has(one.heading))) &&
        !words.every((word) => topicWords(one.heading).includes(word)),
    )
  })
  const all = [...announced, ...more].sort((a, b) => a.index - b.index)
  return more.length > 0 && all.length >= leastCalled ? all : announced
}

/** They follow whatever was numbered. */
const closings = new Set(['Any other business', 'Next meeting'])

function announcedItems(
  talk: readonly Sentence[],
  { written, chair, names, opening }: AgendaOptions,
): Turning[] {
  const found = new Map<number, Turning>()
  for (const turning of matchWritten(opening, written, chair)) found.set(turning.index, turning)
  const fromWritten = new Set(found.keys())
  /** "Fifth, …" after a fourth opens an item, whatever it is called. */
  let last = 0
  const unsure = new Set<number>()
  const near = (index: number): boolean => [1, 0, -1, -2].some((by) => fromWritten.has(index + by))
  for (const sentence of opening) {
    if (near(sentence.index)) continue
    const opened = announcement(sentence, { chair, names })
    const justOpened = [1, 2].some((by) => found.has(sentence.index - by))
    const counted = countedIn(sentence, chair)
    const isNext = counted > 1 && counted === last + 1
    if (counted > 0) last = counted
    const called = opened ?? (isNext ? '' : null)
    const addressed = called === null ? matterFor(sentence, talk, { chair, names }) : null
    const heading = called ?? addressed ?? (justOpened ? null : label(sentence, talk, { chair, names }))
    if (heading === null) continue
    // Said once more, or the written agenda has it already.
    const words = topicWords(heading)
    const again =
      heading !== '' &&
      [...found.values()].some(
        (one) => one.heading === heading || words.every((word) => topicWords(one.heading).includes(word)),
      )
    if (!again) found.set(sentence.index, { index: sentence.index, heading })
    if (!again && addressed !== null) unsure.add(sentence.index)
  }
  const all = [...found.values()].sort((a, b) => a.index - b.index)
  // A chair who does not call most items would have all that follows stand below the one that was.
  return all.length >= leastCalled ? all : all.filter(({ index }) => !unsure.has(index))
}

const counts = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const countsFrom = new RegExp(String.raw`^(?<nth>${counts.join('|')})(?: item| thing)?(?:,|:| (?=the |our ))`)

/** The place of what is counted off at the head of a sentence; 0: nothing is. */
function countedIn({ plain, speaker }: Sentence, chair: string | null): number {
  if (chair !== null && speaker !== chair) return 0
  return counts.indexOf(countsFrom.exec(headless(plain))?.groups?.nth ?? '') + 1
}

function announcement(
  sentence: Sentence,
  { chair, names }: Pick<AgendaOptions, 'chair' | 'names'>,
): string | null {
  const { plain, words, speaker } = sentence
  const head = headless(plain)
  if (words <= 14 && (chair === null || speaker === chair) && comesToOther.test(head))
    return 'Any other business'
  if (words <= 14) for (const [form, heading] of standard) if (form.test(head)) return heading
  if (words > longestAnnouncement) return null
  if (chair !== null && speaker !== chair) return null
  for (const form of announced) {
    const topic = form.exec(head)?.groups?.topic
    // "Shall we take the notice as read?" is a step, and no item.
    if (topic === undefined || /\bas read\b/.test(topic)) continue
    const heading = topicOf(asWritten(sentence, topic.replace(/^[\s,:.–-]+/, '')), names)
    if (heading !== null) return heading
  }
  return null
}

const noLabel =
  /^(?:yes|no|aye|agreed|carried|okay|ok|right|good|fine|thanks?|thank you|sorry|lovely|great|exactly|quite|indeed|noted|done|welcome|sure|absolutely|resolved|against|abstentions?|anyone|any|all|mm|hm|well|so|perfect|brilliant|excellent|correct|none|seconded|second|unanimous|hands|questions?|morning|afternoon|evening|hello|go on|please|understood|nothing|everyone|everybody|motion|lost|defeated|passed|approved|withdrawn|in favour|that|this|it|we|i|you|he|she|they|there|what|who|how|why|when|where|is|are|do|does|did|can|could|would|will|shall|let|not|never|pause|congratulations|vote|off|signed)\b/

const count = new RegExp(String.raw`^${numberPattern}\b`)

/** "Dividend." and "Accounts, Imran.": chairs call items by their name alone; it comes again in what follows. */
function label(
  { plain, text, words, index, speaker, isQuestion }: Sentence,
  talk: readonly Sentence[],
  { chair, names }: Pick<AgendaOptions, 'chair' | 'names'>,
): string | null {
  if (isQuestion || words > 5 || chair === null || speaker !== chair) return null
  // "Three ayes" is a count.
  if (
    noLabel.test(headless(plain)) ||
    count.test(headless(plain)) ||
    /\b(?:'s|is|are|was|has|have|i'll|we'll)\b/.test(plain)
  )
    return null
  const heading = topicOf(text.replace(/^(?:Right|So|Okay|Now|Then|And),? /i, ''), names)
  if (heading === null || names?.test(heading)) return null
  const own = topicWords(heading)
  const later = talk.slice(index + 1, index + 16).flatMap((one) => topicWords(one.plain))
  return own.some((word) => later.includes(word)) ? heading : null
}

/** So many items called in a meeting, and its chair calls them. */
const leastCalled = 4
const verbs =
  /\b(?:is|are|was|were|has|have|had|will|would|can|could|shall|should|does|did|do|wants?|\w+'(?:s|re|ve|ll|d|m)(?= (?:a|an|the|not|been|to|in|on|up|\w+ing|\w+ed)\b))\b/
const mostOfMatter = 7
const turning = /^(?:(?:right|so|now|okay|ok|then|and|next)[,.]? )*/

/**
 * "Internal audit. Joanna?", "Right, the internal audit plan. Mr Kemp.", "Subs, Anita.": a matter, and who is to speak of it.
 * @returns null: it is none, or nobody was called to speak
 */
function matterFor(
  { plain, text, words, index, speaker, isQuestion }: Sentence,
  talk: readonly Sentence[],
  { chair, names }: Pick<AgendaOptions, 'chair' | 'names'>,
): string | null {
  if (names === null || chair === null || speaker !== chair || isQuestion || words > mostOfMatter) return null
  const bare = headless(plain).replace(turning, '')
  if (noLabel.test(bare) || count.test(bare) || verbs.test(bare)) return null
  const said = text.slice(text.length - bare.length)
  const [matter = '', whom = ''] = said.replace(/[.…]+$/, '').split(/, (?=[^,]+$)/)
  const next = talk[index + 1]
  const after = next?.speaker === speaker ? next.text : ''
  // Whoever is named speaks next, or is told to do something in this matter.
  const called = whom === '' ? /^(?:(?:Mr|Mrs|Ms|Dr) )?[\p{L}’'-]+(?=[.?,])/u.exec(after)?.[0] : whom
  if (called === undefined || !names.test(called) || called.split(' ').length > 3) return null
  const answerer = talk.slice(index + 1, index + 5).find((one) => one.speaker !== speaker)?.speaker ?? ''
  const isTheirs = called
    .replace(/^(?:Mr|Mrs|Ms|Dr) /, '')
    .split(' ')
    .some((word) => answerer.includes(word))
  if (!isTheirs && whom !== '') return null
  return names.test(matter) ? null : topicOf(matter, names)
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
    const ahead = talk.filter(({ index }) => index >= from)
    const best = ahead.reduce<{ index: number; score: number } | null>((before, sentence) => {
      const said = topicWords(sentence.plain)
      const share = words.filter((word) => said.includes(word)).length / Math.max(1, words.length)
      const standardly = standard.some(
        ([form]) => form.test(heading.toLowerCase()) && form.test(headless(sentence.plain)),
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
