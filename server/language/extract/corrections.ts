import { dayPattern, monthPattern } from '../calendar-words.ts'
import { figuresIn } from '../figures.ts'
import type { Sentence } from './talk.ts'

/** "Actually no, make that 2 per cent": what stood before it holds no more, and it is taken back no less than put right. */

const head = String.raw`^(?:(?:so|no|oh|wait|sorry|apologies|hang on|hold on|actually|well|right|or|rather|correction|i beg your pardon|my mistake|excuse me|on reflection|thinking about it)\b[,.;:–— -]*)*`
const again = new RegExp(
  String.raw`${head}(?:(?:let's |let us |we'll |we should |i'll |can we |could we |shall we )?(?:make|call) (?:it|that)|i (?:mean|meant|should (?:say|have said))|(?:it|that) (?:should|ought to) (?:be|read|say|have (?:been|said))|(?:it|that) was meant to be)\b`,
)
const slip =
  /^(?:(?:oh|no|well|so)[,.]? )*(?:sorry|apologies|actually|correction|i beg your pardon|my mistake|rather|or rather|no,? (?:wait|sorry|actually)|hang on|wait)\b/
const insteadOf =
  /\b(?:not|rather than|instead of) (?:the )?(?:£|\w+[ -]?(?:per cent|percent|pounds|thousand|hundred|million|years?|months?|weeks?|days?)|\d)/
const when = new RegExp(String.raw`\b(?:${dayPattern}|${monthPattern})\b`, 'g')
const longest = 18
/** Sentences after what it corrects. */
const reach = 2

/** What somebody said is put right by these words: another figure or day, in as many words as a slip takes. */
function corrects({ plain, words, speaker }: Sentence, said: readonly Sentence[]): boolean {
  if (words > longest) return false
  const own = said.some((one) => one.speaker === speaker)
  if (!again.test(plain) && !(own && (slip.test(plain) || insteadOf.test(plain)))) return false
  const before = said.map((one) => one.plain).join(' ')
  const figures = figuresIn(before)
  const days: readonly string[] = before.match(when) ?? []
  const isNew =
    figures.size > 0 &&
    [...figuresIn(plain)].some((one) => !figures.has(one)) &&
    !/\b(?:item|resolution|page|paragraph|paper)\b/.test(plain)
  return isNew || (days.length > 0 && (plain.match(when) ?? []).some((one) => !days.includes(one)))
}

/** Those among the next sentences that put right what these say; in order. */
export function correctionsOf(said: readonly Sentence[], talk: readonly Sentence[]): Sentence[] {
  const from = Math.min(...said.map(({ index }) => index))
  const to = Math.max(...said.map(({ index }) => index)) + reach
  return talk.slice(from + 1, to + 1).filter((one) => !said.includes(one) && corrects(one, said))
}
