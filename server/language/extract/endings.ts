import { dayThen, endings, notReady, toLater, type EndingForm } from './ending-words.ts'
import type { FoundDecision } from './found.ts'
import { doubtAt, isJest, isLaughter, moods, takesBack } from './mood.ts'
import { before, isRequest, leaderOf, openedBefore, opensMatter, putBefore } from './matters.ts'
import { noteOf } from './note.ts'
import * as say from './phrases.ts'
import { isNamedIn, toldAsPut, withdrawnWhenAsked } from './put-down.ts'
import { headless, type Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/**
 * What ended otherwise than carried, in ordinary words: "so I'm withdrawing it", "it's a no, I'm afraid", "leave it till
 * July". It is a decision only together with what it was about.
 */

/** Sentences after it in which others answer. */
const reach = 4

type Ending = { sentence: Sentence; form: EndingForm; at: number; said: string }
type About = { about: Sentence[]; proposer: string | null }

/** How a sentence says that something ended, if it means it. */
export const endingOf = (sentence: Sentence): Omit<Ending, 'sentence'> | null => {
  const found = formOf(sentence)
  return found && isMeant({ sentence, ...found }) ? found : null
}

const formOf = ({ plain }: Sentence): Omit<Ending, 'sentence'> | null => {
  for (const form of endings) {
    const found = form.form.exec(plain)
    if (found) return { form, at: found.index, said: found[0] }
  }
  return null
}

/** "I'd withdraw it if the rent were lower", "we said no to it last year": not here and now. */
function isMeant({ sentence, form, at, said }: Ending): boolean {
  // "Nobody likes it, so I withdraw it": why is no doubt of it.
  const from = form.own ? Math.max(0, sentence.plain.lastIndexOf(', so ', at)) : 0
  const clause = { ...sentence, plain: sentence.plain.slice(from), isQuestion: false }
  const doubt = doubtAt(clause, at - from, said.length)
  const rest = sentence.plain.slice(at + said.length)
  return (
    (doubt === null || (doubt === 'reported' && form.outcome === 'deferred')) &&
    !isJest(sentence) &&
    !takesBack.test(rest) &&
    !(form.outcome !== 'deferred' && /\b(?:if|unless|provided|or else)\b/.test(rest)) &&
    !/^(?:,? (?:a (?:minute|moment|second)|later|under|shortly))\b/.test(rest)
  )
}

const afterIt = (end: Sentence, talk: readonly Sentence[]): readonly Sentence[] => {
  const later = talk.slice(end.index + 1, end.index + 1 + reach)
  const next = later.findIndex(
    (one) => !one.isQuestion && (turnsToNext(one.plain) || (one.speaker === end.speaker && opensMatter(one))),
  )
  return next === -1 ? later : later.slice(0, next)
}

const contradicts =
  /^(?:(?:well|sorry|oh|but)[,.]? )*(?:no\b(?! problem|,? (?:that's|i |fine|of course|agreed))|hang on|hold on|wait\b(?! (?:till|until|for))|point of order|i object|i disagree|but (?:we|i|you|that|it|the|what|why)|you can't|we can't|actually)\b|\b(?:i'll|i will|i'd|let me) (?:move|propose|take) (?:it|that) (?:myself|instead|then|up|on)\b|\b(?:keep|leave) (?:it|that) (?:in|on|open)\b|\b(?:decide|settle) (?:it|that) (?:now|today|tonight)\b/

/** Somebody else is against it, takes it up themselves, or laughs. */
const isDisputed = (end: Sentence, talk: readonly Sentence[]): boolean =>
  afterIt(end, talk).some(
    (one, at) =>
      (at < 2 && isLaughter(one)) ||
      takesBack.test(one.plain) ||
      (one.speaker !== end.speaker && (contradicts.test(one.plain) || say.dissents(one.plain) !== null)),
  )

const agrees =
  /^(?:(?:yes|yeah|yep|no|oh|well|okay|ok|mm)[,.]? )*(?:agreed|fine|sure|sensible|very wise|good idea|(?:that )?makes sense|of course|all right|alright|i suppose so|i agree|(?:leave|park|hold|defer|put) (?:it|that)|(?:till|until|in) \w+|held over|deferred)\b/
const isAgreed = (end: Sentence, talk: readonly Sentence[]): boolean => {
  const next = afterIt(end, talk)
    .slice(0, 3)
    .find((one) => one.speaker !== end.speaker && !say.callsNames(one.text))
  return (
    next !== undefined &&
    !next.isQuestion &&
    (agrees.test(next.plain) || say.assents.test(headless(next.plain)) || dayThen.test(next.plain))
  )
}

/** Words that tell how it ended, and nothing of what. */
const ofForm =
  /^(?:withdr|defer|deferr|postpo|leave|left|hold|held|park|parked|carry|carrie|until|till|meetin|board|wait|waited|sorry|afraid|refuse|declin|note|noted|relief|thanks|regret|januar|februa|march|april|june|july|august|septem|octobe|novemb|decemb|monday|tuesda|wednes|thursd|friday|autumn|spring|summer|winter|next|today|tonigh|answer|decide|settle|ready|positi|hurry|rather|proper|properl|ther|ones|again|agreed|motion|propos|reques|reques|applic|afterw|matter|press|pursue|everyb|everyo|chair|however|therefore|theref)$/
const pronoun = /\b(?:it|that|this|them|those|that one|this one)\b/

/** The thing itself is named before or in the words that end it. */
function namesIt({ sentence, form, at, said }: Ending): boolean {
  const words = (text: string): string[] =>
    noteOf({ ...sentence, plain: text }).content.filter((word) => !ofForm.test(word))
  const lead = sentence.plain.slice(0, at)
  if (words(lead).length > 0 && !/[.;]\s*$/.test(lead))
    return !/\b(?:i|you|he|she|they)(?:'|\b)/.test(lead) || words(lead).length > 1
  const own = form.named
    ? `${said}${/\S$/.test(said) ? (/^\S*(?: [\w'£-]+){0,5}/.exec(sentence.plain.slice(at + said.length))?.[0] ?? '') : ''}`
    : said
  return form.named === true && words(own).length > 0 && !pronoun.test(said)
}

/** So near what is noted was told. */
const nearby = 6

/** @returns what it ended; null: nobody can tell from the words */
function aboutOf(ending: Ending, talk: readonly Sentence[], chair: string | null): About | null {
  const { sentence, form } = ending
  const isOwn = (one: Sentence): boolean => one.speaker === sentence.speaker
  if (form.own) {
    const put = putBefore(sentence, talk, isOwn)
    if (put) return { about: withName(put, sentence, talk, chair), proposer: put.speaker }
    const told = toldAsPut(sentence, talk)
    if (told && isNamedIn(told, sentence.speaker))
      return { about: inOrder([told, sentence]), proposer: sentence.speaker }
    const opened = openedBefore(sentence, talk, chair)
    const isIts = opened !== null && isNamed(opened)
    return isIts ? { about: inOrder([opened, sentence]), proposer: null } : null
  }
  if (namesIt(ending)) return { about: [sentence], proposer: null }
  const last = talk[sentence.index - 1]
  if (form.outcome === 'deferred' && last && isOwn(last) && !last.isQuestion && leavesOut.test(last.plain))
    return { about: [last, sentence], proposer: null }
  if (form.leftOut) return null
  const opened = openedBefore(sentence, talk, chair)
  const put = putBefore(sentence, talk, (one) => form.outcome !== 'rejected' || !isOwn(one))
  if (form.outcome === 'withdrawn') {
    const taken =
      put &&
      before(sentence, talk).find(
        (one) => one.index > put.index && one.speaker === put.speaker && say.withdraws(one.plain),
      )
    return put && taken ? { about: inOrder([put, taken, sentence]), proposer: put.speaker } : null
  }
  if (form.outcome === 'noted') {
    const told = before(sentence, talk, nearby)
      .filter((one) => opened !== null && one.index > opened.index && !isOwn(one) && !one.isQuestion)
      .sort((a, b) => noteOf(b).content.length - noteOf(a).content.length || a.index - b.index)
      .find((one) => noteOf(one).content.length > 2)
    return opened && told ? { about: inOrder([opened, told, sentence]), proposer: null } : null
  }
  // What was asked for says more than the name of the item.
  if (put && (!opened || put.index >= opened.index))
    return {
      about: withName(put, sentence, talk, chair),
      proposer: form.outcome === 'rejected' ? put.speaker : null,
    }
  const asked = before(sentence, talk, nearby).findLast((one) =>
    /\bin favour of (?!that\b|it\b|this\b)/.test(one.plain),
  )
  if (asked && form.outcome === 'rejected') return { about: inOrder([asked, sentence]), proposer: null }
  if (opened && form.outcome === 'deferred') return { about: inOrder([opened, sentence]), proposer: null }
  return null
}

const inOrder = (all: readonly Sentence[]): Sentence[] => [...new Set(all)].sort((a, b) => a.index - b.index)

/** "Abbie's pay. … I'd like her to go up to thirty-four.": a proposal that does not name its matter stands with its name. */
function withName(put: Sentence, end: Sentence, talk: readonly Sentence[], chair: string | null): Sentence[] {
  const isWhole =
    noteOf(put).content.length > 5 &&
    !/\b(?:it|her|him|them|that|this)\b/.test(put.plain.replace(/\b(?:move|propose|suggest|so) that\b/, ''))
  const opened = isWhole ? null : openedBefore(put, talk, chair ?? end.speaker)
  const isOther = opened !== null && /\b(?:resolutions?|motions?)\b/.test(opened.plain)
  return inOrder([...(opened && !isOther ? [opened] : []), put, end])
}

/** "I won't put Robert's reappointment now. We'll come back to it in February." */
const leavesOut =
  /\b(?:won't|shan't|will not|not going to|don't want to|can't|cannot|not) (?:put|take|decide|do|settle|discuss|approve|agree|vote on) (?!it\b|that\b|this\b|them\b|anything\b)\w+/

/** It says that it is a proposal, or that it was asked for. */
const isNamed = (opened: Sentence): boolean =>
  isRequest(opened) ||
  /\b(?:motions?|proposals?|requests?|resolutions?|applications?|loan|what about)\b/.test(opened.plain)

/** Who may end it so: whoever put it, whoever chairs, or somebody with whom the others agree. */
function isByRight({ sentence, form }: Ending, talk: readonly Sentence[], chair: string | null): boolean {
  if (form.own) return true
  const speakers = new Set(talk.map(({ speaker }) => speaker))
  const isChair = chair === null ? speakers.size === 1 : sentence.speaker === chair
  // Between two, the one who was asked may refuse.
  const mayRefuse = isChair || (form.outcome === 'rejected' && speakers.size === 2)
  if (mayRefuse && form.firm) return true
  const isTaken = afterIt(sentence, talk)
    .slice(0, 3)
    .some((one) => one.speaker === chair)
  return isAgreed(sentence, talk) && (isChair || chair === null || isTaken) && form.outcome === 'deferred'
}

function decided(
  { form, sentence }: Ending,
  { about, proposer }: About,
  more: readonly Sentence[] = [],
): FoundDecision {
  return {
    sentences: inOrder([...about, sentence, ...more]),
    about: inOrder([...about, ...more]),
    kind: 'decision',
    outcome: form.outcome,
    vote: null,
    proposer,
    seconder: null,
    condition: null,
    doubt: null,
    rule: `ended ${form.outcome}`,
  }
}

/** "That's withdrawn." of whoever chairs, "July, then.": told again, it is the same. */
function toldAgain({ sentence, form }: Ending, talk: readonly Sentence[]): Sentence[] {
  const next = afterIt(sentence, talk).slice(0, 3)
  return next.filter(
    (one) =>
      !one.isQuestion &&
      one.words <= 6 &&
      ((form.outcome === 'deferred' && dayThen.test(one.plain)) ||
        (form.outcome !== 'noted' && formOf(one)?.form.outcome === form.outcome && !opensMatter(one))),
  )
}

/** "I think we're not ready on this one. Could you ask them, and we'll look at it in January?" – "Sure." */
function notReadyIn(
  sentence: Sentence,
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision | null {
  const found = notReady.exec(sentence.plain)
  if (!found || sentence.isQuestion || (chair !== null && sentence.speaker !== chair)) return null
  if (moods.past.test(sentence.plain) || isJest(sentence) || /\b(?:if|unless)\b/.test(sentence.plain))
    return null
  const goesTo = talk
    .slice(sentence.index, sentence.index + 3)
    .find((one) => one.speaker === sentence.speaker && toLater.test(one.plain))
  if (!goesTo || isDisputed(goesTo, talk)) return null
  if (goesTo.isQuestion && !isAgreed(goesTo, talk)) return null
  const ending: Ending = {
    sentence,
    form: { outcome: 'deferred', form: notReady, firm: true },
    at: found.index,
    said: found[0],
  }
  const about = aboutOf(ending, talk, chair)
  return about && decided(ending, about, [goesTo])
}

/** "You withdraw it?" – "Yes, withdrawn for now." */
function withdrawnIn(question: Sentence, talk: readonly Sentence[]): FoundDecision | null {
  const sentence = withdrawnWhenAsked(question, talk)
  if (!sentence || isDisputed(sentence, talk)) return null
  const own = putBefore(question, talk, ({ speaker }) => speaker === sentence.speaker)
  const put = own ?? toldAsPut(sentence, talk)
  if (!put) return null
  const form: EndingForm = { outcome: 'withdrawn', form: /^/, own: true }
  const about = { about: inOrder([put, question, sentence]), proposer: own?.speaker ?? null }
  return decided({ sentence, form, at: 0, said: '' }, about)
}

const approved = /\b(?:is|are|'s|'re) (?:approved|agreed|carried|adopted|passed|accepted)\b/

function endedBy(sentence: Sentence, talk: readonly Sentence[], chair: string | null): FoundDecision | null {
  const found = formOf(sentence)
  if (!found || sentence.isQuestion || sentence.words > 40) return null
  const ending = { sentence, ...found }
  if (!isMeant(ending) || !isByRight(ending, talk, chair) || isDisputed(sentence, talk)) return null
  // "Three per cent is approved, and the salary stands over": one of two.
  if (say.carries(sentence.plain.slice(0, ending.at)) ?? approved.test(sentence.plain.slice(0, ending.at)))
    return null
  const about = aboutOf(ending, talk, chair)
  if (!about || about.about.some((one) => /\bamend(?:ment|ing)?\b/.test(one.plain))) return null
  return decided(ending, about, toldAgain(ending, talk))
}

/** @returns those of which the words tell both what it was and how it ended */
export function endingsIn(talk: readonly Sentence[], known: string | null): FoundDecision[] {
  const all: FoundDecision[] = []
  const chair = known ?? leaderOf(talk)
  for (const sentence of talk) {
    if (all.at(-1)?.sentences.includes(sentence)) continue
    const found =
      notReadyIn(sentence, talk, chair) ?? withdrawnIn(sentence, talk) ?? endedBy(sentence, talk, chair)
    if (found && !all.some((one) => isHeard(found, one))) all.push(found)
  }
  return all
}

/** Sentences after a decision in which "we'll look at it again in May" is when it is reviewed. */
const review = 8
/** So near, the same outcome is told twice. */
const near = 4

/** It was heard already, or belongs to what was decided just before. */
function isHeard(one: FoundDecision, { doubt, sentences, outcome }: FoundDecision): boolean {
  if (doubt !== null) return false
  if (sentences.some((said) => one.sentences.includes(said))) return true
  const [first, last] = [one.sentences[0]!.index, one.sentences.at(-1)!.index]
  const [from, to] = [sentences[0]!.index, sentences.at(-1)!.index]
  const gap = Math.max(first - to, from - last)
  const isSame = outcome === one.outcome && gap <= near
  const isReview = one.outcome === 'deferred' && one.about.length === 1 && first > to && gap <= review
  return (
    (isSame && (outcome === 'noted' || isOnSame(sentences, one.sentences))) ||
    (isReview && isOnSame(sentences, one.sentences))
  )
}

/** What was heard to be decided stays; what was in doubt gives way to how it ended. */
export function withEndings(
  heard: readonly FoundDecision[],
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision[] {
  const own = endingsIn(talk, chair).filter((one) => !heard.some((other) => isHeard(one, other)))
  const kept = heard.filter(
    ({ doubt, sentences }) =>
      doubt === null || !own.some((one) => sentences.some((said) => one.sentences.includes(said))),
  )
  return [...kept, ...own]
}

const wordsOf = ({ plain }: Sentence): string[] => plain.match(/[a-z]{3,}/g) ?? []
const small =
  /^(?:the|that|this|and|for|was|were|are|you|our|not|but|have|has|had|with|from|will|till|until|put|off|over|then|they|all)$/
const isOnSame = (one: readonly Sentence[], other: readonly Sentence[]): boolean => {
  const words = new Set(one.flatMap(wordsOf))
  return other.some((said) =>
    wordsOf(said).some((word) => !small.test(word) && !ofForm.test(word.slice(0, 6)) && words.has(word)),
  )
}
