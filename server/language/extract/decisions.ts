import { correctionsOf } from './corrections.ts'
import { explicitIn, ruleOf } from './explicit.ts'
import { Floor } from './floor.ts'
import { because, type FoundDecision, type Motion } from './found.ts'
import { doubtAt, isJest, takesBack } from './mood.ts'
import * as say from './phrases.ts'
import { namesAnother } from './result.ts'
import { contentOf, headless, type Sentence } from './talk.ts'
import { callsItem } from './turning.ts'
import { abstains } from './votes.ts'

export type { FoundDecision } from './found.ts'

const pollDemanded = /\b(?:demand(?:ed|s|ing)? a poll|poll (?:has been |is |was )?demanded|call for a poll)\b/

/** "Anything on those? I'll take that as approved." */
const takenAs =
  /^(?:(?:so|and|well|right|okay|then|no|none|good|thank you|in that case|unless (?:any(?:one|body)|there)[^,]{3,40}|if (?:nobody|no one|there)[^,]{3,40})[,.]? )*(?:i'll|i will|we'll|we will|i shall) take (?:it|that|this|them|those|the \w+)(?: all| then)? as (?:approved|agreed|carried|adopted)\b/

/** The chair signs minutes that the meeting has approved. */
const signsMinutes = /\bi(?:'ll| will) sign (?:them|those|the minutes|it|that)\b/

/** What was put to a meeting and answered, as far as its words tell. */
export function hearDecisions(talk: readonly Sentence[]): FoundDecision[] {
  const floor = new Floor(talk)
  for (const sentence of talk) hear(floor, talk, sentence)
  floor.settle()
  return floor.found
}

function hear(floor: Floor, talk: readonly Sentence[], sentence: Sentence): void {
  const { plain, index, text } = sentence
  const head = headless(plain)
  if (takesBack.test(plain) && floor.sinceLast(index) <= 2) {
    // "Actually no, make that 2 per cent": put right, and not taken back.
    if (correctionsOf(floor.last!.about, talk).includes(sentence)) return
    return floor.unsay()
  }
  if (!floor.motion && !isOfAnother(floor, sentence)) {
    if (floor.sinceLast(index) <= 3 && floor.declaredAnew(sentence)) return
    if (floor.toldAgain(sentence)) return
  }
  if (!floor.motion && floor.sinceLast(index) <= 3 && abstains(sentence))
    return floor.abstainedAfter(sentence)
  if (isJest(sentence)) {
    // Whatever was said just before was part of it.
    if (floor.sinceLast(index) <= 1) floor.unsay()
    floor.motion = null
    return
  }
  floor.forget(index)
  // Another item: what was before the meeting is no longer.
  if (floor.motion && callsItem(plain)) floor.settle()
  if (pollDemanded.test(plain) && floor.last?.vote && floor.sinceLast(index) <= 6) return floor.reopen(index)
  if (floor.motion && !sumsUp(floor.motion, sentence) && floor.answer(floor.motion, sentence)) return
  if (say.callsNames(text) || /^(?:um+|er+|mm+|right|okay|good)[.!]?$/.test(head)) return

  if (hearDeferral(floor, talk, sentence)) return
  if (say.putFormally(plain) && !toldLost(sentence) && isPut(sentence)) return floor.open(sentence, 'motion')
  if (sentence.isQuestion) {
    if (say.asksAll(plain) && !/^\p{Lu}[\p{L}\p{M}\d_'’-]+, (?:are|is) you\b/u.test(text))
      floor.open(sentence, 'asked')
    return
  }
  if (hearTaken(floor, talk, sentence)) return
  if (hearMinutesSigned(floor, talk, sentence) || hearExplicit(floor, talk, sentence)) return
  if (say.refersBack.test(head)) {
    const before = floor.statementBefore(index)
    // What was put right is in question already.
    if (before && floor.last && correctionsOf(floor.last.about, talk).includes(before)) return
    const formal = /\b(?:approved|carried|adopted|passed|resolved)\b/.test(plain)
    const near = talk.slice(Math.max(0, index - 3), index).some((one) => say.business.test(one.plain))
    const doubt = formal && near ? null : because.before
    if (before) floor.add([sentence], [before], { outcome: 'carried', rule: 'refers back', doubt })
    return
  }
  if (toldLost(sentence)) {
    if (floor.last?.outcome === 'rejected' && floor.sinceLast(index) <= 1 && !isOfAnother(floor, sentence)) {
      floor.last.sentences.push(sentence)
      return
    }
    return floor.add([], [sentence], { outcome: 'rejected', kind: 'resolution' })
  }
  const forAll = say.saysForAll(plain) ?? say.saysForAll(head)
  if (forAll && doubtAt(sentence, forAll.index, 1) === null) return floor.open(sentence, 'said')
  if (say.suggests(plain) && !floor.motion && doubtAt(sentence, 0, 0) === null) floor.open(sentence, 'idea')
}

/** "Are we content to renew?" – "Yes." – "Then the lease is approved." */
const sumsUp = ({ put, about, assents }: Motion, sentence: Sentence): boolean =>
  assents.size > 0 &&
  sentence.speaker === put.speaker &&
  explicitIn(sentence) !== null &&
  say.carries(sentence.plain) === null &&
  (pointsBack.test(sentence.plain) || sharesWords(about, sentence))

const pointsBack =
  /^(?:(?:so|then|and|good|right|okay|fine|thank you|in that case)[,.]? )*(?:they|those|these|that|it|we|the (?:board|committee|meeting|trustees|directors))\b/
const sharesWords = (about: readonly Sentence[], { plain }: Sentence): boolean => {
  const words = new Set(about.flatMap((one) => contentOf(one.plain)))
  return contentOf(plain).some((word) => words.has(word))
}

/** "Resolution six is not passed." */
function toldLost(sentence: Sentence): boolean {
  const { plain } = sentence
  const loss = /\b(?:motion|resolution|amendment|proposal)\b/.test(plain) ? say.loses(plain) : null
  return loss !== null && !sentence.isQuestion && doubtAt(sentence, loss.index, 1) === null
}

/** Whether somebody else agrees within the next words. */
const isAgreedNext = (talk: readonly Sentence[], { index, speaker }: Sentence): boolean =>
  talk
    .slice(index + 1, index + 4)
    .some((one) => one.speaker !== speaker && say.assents.test(headless(one.plain)))

function hearDeferral(floor: Floor, talk: readonly Sentence[], sentence: Sentence): boolean {
  const { plain } = sentence
  const found = say.defers(plain)
  if (!found || sentence.isQuestion || doubtAt(sentence, found.index, 1) !== null) return false
  if (/\bi(?:'ll|'d| would| will)\b/.test(plain.slice(0, found.index))) return false
  const firm = /\b(?:agreed|let's|let us|we'll|we will|we hold|is|are|that's|we're not|comes back|'s)\b/.test(
    plain,
  )
  const { motion } = floor
  if (motion) floor.decide(motion, [sentence], 'deferred', { doubt: firm ? null : because.defer })
  else {
    const doubt = firm && isAgreedNext(talk, sentence) ? null : because.defer
    floor.add([], [sentence], { outcome: 'deferred', doubt })
  }
  return true
}

function hearTaken(floor: Floor, talk: readonly Sentence[], sentence: Sentence): boolean {
  const { plain, index, speaker } = sentence
  if (!takenAs.test(plain)) return false
  const isOpposed = talk
    .slice(index + 1, index + 4)
    .some((one) => one.speaker !== speaker && say.dissents(one.plain) !== null)
  const { motion } = floor
  if (motion) {
    const doubt = motion.dissent !== null || isOpposed ? because.against : null
    floor.decide(motion, [...motion.assents.values(), sentence], 'carried', { rule: 'outcome', doubt })
    return true
  }
  // "I'll take the minutes as approved" names them; "it" may be anything but what the chair has just called.
  const isNamed = /\btake the \w+(?: all| then)? as\b/.test(plain) && say.business.test(plain)
  const before = floor.statementBefore(index)
  const about = isNamed ? sentence : before
  if (!about) return true
  const isOwn =
    isNamed ||
    (about.speaker === speaker && (say.business.test(about.plain) || /\bnotes\b/.test(about.plain)))
  const doubt = isOpposed ? because.against : isOwn ? null : because.before
  floor.add([sentence], [about], { outcome: 'carried', rule: 'taken', doubt })
  return true
}

function hearMinutesSigned(floor: Floor, talk: readonly Sentence[], sentence: Sentence): boolean {
  const { plain, index } = sentence
  if (!signsMinutes.test(plain)) return false
  const near = talk.slice(Math.max(0, index - 6), index + 1)
  if (!near.some((one) => /\bminutes\b/.test(one.plain))) return false
  const { motion } = floor
  if (motion) floor.decide(motion, [...motion.assents.values(), sentence], 'carried', { rule: 'signs' })
  else if (floor.sinceLast(index) > 3)
    floor.add([sentence], [floor.statementBefore(index) ?? sentence], {
      outcome: 'carried',
      kind: 'resolution',
      rule: 'signs',
    })
  return true
}

/** "Resolution five is carried", where resolution one was decided last. */
const isOfAnother = ({ last }: Floor, sentence: Sentence): boolean =>
  last !== undefined && namesAnother(sentence, last)

/** Who put it sums it up. */
const isBy = ({ sentences }: FoundDecision, { speaker }: Sentence): boolean =>
  sentences.some((one) => one.speaker === speaker)

/** "For? Twelve. Against? Nobody. One abstention." */
const isCountedSince = (
  { sentences }: FoundDecision,
  { index }: Sentence,
  talk: readonly Sentence[],
): boolean => {
  const between = talk.slice(sentences.at(-1)!.index + 1, index)
  return (
    between.length <= 8 &&
    between.every(
      ({ words, plain }) => words <= 4 || say.asksForHands.test(plain) || /\bshow of hands\b/.test(plain),
    )
  )
}

/** Stems of words that every motion has. */
const ofForm =
  /^(?:motion|resolu|specia|ordina|carrie|passed|approv|agreed|unanim|propos|favour|agains|adopte|accept|theref|hereby|declar|accord|decisi|votes?)$/

/** It has words in common with what was decided, or hardly any of its own. */
function tellsAgain({ sentences }: FoundDecision, { plain }: Sentence): boolean {
  const words = contentOf(plain).filter((word) => !ofForm.test(word))
  const known = new Set(sentences.flatMap((one) => contentOf(one.plain)))
  return words.length < 2 || words.some((word) => known.has(word))
}

const saysOfItself = ({ rule, sentences }: FoundDecision): boolean =>
  rule.startsWith('explicit') && contentOf(sentences.at(-1)!.plain).some((word) => !ofForm.test(word))

/** A sentence that says all by itself what was decided. */
function hearExplicit(floor: Floor, talk: readonly Sentence[], sentence: Sentence): boolean {
  const own = explicitIn(sentence)
  if (!own) return false
  const { last, motion } = floor
  const { outcome } = own
  const since = floor.sinceLast(sentence.index)
  // What was counted is declared by whoever chairs.
  const saidLast =
    (last?.sentences.at(-1)?.speaker === sentence.speaker && since <= 2) ||
    (last?.rule.endsWith(' vote') === true && since <= 4) ||
    (last !== undefined &&
      (since <= 3 || isCountedSince(last, sentence, talk)) &&
      isBy(last, sentence) &&
      (/assents/.test(last.rule) || (/^(?:asked|motion) /.test(last.rule) && tellsAgain(last, sentence))))
  if (
    !motion &&
    saidLast &&
    !isOfAnother(floor, sentence) &&
    last &&
    !last.doubt &&
    last.outcome === 'carried' &&
    ((own.sure && !saysOfItself(last)) || tellsAgain(last, sentence))
  ) {
    // What has just been carried, in other words.
    last.sentences.push(sentence)
    last.about.push(sentence)
    return true
  }
  const heard = motion !== null && motion.assents.size > 0
  if (!own.sure && !heard && !isAgreedNext(talk, sentence)) {
    if (motion?.firmness === 'idea') floor.motion = null
    floor.add([], [sentence], { outcome, doubt: because.weak })
    return true
  }
  const rule = ruleOf(own)
  if (motion && (heard || motion.vote))
    floor.decide(motion, [...motion.assents.values(), sentence], outcome, { rule })
  else {
    floor.settle()
    floor.add([], [sentence], { outcome, kind: own.formal ? 'resolution' : 'decision', rule })
  }
  return true
}

function isPut(sentence: Sentence): boolean {
  const { plain } = sentence
  const at = say.putFormally(plain)?.index ?? 0
  if (/\b(?:if|had|was going to|were|could|might|would have)\b/.test(plain.slice(0, at))) return false
  return doubtAt({ ...sentence, isQuestion: false }, at, 1) === null
}
