import type { Vote } from '#contract/minutes.ts'
import { asksOn, bareCount, echoes, recounts } from './answers.ts'
import { doubtAt, isJest } from './mood.ts'
import { because, type Firmness, type FoundDecision, type Motion } from './found.ts'
import * as say from './phrases.ts'
import { declaresAnew, isOwn, namesAnother, passes } from './result.ts'
import { headless, type Sentence } from './talk.ts'
import { takesNoPart } from './tally.ts'
import { abstains, addVotes, namedAbstaining, voteIn, withAbstained } from './votes.ts'

/** After so many sentences without a word about it, a motion is no longer what "agreed" means. */
const reach = 12
const ideaReach = 5

/** Said by whoever chairs of whoever did. */
const secondedBy =
  /\b[Ss]econded by (?<who>(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}\p{M}’'-]*(?: \p{Lu}[\p{L}\p{M}’'-]*){0,3})/u

/** Most of what begins so is about the meeting's own course. */
const letsGo = /^(?:then |so |okay |right |well |fine )*(?:let's|let us)\b/

type More = Partial<FoundDecision> & Pick<FoundDecision, 'outcome'>

/** What is before the meeting, and what it has decided so far. */
export class Floor {
  readonly found: FoundDecision[] = []
  motion: Motion | null = null
  private readonly talk: readonly Sentence[]
  /** Who said that they abstained after it was decided. */
  private readonly late = new Set<string>()

  constructor(talk: readonly Sentence[]) {
    this.talk = talk
  }

  get last(): FoundDecision | undefined {
    return this.found.at(-1)
  }

  /** How many sentences ago something was decided last. */
  sinceLast(index: number): number {
    return this.last ? index - this.last.sentences.at(-1)!.index : Infinity
  }

  /** The last decision was none. */
  unsay(): void {
    this.found.pop()
    this.motion = null
  }

  add(by: Sentence[], about: Sentence[], more: More): void {
    const sentences = [...new Set([...about, ...by])].sort((a, b) => a.index - b.index)
    this.late.clear()
    this.found.push({
      kind: 'decision',
      vote: null,
      proposer: null,
      seconder: null,
      rule: 'explicit',
      condition: say.conditionIn(sentences.map(({ plain }) => plain).join(' ')),
      doubt: null,
      ...more,
      sentences,
      about: [...about],
    })
  }

  /** "I abstained, for the minutes", once it was carried. */
  abstainedAfter({ speaker, segment }: Sentence): void {
    const { last } = this
    if (!last || (last.vote?.abstained != null && this.late.size === 0)) return
    this.late.add(speaker ?? `${segment.id}`)
    last.vote = { for: null, against: null, ...last.vote, abstained: this.late.size }
  }

  /** What is before the meeting is decided. @param rule for the bench */
  decide(
    of: Motion,
    by: Sentence[],
    outcome: FoundDecision['outcome'],
    { doubt = null, rule = 'outcome' }: { doubt?: string | null; rule?: string } = {},
  ): void {
    const counted = by.reduce<Vote | null>((sum, { plain }) => addVotes(sum, voteIn(plain)), of.vote)
    const called = Math.max(
      of.abstainers.size,
      ...[...of.counts, ...by].map(({ text }) => namedAbstaining(text)),
    )
    const vote = withAbstained(counted, called)
    const isLost = rule === 'vote' && passes(vote, [...of.about, ...by]) === false
    this.add([of.put, ...by], of.about, {
      outcome: isLost ? 'rejected' : outcome,
      kind: of.firmness === 'motion' ? 'resolution' : 'decision',
      vote,
      proposer: of.proposer,
      seconder: of.seconder,
      doubt: doubt ?? (of.guessed ? because.before : null),
      rule: `${of.firmness} ${rule}`,
    })
    this.motion = null
  }

  /** Nobody says another word about it: what those who were asked have answered counts. */
  settle(): void {
    const of = this.motion
    this.motion = null
    if (!of) return
    const by = [...of.assents.values()]
    const told = [...by, ...of.counts]
    const { firmness, vote } = of
    const counted = vote !== null && vote.for !== null && vote.for + (vote.against ?? 0) > 1
    if ((firmness === 'motion' || firmness === 'asked') && counted) {
      this.decide(of, told, 'carried', { rule: 'vote' })
      return
    }
    if (by.length === 0) {
      if (firmness === 'said' && !of.dissent) this.decide(of, [], 'carried', { doubt: because.weak })
      return
    }
    const enough =
      firmness === 'asked' ||
      (firmness === 'said' && by.length > 1 && !letsGo.test(of.put.plain)) ||
      (firmness === 'said' && of.about.some(({ plain }) => say.business.test(plain)) && of.put.words >= 7) ||
      (firmness === 'motion' && by.length > 1) ||
      by.length > 2
    const doubt = of.dissent ? because.against : enough ? null : because.onlyOne
    this.decide(of, told, 'carried', { doubt, rule: `assents${by.length > 1 ? ' several' : ''}` })
  }

  /** "Sorry, that is not carried": what is declared last is the outcome. @returns whether it was */
  declaredAnew(sentence: Sentence): boolean {
    const { last } = this
    const outcome = last ? declaresAnew(sentence, last) : null
    if (!last || outcome === null || !['carried', 'rejected'].includes(last.outcome)) return false
    if (outcome === last.outcome) {
      if (!last.rule.endsWith(' vote')) return false
      last.sentences.push(sentence)
      return true
    }
    last.doubt = last.rule.endsWith(' vote') || isOwn(last, sentence) ? last.doubt : because.twice
    last.outcome = outcome
    last.sentences.push(sentence)
    return true
  }

  /** "Approved?" – "Approved." – "Good, they're approved." @returns whether it was */
  toldAgain(sentence: Sentence): boolean {
    const { last } = this
    if (last?.outcome !== 'carried' || sentence.isQuestion) return false
    const end = last.sentences.at(-1)!
    const between = this.talk.slice(end.index + 1, sentence.index)
    const carried = say.carries(sentence.plain)
    if (!carried || doubtAt(sentence, carried.index, carried[0].length) !== null) return false
    if (between.length > 3 || between.some(({ words }) => words > 4)) return false
    const vote = voteIn(sentence.plain)
    // "Nobody against. So that's carried by three votes with one abstention."
    const isCount = vote !== null && end.speaker === sentence.speaker && sentence.words <= 14
    if (!isCount && (between.length === 0 || sentence.words > 6)) return false
    last.vote = addVotes(vote, last.vote)
    last.sentences.push(sentence)
    return true
  }

  /** A motion that nobody has spoken of for a while is no longer before the meeting. */
  forget(index: number): void {
    const { motion } = this
    if (motion && index - motion.last > (motion.firmness === 'idea' ? ideaReach : reach)) this.settle()
  }

  /** The hands that were counted no longer count: what they were about is before the meeting again. */
  reopen(index: number): void {
    const last = this.found.pop()!
    this.motion = {
      about: last.about,
      put: last.sentences[0]!,
      firmness: 'motion',
      proposer: last.proposer,
      seconder: last.seconder,
      assents: new Map(),
      dissent: null,
      vote: null,
      abstainers: new Set(),
      counts: [],
      guessed: false,
      counting: 'for',
      last: index,
    }
  }

  /** Something is put to the meeting; "all in favour?" asks again about what was put before. */
  open(put: Sentence, firmness: Firmness): void {
    const bare = say.isBareQuestion(put.plain)
    // An idea of a while ago is not what they are asked about.
    if (bare && this.motion?.firmness === 'idea' && put.index - this.motion.last > 2) this.settle()
    const before = this.motion
    if (before && (bare || /\bamend(?:ed|ment)|\bwith that\b/.test(put.plain))) {
      before.about = bare ? before.about : [...before.about, put]
      before.put = put
      if (before.firmness !== 'motion') before.firmness = firmness
      before.dissent = null
      before.vote = addVotes(before.vote, voteIn(put.plain))
      before.counting = 'for'
      before.last = put.index
      return
    }
    this.settle()
    const about = bare && !before ? this.meantBy(put) : this.said(put)
    if (!about) return
    this.motion = {
      about,
      put,
      firmness,
      proposer: firmness === 'motion' && /\bi\b/.test(put.plain) ? put.speaker : null,
      seconder: null,
      assents: new Map(),
      dissent: null,
      vote: voteIn(put.plain),
      abstainers: new Set(),
      counts: [],
      guessed: bare && about.every(({ plain }) => !say.business.test(plain)),
      counting: 'for',
      last: put.index,
    }
  }

  /** "Resolution five is a special resolution. It is to adopt new articles." */
  private said(put: Sentence): Sentence[] {
    const next = this.talk[put.index + 1]
    const goesOn =
      next?.speaker === put.speaker && /^(?:it|this)(?:'s| is) (?:to|that) /.test(next?.plain ?? '')
    return goesOn && next ? [next] : [put]
  }

  /** What "all in favour?" means where nothing has been put: what was said before. Null: nothing was. */
  private meantBy(put: Sentence): Sentence[] | null {
    const { last } = this
    const since = this.sinceLast(put.index)
    // It sounded like a decision, and now they are asked; or it is told twice: "The accounts are approved. All in favour?"
    const again =
      last?.outcome === 'carried' &&
      !last.doubt &&
      since <= 2 &&
      last.sentences.at(-1)!.speaker === put.speaker
    const earlier = this.statementBefore(put.index)
    const isNext = earlier !== null && say.callsMotion(earlier.plain)
    if (last && ((again && earlier === null) || (last.doubt && since <= 4 && !isNext)))
      return this.found.pop()!.about
    return earlier && [earlier]
  }

  /** What stands before and has something to say, and was not decided already. */
  statementBefore(at: number): Sentence | null {
    const taken = this.last?.sentences.at(-1)?.index ?? -1
    const called = this.talk
      .slice(Math.max(0, at - 6, taken + 1), at)
      .findLast(({ plain }) => say.callsMotion(plain))
    if (called) return called
    for (let i = at - 1; i >= Math.max(0, at - 6) && i > taken; i--) {
      const one = this.talk[i]!
      if (isJest(one) || say.loses(one.plain) || /\bapologies\b/.test(one.plain)) return null
      const isAnswer = say.assents.test(headless(one.plain)) || say.tellsAssent.test(one.plain)
      if (one.words >= 5 && !isAnswer && !say.isBareQuestion(one.plain)) return one
    }
    return null
  }

  /** "All in favour? Thank you. Against? None. Carried.": how it went is yet to be told. */
  private isCountedOn({ index, speaker }: Sentence): boolean {
    for (const one of this.talk.slice(index + 1, index + 8)) {
      if (say.carries(one.plain) ?? say.loses(one.plain)) return one.speaker === speaker
      if (say.putFormally(one.plain) !== null || (one.words > 8 && !one.isQuestion)) return false
    }
    return false
  }

  /** What a sentence is to the motion before the meeting. @returns whether it was about it, and nothing else */
  answer(of: Motion, sentence: Sentence): boolean {
    const { plain, speaker } = sentence
    const head = headless(plain)
    if (sentence.isQuestion) return asksOn(of, sentence)
    // How another resolution ended, or how many voted for it.
    if (namesAnother(sentence, { sentences: [...of.about, of.put] })) return false
    const withdrawal = say.withdraws(plain)
    if (withdrawal && doubtAt(sentence, withdrawal.index, 1) === null) {
      this.motion = null
      return true
    }
    if (say.loses(plain)) {
      this.decide(of, [...of.counts, sentence], 'rejected')
      return true
    }
    const outcome = say.carries(plain) ?? say.refersBack.exec(head)
    // A motion read and carried in one breath is one of its own.
    const isNew = say.putFormally(plain) !== null && !say.isBareQuestion(plain)
    if (outcome && !isNew && doubtAt(sentence, outcome.index, outcome[0].length) === null) {
      this.decide(of, [...of.assents.values(), ...of.counts, sentence], 'carried')
      return true
    }
    if (say.asksForHands.test(of.put.plain)) {
      if (of.vote === null && of.counting === 'for' && say.noHands.test(plain)) {
        this.decide(of, [sentence], 'rejected', { doubt: because.noHands })
        return true
      }
      if (sentence.segment.id - of.put.segment.id <= 1 && say.handsWereUp.test(plain)) {
        if (this.isCountedOn(sentence)) return true
        this.decide(of, [sentence], 'carried')
        return true
      }
    }
    const lastBefore = of.last
    of.last = sentence.index
    if (abstains(sentence)) {
      of.abstainers.add(speaker ?? `${sentence.segment.id}`)
      return true
    }
    if (say.secondsIt(plain)) {
      const by = secondedBy.exec(sentence.text)?.groups?.who ?? speaker
      if (by !== of.proposer) of.seconder ??= by
      if (of.firmness === 'idea') of.firmness = 'motion'
      return true
    }
    if (sentence.words <= 14 && (takesNoPart(sentence) !== null || namedAbstaining(sentence.text) > 0)) {
      of.counts.push(sentence)
      of.vote = addVotes(of.vote, voteIn(plain) ?? bareCount(of, sentence))
      return true
    }
    const counted = voteIn(plain) ?? bareCount(of, sentence)
    if (counted) {
      of.vote = recounts(sentence) ? addVotes(counted, of.vote) : addVotes(of.vote, counted)
      of.counts.push(sentence)
      if (counted.for !== null || counted.against !== null) return true
    }
    if (sentence.words <= 14 && (say.assents.test(head) || echoes(of, sentence))) {
      if (speaker !== of.put.speaker) of.assents.set(speaker ?? `${sentence.segment.id}`, sentence)
      else if (of.assents.size > 0) this.settle()
      return true
    }
    if (say.dissents(plain) && speaker !== of.put.speaker) {
      of.dissent = sentence
      of.assents.clear()
      return true
    }
    if (!counted) of.last = lastBefore
    if ((of.assents.size > 0 || of.vote) && sentence.words > 3) this.settle()
    return false
  }
}
