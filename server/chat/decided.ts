import { sentencesOf } from '../language/sentences.ts'
import { contentWords, hitsOf, type Found, type SearchService } from '../search/service.ts'
import { alternatives, alternativeWords } from '../language/alternatives.ts'

/** What was decided stands in the minutes; the talk around it stands in the transcript, and in more passages. */

const happened = /\b(?:did|do|have|has|had|was|were|been|what|which|tell|show)\b/i
const deciding =
  /\b(?:decide|decided|decisions?|agree|agreed|resolve|resolved|approve|approved|conclude|concluded)\b/i

export const asksWhatWasDecided = (question: string): boolean =>
  happened.test(question) && deciding.test(question)

/** "Resolved: …", "Agreed to …", as minutes and notes begin what they hold fast; "the board agreed", "it was resolved". */
const begun = alternatives([
  'Resolved|RESOLVED|Agreed|AGREED|Approved|APPROVED|Decided|DECIDED|Decision|Adopted|Carried|Rejected|Deferred',
  'Withdrawn|Lost|Not (?:agreed|resolved|approved|carried|passed)|No decision',
])
const beforehand = '(?:(?:further|unanimously|hereby|also|then|not|FURTHER|UNANIMOUSLY) )?'
const wasDone = alternativeWords(
  `resolved RESOLVED agreed AGREED decided approved adopted accepted rejected refused deferred withdrawn carried lost`,
)
const who = alternativeWords('board committee meeting trustees directors members governors company')
const theyDid = alternativeWords(
  'resolved agreed decided approved adopted accepted rejected refused deferred',
)
const states = new RegExp(
  String.raw`(?:^|[^\p{L}'’-])${alternatives([
    String.raw`${begun}(?![\p{L}])`,
    String.raw`(?:[Ii]t was|IT WAS|was|were|be|been|is|are) ${beforehand}${wasDone}(?!\p{L})`,
    String.raw`${who} (?:(?:unanimously|also|then) )?${theyDid}(?!\p{L})`,
  ])}`,
  'u',
)

/** "Which decision has been made", "what did the trustees decide". */
const ofDeciding = new RegExp(
  `^${alternatives([
    String.raw`decid\w*|decisions?|agree\w*|resolv\w*|approv\w*|conclu\w*`,
    'made|make|taken|take|reached|come|came|finally|actually|eventually',
    'board|committee|trustees|directors|members|governors|meeting',
  ])}$`,
)
/** Whether a word is of asking what was decided, and not of the matter. */
export const isOfDeciding = (word: string): boolean => ofDeciding.test(word)

/** Whether a sentence holds a decision fast. */
export const statesDecision = (sentence: string): boolean => states.test(sentence)

/** Of the matter so much is named in the passage: the roof of another building is another roof. */
const leastOfAll = 0.75
const leastOfHeading = 0.5
const leastOfStatement = 0.6
const looked = 20
const most = 2

/**
 * The minutes whose item, or whose statement of what was decided, is about these words.
 * @param words of the matter; those of asking are not among them
 */
export async function decisionsOn(
  search: SearchService,
  about: string,
  { date, signal }: { date: string | null; signal: AbortSignal },
): Promise<Found[]> {
  const words = contentWords(about).filter((word) => !ofDeciding.test(word))
  if (words.length === 0) return []
  const found = await search.find(about, { kind: 'minutes', limit: looked, signal, distinct: true })
  const share = (text: string): number => hitsOf(text, words) / words.length
  const scored = found
    .filter((one) => date === null || one.date === date)
    .filter(({ title, text }) => share(`${title} ${text}`) >= leastOfAll)
    .map((one) => {
      const statements = sentencesOf(one.text).filter(({ text }) => states.test(text))
      const headed = statements.length === 0 ? 0 : share(one.item ?? '')
      const whole = Math.max(
        0,
        ...statements.map(({ text }) => share(`${one.title} ${one.item ?? ''} ${text}`)),
      )
      const own = Math.max(0, ...statements.map(({ text }) => share(text)))
      return { one, whole, headed, isOn: headed >= leastOfHeading || (own > 0 && whole >= leastOfStatement) }
    })
    .filter(({ isOn }) => isOn)
  const newest = (a: Found, b: Found): number => (b.date ?? '').localeCompare(a.date ?? '')
  return scored
    .sort((a, b) => b.whole - a.whole || b.headed - a.headed || newest(a.one, b.one))
    .slice(0, most)
    .map(({ one }) => one)
}
