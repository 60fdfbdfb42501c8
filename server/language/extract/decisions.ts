import type { Vote } from '#contract/minutes.ts'
import { doubtAt, isJest, takesBack } from './mood.ts'
import * as say from './phrases.ts'
import { numberOf } from './numbers.ts'
import { headless, type Sentence } from './talk.ts'
import { addVotes, voteIn } from './votes.ts'

export type FoundDecision = {
  /** Of the motion, where there is one, and of what decided it; in order. */
  sentences: Sentence[]
  /** Those whose words say what was decided. */
  about: Sentence[]
  kind: 'resolution' | 'decision'
  outcome: 'carried' | 'rejected' | 'deferred'
  vote: Vote | null
  proposer: string | null
  seconder: string | null
  condition: string | null
  /** Why it is doubtful, as a sentence; null: it is beyond doubt. */
  doubt: string | null
  /** Which way it was found: for the bench. */
  rule: string
}

/** How firmly something stands before the meeting: a motion, a question to all, a word for all, an idea. */
type Firmness = 'motion' | 'asked' | 'said' | 'idea'

/** Something that is put to the meeting and not yet decided. */
type Motion = {
  about: Sentence[]
  put: Sentence
  firmness: Firmness
  proposer: string | null
  seconder: string | null
  /** Who agreed, with their words. */
  assents: Map<string, Sentence>
  dissent: Sentence | null
  vote: Vote | null
  /** Which hands are up. */
  counting: 'for' | 'against' | 'abstained'
  last: number
}

/** After so many sentences without a word about it, a motion is no longer what "agreed" means. */
const reach = 12
const ideaReach = 5

const pollDemanded = /\b(?:demand(?:ed|s|ing)? a poll|poll (?:has been |is |was )?demanded|call for a poll)\b/

/** The chair signs minutes that the meeting has approved. */
const signsMinutes = /\bi(?:'ll| will) sign (?:them|those|the minutes|it|that)\b/

const because = {
  onlyOne: 'One person agreed; nobody said that it was decided.',
  before: 'What was agreed was said before it, in other words.',
  weak: 'It sounds like a decision, but nobody was heard to agree.',
  defer: 'It was suggested to leave it for later; whether all agreed is not said.',
  against: 'Somebody spoke against it, and no vote was told.',
  noHands: 'No hand seems to have gone up.',
}

/** Decisions of a meeting. What is doubtful says so; what is denied, imagined, recalled or taken back is left out. */
export function findDecisions(talk: readonly Sentence[]): FoundDecision[] {
  const found: FoundDecision[] = []
  let motion: Motion | null = null

  const add = (
    by: Sentence[],
    about: Sentence[],
    more: Partial<FoundDecision> & Pick<FoundDecision, 'outcome'>,
  ): void => {
    const sentences = [...new Set([...about, ...by])].sort((a, b) => a.index - b.index)
    found.push({
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

  function decide(
    of: Motion,
    by: Sentence[],
    outcome: FoundDecision['outcome'],
    doubt: string | null = null,
    rule = 'outcome',
  ): void {
    const vote = by.reduce<Vote | null>((sum, { plain }) => addVotes(sum, voteIn(plain)), of.vote)
    const lost = vote !== null && vote.for !== null && vote.against !== null && vote.against >= vote.for
    add([of.put, ...by], of.about, {
      outcome: outcome === 'carried' && lost ? 'rejected' : outcome,
      kind: of.firmness === 'motion' ? 'resolution' : 'decision',
      vote,
      proposer: of.proposer,
      seconder: of.seconder,
      doubt,
      rule: `${of.firmness} ${rule}`,
    })
    motion = null
  }

  /** Nobody says another word about it: what those who were asked have answered counts. */
  function settle(of: Motion): void {
    motion = null
    const by = [...of.assents.values()]
    const { vote } = of
    if (
      (of.firmness === 'motion' || of.firmness === 'asked') &&
      vote &&
      vote.for !== null &&
      vote.for + (vote.against ?? 0) > 1
    )
      return decide(of, by, 'carried', null, 'vote')
    if (by.length === 0) {
      if (of.firmness === 'said' && !of.dissent) decide(of, [], 'carried', because.weak)
      return
    }
    const doubt = of.dissent
      ? because.against
      : of.firmness === 'asked' ||
          (of.firmness === 'said' && (by.length > 1 || of.put.words >= 7)) ||
          (of.firmness === 'motion' && by.length + (of.seconder ? 1 : 0) > 1) ||
          by.length > 2
        ? null
        : because.onlyOne
    decide(of, by, 'carried', doubt, `assents${by.length > 1 ? ' several' : ''}`)
  }

  function open(put: Sentence, firmness: Firmness): void {
    const before: Motion | null = motion
    const bare = say.isBareQuestion(put.plain)
    const isAbout = before !== null && (bare || /\bamend(?:ed|ment)|\bwith that\b/.test(put.plain))
    const doubtful = found.at(-1)
    // It sounded like a decision; now they are asked.
    const asked =
      bare && !before && doubtful?.doubt && put.index - doubtful.sentences.at(-1)!.index <= 4
        ? doubtful
        : null
    if (asked) found.pop()
    const just = found.at(-1)
    // "The accounts are approved. All in favour?" is one decision, told twice.
    const again =
      bare &&
      !before &&
      just &&
      !just.doubt &&
      just.outcome === 'carried' &&
      put.index - just.sentences.at(-1)!.index <= 2 &&
      just.sentences.at(-1)!.speaker === put.speaker
        ? just
        : null
    if (again) found.pop()
    const earlier = again
      ? again.about[0]!
      : bare && !before
        ? (asked?.about[0] ?? lastStatement(talk, put.index, found))
        : null
    if (before && !isAbout) settle(before)
    if (bare && !before && !earlier && !asked) return
    const about = isAbout ? (bare ? before.about : [...before.about, put]) : earlier ? [earlier] : [put]
    motion = {
      about,
      put,
      firmness: isAbout && before.firmness === 'motion' ? 'motion' : firmness,
      proposer: isAbout
        ? before.proposer
        : firmness === 'motion' && /\bi\b/.test(put.plain)
          ? put.speaker
          : null,
      seconder: isAbout ? before.seconder : null,
      assents: isAbout ? before.assents : new Map(),
      dissent: null,
      vote: addVotes(isAbout ? before.vote : null, voteIn(put.plain)),
      counting: 'for',
      last: put.index,
    }
  }

  for (const sentence of talk) {
    const { plain, index, text } = sentence
    const head = headless(plain)

    const last = found.at(-1)
    if (takesBack.test(plain) && last && index - last.sentences.at(-1)!.index <= 2) {
      found.pop()
      motion = null
      continue
    }
    if (isJest(sentence)) {
      // Whatever was said just before was part of it.
      if (last && index - last.sentences.at(-1)!.index <= 1) found.pop()
      motion = null
      continue
    }
    const current: Motion | null = motion
    if (current && index - current.last > (current.firmness === 'idea' ? ideaReach : reach)) settle(current)
    if (pollDemanded.test(plain) && last && last.vote && index - last.sentences.at(-1)!.index <= 6) {
      // The count of hands is no longer what counts.
      found.pop()
      motion = {
        ...{
          about: last.about,
          put: last.sentences[0]!,
          firmness: 'motion',
          proposer: last.proposer,
          seconder: last.seconder,
        },
        ...{ assents: new Map(), dissent: null, vote: null, counting: 'for', last: index },
      }
      continue
    }
    if (motion && answer(motion, sentence, head)) continue
    if (callsOrFills(text, head)) continue

    const deferral = say.defers(plain)
    if (
      deferral &&
      !sentence.isQuestion &&
      doubtAt(sentence, deferral.index, 1) === null &&
      !/\bi(?:'ll|'d| would| will)\b/.test(plain.slice(0, deferral.index))
    ) {
      const firm =
        /\b(?:agreed|let's|let us|we'll|we will|we hold|is|are|that's|we're not|comes back|'s)\b/.test(plain)
      const next = talk
        .slice(index + 1, index + 4)
        .some((one) => one.speaker !== sentence.speaker && say.assents.test(headless(one.plain)))
      const of: Motion | null = motion
      if (of) decide(of, [sentence], 'deferred', firm ? null : because.defer)
      else add([], [sentence], { outcome: 'deferred', doubt: firm && next ? null : because.defer })
      continue
    }
    if (say.putFormally(plain) && isPut(sentence)) {
      open(sentence, 'motion')
      continue
    }
    if (sentence.isQuestion) {
      if (say.asksAll(plain)) open(sentence, 'asked')
      else if (motion) motion.last += 0
      continue
    }
    if (
      signsMinutes.test(plain) &&
      talk.slice(Math.max(0, index - 6), index + 1).some((one) => /\bminutes\b/.test(one.plain))
    ) {
      const of: Motion | null = motion
      const decided = last && index - last.sentences.at(-1)!.index <= 3
      if (of) decide(of, [...of.assents.values(), sentence], 'carried', null, 'signs')
      else if (!decided)
        add([sentence], [lastStatement(talk, index, found) ?? sentence], {
          outcome: 'carried',
          kind: 'resolution',
          rule: 'signs',
        })
      continue
    }
    const own = explicitIn(sentence)
    if (
      own &&
      !motion &&
      last &&
      !last.doubt &&
      last.outcome === 'carried' &&
      sentence.speaker === last.sentences.at(-1)!.speaker &&
      index - last.sentences.at(-1)!.index <= 2
    ) {
      // What has just been carried, in other words.
      last.sentences.push(sentence)
      last.about.push(sentence)
      continue
    }
    if (own) {
      const of: Motion | null = motion
      const agreed = talk
        .slice(index + 1, index + 4)
        .some((one) => one.speaker !== sentence.speaker && say.assents.test(headless(one.plain)))
      const heard = of !== null && of.assents.size > 0
      if (own.sure || heard || (agreed && !own.formal)) {
        if (of && (heard || of.vote))
          decide(
            of,
            [...of.assents.values(), sentence],
            own.outcome,
            null,
            `explicit ${say.explicitForms.indexOf(own)}`,
          )
        else {
          if (of) settle(of)
          add([], [sentence], {
            outcome: own.outcome,
            kind: own.formal ? 'resolution' : 'decision',
            rule: `explicit ${say.explicitForms.indexOf(own)}`,
          })
        }
        motion = null
      } else {
        add([], [sentence], { outcome: own.outcome, doubt: because.weak })
      }
      continue
    }
    if (say.refersBack.test(head)) {
      const before = lastStatement(talk, index, found)
      const bare = /\b(?:approved|carried|adopted|passed|resolved)\b/.test(plain)
      const near = talk.slice(Math.max(0, index - 3), index).some((one) => say.business.test(one.plain))
      if (before)
        add([sentence], [before], {
          outcome: 'carried',
          rule: 'refers back',
          doubt: bare && near ? null : because.before,
        })
      continue
    }
    const loss = say.loses(plain)
    if (
      loss &&
      /\b(?:motion|resolution|amendment|proposal)\b/.test(plain) &&
      doubtAt(sentence, loss.index, 1) === null
    ) {
      add([], [sentence], { outcome: 'rejected', kind: 'resolution' })
      continue
    }
    const forAll = say.saysForAll(plain) ?? say.saysForAll(head)
    if (forAll && doubtAt(sentence, forAll.index, 1) === null) {
      open(sentence, 'said')
      continue
    }
    if (say.suggests(plain) && !motion && doubtAt(sentence, 0, 0) === null) open(sentence, 'idea')
  }
  const rest: Motion | null = motion
  if (rest) settle(rest)
  return found

  /** What a sentence is to the motion before the meeting. @returns whether it was about it, and nothing else */
  function answer(of: Motion, sentence: Sentence, head: string): boolean {
    const { plain, speaker } = sentence
    if (sentence.isQuestion)
      return (
        say.callsNames(sentence.text) ||
        /^(?:no|none|any (?:against|abstentions)|against|anyone|yes|agreed)\?/.test(plain)
      )
    const withdrawal = say.withdraws(plain)
    if (withdrawal && doubtAt(sentence, withdrawal.index, 1) === null) {
      motion = null
      return true
    }
    if (say.loses(plain)) {
      decide(of, [sentence], 'rejected')
      return true
    }
    const outcome = say.carries(plain) ?? say.refersBack.exec(head)
    // A motion read and carried in one breath is one of its own.
    const isNew = say.putFormally(plain) !== null && !say.isBareQuestion(plain)
    if (outcome && !isNew && doubtAt(sentence, outcome.index, outcome[0].length) === null) {
      decide(of, [...of.assents.values(), sentence], 'carried')
      return true
    }
    if (say.asksForHands.test(of.put.plain) && of.vote === null && say.noHands.test(plain)) {
      decide(of, [sentence], 'rejected', because.noHands)
      return true
    }
    if (
      say.asksForHands.test(of.put.plain) &&
      sentence.segment.id - of.put.segment.id <= 1 &&
      say.handsWereUp.test(plain)
    ) {
      decide(of, [sentence], 'carried')
      return true
    }
    if (say.secondsIt(plain)) {
      of.seconder ??= speaker
      if (of.firmness === 'idea') of.firmness = 'motion'
      of.last = sentence.index
      return true
    }
    const bareCount = say.asksForHands.test(of.put.plain)
      ? /^(?:that's |so |i make that |and )*([\w-]+)(?:, .{0,30})?[.!]?$/.exec(plain)
      : null
    const number = bareCount ? numberOf(bareCount[1]!) : null
    const counted =
      voteIn(plain) ??
      (number === null ? null : { for: null, against: null, abstained: null, [of.counting]: number })
    if (counted) {
      of.vote = addVotes(of.vote, counted)
      of.last = sentence.index
      if (counted.for !== null || counted.against !== null) return true
    }
    if (sentence.words <= 14 && (say.assents.test(head) || echoes(of, sentence))) {
      if (speaker !== of.put.speaker) of.assents.set(speaker ?? `${sentence.segment.id}`, sentence)
      else if (of.assents.size > 0) settle(of)
      of.last = sentence.index
      return true
    }
    if (say.dissents(plain) && speaker !== of.put.speaker) {
      of.dissent = sentence
      of.assents.clear()
      of.last = sentence.index
      return true
    }
    if ((of.assents.size > 0 || of.vote) && sentence.words > 3) settle(of)
    return false
  }
}

/** "I suggest we decline." – "Decline." */
function echoes(of: Motion, { plain, words, speaker }: Sentence): boolean {
  if (words > 4 || speaker === of.put.speaker || /\bno|not|n't\b/.test(plain)) return false
  const about = of.about.map((one) => one.plain).join(' ')
  const said = plain.match(/[a-z]{4,}/g) ?? []
  return said.length > 0 && said.every((word) => about.includes(word))
}

const callsOrFills = (text: string, head: string): boolean =>
  say.callsNames(text) || /^(?:um+|er+|mm+|right|okay|good)[.!]?$/.test(head)

function isPut(sentence: Sentence): boolean {
  const { plain } = sentence
  const at = say.putFormally(plain)?.index ?? 0
  if (/\b(?:if|had|was going to|were|could|might|would have)\b/.test(plain.slice(0, at))) return false
  return doubtAt({ ...sentence, isQuestion: false }, at, 1) === null
}

/** What stands before and has something to say, and was not decided already. */
function lastStatement(
  talk: readonly Sentence[],
  at: number,
  found: readonly FoundDecision[],
): Sentence | null {
  const taken = found.at(-1)?.sentences.at(-1)?.index ?? -1
  for (let i = at - 1; i >= Math.max(0, at - 6) && i > taken; i--) {
    const one = talk[i]!
    if (isJest(one)) return null
    if (one.words >= 5 && !say.assents.test(headless(one.plain)) && !say.isBareQuestion(one.plain)) return one
  }
  return null
}

function explicitIn(sentence: Sentence): say.ExplicitForm | null {
  const { plain } = sentence
  if (sentence.words < 4) return null
  for (const form of say.explicitForms) {
    const head = headless(plain)
    const within = form.form.exec(plain)
    const match = within ?? form.form.exec(head)
    if (!match) continue
    const negative = form.outcome === 'rejected'
    const doubt = doubtAt(sentence, match.index + (within ? 0 : plain.length - head.length), match[0].length)
    if (doubt !== null && !(negative && doubt === 'negated')) continue
    return form
  }
  return null
}
