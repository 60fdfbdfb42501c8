import { groundAgainst } from './grounds.ts'
import { isJest, takesBack } from './mood.ts'
import { minutesMeant } from './last-minutes.ts'
import { noteOf } from './note.ts'
import { correctsMinutes } from './minutes-corrected.ts'
import * as say from './phrases.ts'
import { pointingIn, takesUp, tellsOf, type Pointing } from './pointing.ts'
import { isAskedOfFaults, pointsItself, putAs, saysNone, saysYes, saysYesWith } from './puts.ts'
import type { FoundDecision } from './found.ts'
import { contentOf, type Sentence } from './talk.ts'
import { callsItem, turnsToNext } from './turning.ts'
import { abstains, addVotes, namedAbstaining, voteIn, withAbstained } from './votes.ts'

/** "That's what we'll do" and the like are joined with what they point back to: one decision, told by what was put. */

export const pointsBack = 'points back'

/** Sentences before the closing in which it was put, and after it in which somebody may object. */
const reach = 14
const after = 4

/** "Budget. Louise, you go.": a new thing is called by its name alone. */
const isHeading = (
  { plain, words, isQuestion, text }: Sentence,
  chair: string | null,
  speaker: string | null,
) =>
  !isQuestion &&
  words <= 3 &&
  speaker === chair &&
  contentOf(plain).length > 0 &&
  !/[!]$/.test(text) &&
  !say.assents.test(plain) &&
  !/\b(?:thumbs|nod|nods|nodding|hands?|lovely|star|yes|no|both|all|everyone|everybody|happy|content|fair|quite|exactly|right|true)\b/.test(
    plain,
  )

/** What was said of the same thing before it; what was closed before is over. */
function itemBefore(at: number, talk: readonly Sentence[], chair: string | null): Sentence[] {
  const turn = talk[at]!
  const item: Sentence[] = []
  for (let i = at - 1; i >= Math.max(0, at - reach); i--) {
    const one = talk[i]!
    const isEnd =
      one.speaker === turn.speaker &&
      pointingIn(one)?.isLoose === false &&
      item.some((it) => it.speaker !== one.speaker)
    if (isEnd) break
    item.unshift(one)
    if (callsItem(one.plain) || turnsToNext(one.plain) || isHeading(one, chair, one.speaker)) break
  }
  return item
}

const own = (closing: Sentence, talk: readonly Sentence[], step: 1 | -1): Sentence[] => {
  const turn: Sentence[] = []
  for (
    let i = closing.index + step;
    talk[i] && talk[i]!.speaker === closing.speaker && turn.length < 2;
    i += step
  ) {
    if (talk[i]!.segment.speaker === null) break
    turn.push(talk[i]!)
  }
  return turn
}

/** "Loan yes, contractor not till there's five thousand.", said in the same breath of what was put. */
const retells = (one: Sentence, put: readonly Sentence[]): boolean =>
  !one.isQuestion &&
  one.words <= 16 &&
  !/\b(?:i|you|i'll|you'll|could|can|please)\b/.test(one.plain) &&
  !turnsToNext(one.plain) &&
  tellsOf(one.plain, put)

/** "Till the end of September, then.", right before it. */
const narrows = (one: Sentence): boolean =>
  !one.isQuestion &&
  one.words >= 3 &&
  one.words <= 14 &&
  /,? then[.!]?$|^(?:with|subject to|on condition|provided|as long as)\b/.test(one.plain)

type Joined = { put: Sentence; more: Sentence[]; closing: Sentence; tail: Sentence[] }

/** Nobody has said no, asked something that was not answered, or put something else. */
function isAnsweredWell(
  put: Sentence,
  kind: 'asked' | 'idea',
  between: readonly Sentence[],
  closing: Sentence,
  isLoose: boolean,
): { adds: Sentence[] } | null {
  let faults = isAskedOfFaults(put)
  let asks: Sentence | null = null
  const said = new Map<string | null, 'yes' | 'with' | 'no'>()
  const adds: Sentence[] = []
  for (const one of between) {
    if (isJest(one) || takesBack.test(one.plain) || correctsMinutes(one)) return null
    if (say.asksForHands.test(one.plain) || say.withdraws(one.plain) || say.defers(one.plain)) return null
    if (/\b(?:amend(?:ed|ment)?|not yet|think about it|come back to)\b/.test(one.plain)) return null
    if (one.isQuestion && !(faults && saysNone(one))) {
      faults = isAskedOfFaults(one) || (faults && one.words <= 3)
      // "Lorraine?" calls for a yes; what others ask waits for an answer.
      asks = one.speaker === put.speaker || one.speaker === closing.speaker ? null : one
      continue
    }
    asks = null
    const isNone = faults && saysNone(one)
    if (one.speaker === put.speaker) {
      if (isNone) said.set('asked', 'yes')
      continue
    }
    if (isNone || saysYes(one)) said.set(one.speaker, said.get(one.speaker) === 'with' ? 'with' : 'yes')
    else if (saysYesWith(one)) {
      said.set(one.speaker, 'with')
      adds.push(one)
    } else if (say.dissents(one.plain)) said.set(one.speaker, 'no')
  }
  const answers = [...said].filter(([who]) => who !== closing.speaker || put.speaker === closing.speaker)
  const agreed = answers.filter(([, how]) => how === 'yes')
  if (asks !== null || [...said.values()].includes('no') || agreed.length === 0) return null
  if (isLoose && kind !== 'asked') return null
  return { adds }
}

function joinedAt(
  closing: Sentence,
  pointing: Pointing,
  talk: readonly Sentence[],
  chair: string | null,
): Joined | null {
  const item = itemBefore(closing.index, talk, chair)
  const place = item.findLastIndex((one) => putAs(one) !== null)
  const put = item[place]
  if (!put) return null
  const kind = putAs(put)!
  const earlier = item.slice(0, place).filter((one) => putAs(one) === 'idea' && one.speaker !== put.speaker)
  const between = item.slice(place + 1)
  const before = own(closing, talk, -1).filter(narrows)
  const well = isAnsweredWell(put, kind, between, closing, pointing.isLoose)
  if (well === null) return null
  const tail = own(closing, talk, 1).filter((one, at) => at === 0 && retells(one, [put]))
  const words = [closing, ...before, ...tail]
  // "Yes, but only till September" holds where whoever closes it takes it up.
  if (well.adds.some((one) => !words.some((by) => takesUp(by) || tellsOf(by.plain, [one])))) return null
  // Of two things that were put, the closing must say which.
  if (
    earlier.length > 0 &&
    kind !== 'asked' &&
    !words.some((by) => tellsOf(by === closing ? pointing.rest : by.plain, [put]))
  )
    return null
  const matter = pointsItself(put) ? matterOf(put, item.slice(0, place)) : []
  return { put, more: [...matter, ...well.adds, ...before], closing, tail }
}

const asks =
  /\b(?:applied|applying|apply|application|asked|asking|asks|wants?|would like|quoted?|offered|offering|nominated?|proposed?)\b (?:for|to|us|permission|an?|the)\b/
/** What "it" means: "He's applied to be the junior coach." */
function matterOf(put: Sentence, before: readonly Sentence[]): Sentence[] {
  const told = before.findLast((one) => !one.isQuestion && asks.test(one.plain))
  const last = before.at(-1)
  const beside =
    last && last.speaker === put.speaker && !last.isQuestion && noteOf(last).content.length > 0 ? [last] : []
  return [...new Set([...(told ? [told] : []), ...beside])]
}

const isUndisputed = (closing: Sentence, talk: readonly Sentence[]): boolean => {
  const later = talk.slice(closing.index + 1, closing.index + 1 + after)
  // Whoever closed it asks about something else: "And who'd run it?" – "Not me."
  const next = later.findIndex(
    (one) =>
      turnsToNext(one.plain) ||
      (one.speaker === closing.speaker &&
        one.isQuestion &&
        one.words >= 4 &&
        say.asksAll(one.plain) === null),
  )
  return !(next === -1 ? later : later.slice(0, next)).some(
    (one) =>
      takesBack.test(one.plain) ||
      (one.speaker !== closing.speaker &&
        (say.dissents(one.plain) !== null ||
          /^(?:but|wait|hang on|hold on|sorry,? but|point of order)\b/.test(one.plain))),
  )
}

const inOrder = (sentences: readonly Sentence[]): Sentence[] =>
  [...new Set(sentences)].sort((a, b) => a.index - b.index)

function asFound({ put, more, closing, tail }: Joined, talk: readonly Sentence[]): FoundDecision {
  const sentences = inOrder([put, ...more, closing, ...tail])
  const between = talk.slice(put.index + 1, closing.index + 1)
  const abstained = new Set(between.filter(abstains).map(({ speaker }) => speaker)).size
  const named = Math.max(...[closing, ...tail].map(({ text }) => namedAbstaining(text)))
  const told = [closing, ...tail].reduce<FoundDecision['vote']>(
    (sum, { plain }) => addVotes(sum, voteIn(plain)),
    null,
  )
  return {
    sentences,
    about: inOrder([put, ...more, ...tail]),
    kind: 'decision',
    outcome: 'carried',
    vote: withAbstained(told, Math.max(abstained, named)),
    proposer: null,
    seconder: null,
    condition: say.conditionIn(sentences.map(({ plain }) => plain).join(' ')),
    doubt: null,
    rule: pointsBack,
  }
}

/** Whoever chairs closes a matter; where nobody is known to, whoever put it. */
const mayClose = (closing: Sentence, put: Sentence, chair: string | null): boolean =>
  closing.speaker !== null && (chair === null ? closing.speaker === put.speaker : closing.speaker === chair)

function closingsIn(talk: readonly Sentence[], chair: string | null): FoundDecision[] {
  return talk.flatMap((closing) => {
    const pointing = pointingIn(closing)
    if (pointing === null || !isUndisputed(closing, talk)) return []
    const joined =
      minutesMeant(closing, itemBefore(closing.index, talk, null)) ?? joinedAt(closing, pointing, talk, chair)
    if (joined === null || !mayClose(closing, joined.put, chair)) return []
    const found = asFound(joined, talk)
    return groundAgainst(found, talk, chair) === null ? [found] : []
  })
}

/** It says how it ended and nothing of what. */
const saysNothing = ({ about }: FoundDecision): boolean =>
  about.every((one) => pointingIn(one) !== null || noteOf(one).content.length < 2)

/** What closes by pointing back takes the place of the pieces that were found of it. */
export function withPointed(
  found: readonly FoundDecision[],
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision[] {
  let all = [...found]
  for (const one of closingsIn(talk, chair)) {
    const [from, to] = [one.sentences[0]!.index, one.sentences.at(-1)!.index]
    const own = new Set(one.sentences.map(({ index }) => index))
    const within = all.filter(({ sentences }) => sentences.some(({ index }) => index >= from && index <= to))
    const stands = within.some(
      (other) =>
        other.doubt === null && !saysNothing(other) && !other.sentences.every(({ index }) => own.has(index)),
    )
    if (!stands) all = [...all.filter((other) => !within.includes(other)), one]
  }
  return all.sort((a, b) => a.sentences[0]!.index - b.sentences[0]!.index)
}
