import { doubtAt, moods, withoutMinutes } from './mood.ts'
import { noteOf } from './note.ts'
import * as say from './phrases.ts'
import { headless, type Sentence } from './talk.ts'

/** What is put to a meeting in everyday words, and how it is answered. */

const lead = String.raw`^(?:(?:so|then|and|well|right|okay|ok|good|fine|now|but|i quite like that|look)[,.]? )*`
const ideas = [
  /\bhow about (?!(?:you|it|that|the|him|her|them|now|everyone|everybody|anyone|a (?:break|coffee|vote))\b|\w+\?)/,
  /\bwhat (?:if|about if) we\b|\bwhy don't we\b|\bsuppose we\b|\bcould we (?:not )?(?:just |perhaps |all )?(?!(?:have|hear|see|come|move|go (?:to|back|on|through|round)|look|start|turn|get|ask|return|discuss|talk|take item)\b)[a-z]+/,
  /\b(?:i'm|i am) (?:minded|inclined|proposing|suggesting|recommending|asking for|seeking)\b/,
  /\bwhat i(?:'d| would) (?:do|suggest|propose|recommend|like us to do) is\b/,
  /\bmy (?:proposal|suggestion|recommendation|motion)(?: would be| is)\b|\bthe (?:proposal|recommendation|suggestion|ask|request)(?: from [\w ]{2,30})?(?: would be| is)\b/,
]
const authority = new RegExp(
  String.raw`${lead}(?:authority|approval|permission|delegated authority) (?:for|to) `,
)
/** What is asked of the meeting and names nothing: what it is about was said before. */
const namesNothing =
  /\b(?:to have|with|to|approve|accept|agree|take|do|appoint|adopt) (?:it|that|this|them|those|him|her)\b/

/** @returns how it is put: to all, as an idea; null: it is not */
export function putAs(sentence: Sentence): 'asked' | 'idea' | null {
  const { plain, isQuestion, words } = sentence
  if (words < 4 || say.isBareQuestion(plain)) return null
  if (say.asksForHands.test(plain) || moods.past.test(withoutMinutes(plain))) return null
  if (/\b(?:i was going to|i'd thought|had thought|would have)\b/.test(plain)) return null
  if (isQuestion && say.asksAll(plain) !== null && !asksOfFaults.test(plain)) return 'asked'
  const idea =
    ideas.map((form) => form.exec(plain)).find((one) => one !== null) ??
    authority.exec(plain) ??
    say.suggests(plain)
  if (!idea && !say.putFormally(plain)) return null
  if (doubtAt({ ...sentence, isQuestion: false }, idea?.index ?? 0, 0) !== null) return null
  return noteOf(sentence).content.length >= 2 ? 'idea' : null
}

/** "Anything wrong?", "Any corrections?", "Anybody not like it?": no is a yes. */
const asksOfFaults =
  /\b(?:anything (?:wrong|amiss|to (?:correct|change|add)|on (?:them|those|that))|any (?:objections?|corrections?|changes|amendments|dissent|comments|points of accuracy|problems?)|any(?:one|body) (?:against|opposed|object|not|unhappy|disagree|have (?:a problem|any)|want to (?:change|correct|add)|got (?:a problem|any)))\b/
export const isAskedOfFaults = ({ plain, isQuestion }: Sentence): boolean =>
  isQuestion && asksOfFaults.test(plain)

/** It is put in words that point themselves: "Is everyone happy for Josh to have it?" */
export const pointsItself = ({ plain }: Sentence): boolean => namesNothing.test(plain)

const yes = [
  /^(?:(?:yes|yeah|yep|well|oh|i think|and)[,.]? )*(?:i|we)(?:'d| can| could| would|'ll)? (?:happily |certainly )?(?:go|live|work|be (?:happy|content|fine)|go along|cope) (?:with|for) (?:that|it|those|this)\b/,
  /^(?:(?:yes|yeah|yep|well|oh|i think|and)[,.]? )*(?:i|we)(?:'d| can| could| would|'ll| will)? (?:back|support|second|agree (?:with|to)|go with|live with|vote for|be happy with|be content with|accept) (?:that|it|those|this|them)\b/,
  /^(?:(?:yes|yeah|yep|well|oh|i think|and)[,.]? )*(?:that|it|this)(?:'s|'d be| is| would be| seems| sounds| feels| looks)(?: (?:very|quite|eminently|much|about|all|to me))* (?:sensible|fair|fairer|kind|kinder|reasonable|right|fine|good|better|best|a good (?:idea|plan|compromise)|the (?:right|sensible|best) (?:thing|way|course)|ok|okay|acceptable|sound|proportionate)\b/,
  /^(?:(?:yes|yeah|oh)[,.]? )*(?:sounds|seems|looks) (?:good|sensible|fair|right|reasonable|fine|ok|okay)\b/,
  /^(?:(?:well|oh|yes|yeah)[,.]? )*go on(?:,? then)?[.!]?$|^why not[.!?]?$|^(?:works|fine|good|all right|ok|okay) (?:for|by|with) (?:me|us)\b|^all (?:fine|good|right)[.!]?$|^with pleasure\b|^suits (?:me|us)\b|^by all means\b|^(?:i'm|i am|we're) (?:happy|content|fine|ok|okay|good|all right|comfortable)(?: now| too| also| enough)?(?:[.,!]|$| (?:with|to|for)\b)/,
  /^(?:thumbs up|(?:[a-z]+(?:'s| is)|they're|everyone's|all) (?:nodding|content|happy|agreed))\b/,
  /^(?:they're|they are|it's|it is|all|that's) (?:right|fine|correct|accurate|all right|good|ok|okay|in order)\b/,
  /^provided that, yes\b|, yes[.!]?$/,
]
const begins =
  /^(?:yes|yeah|yep|yup|aye|agreed|absolutely|certainly|happy|content|of course|definitely|sure)\b/
const but = /\b(?:but|only if|as long as|so long as|provided|except|although|though|if|unless|not)\b/

/** Says yes, and nothing against it. */
export function saysYes({ plain, isQuestion, words }: Sentence): boolean {
  if (isQuestion || words > 24) return false
  const head = headless(plain)
  if (words <= 14 && say.assents.test(head)) return true
  if (but.test(head) && !/^provided that, yes\b/.test(head)) return false
  return begins.test(head) || yes.some((form) => form.test(head) || form.test(plain))
}

/** "Yes, but only until the end of the season", "I'd like one thing added": yes to it with something more. */
export const saysYesWith = ({ plain, isQuestion, words }: Sentence): boolean =>
  !isQuestion &&
  words <= 30 &&
  ((begins.test(headless(plain)) &&
    /\b(?:but|only if|as long as|so long as|provided|except|with)\b/.test(plain)) ||
    /\b(?:i'd|i would) (?:just |only |also )?like (?:one thing |something |it |that )?(?:added|included|to add|to include)\b|^(?:as long as|so long as|provided|on condition)\b/.test(
      plain,
    ))

/** "Nope.", where it was asked what is wrong. */
export const saysNone = ({ plain, isQuestion, words }: Sentence): boolean =>
  // "Anyone unhappy? No? Good."
  (!isQuestion || words === 1) &&
  words <= 6 &&
  /^(?:no|nope|none|nothing|nobody|no one|not (?:from|for) me|all (?:fine|good|right)|fine|they're fine)\b/.test(
    headless(plain),
  )
