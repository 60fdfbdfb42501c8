import type { Vote } from '#contract/minutes.ts'
import { doubtAt, isJest, takesBack, type Doubt } from './mood.ts'
import { headless, type Sentence } from './talk.ts'
import { addVotes, voteIn } from './votes.ts'

export type FoundDecision = {
  /** Of the motion, where there is one, and of what decided it; in order. */
  sentences: Sentence[]
  /** Those whose words say what was decided. */
  about: Sentence[]
  kind: 'resolution' | 'decision'
  outcome: 'carried' | 'rejected' | 'deferred' | 'withdrawn'
  vote: Vote | null
  proposer: string | null
  seconder: string | null
  condition: string | null
  /** Why it is doubtful; null: it is beyond doubt. */
  doubt: string | null
}

/** Something that is put to the meeting and not yet decided. */
type Motion = {
  about: Sentence[]
  put: Sentence
  formal: boolean
  proposer: string | null
  seconder: string | null
  assents: Sentence[]
  dissent: Sentence | null
  vote: Vote | null
  /** All that was read on the way. */
  trail: Sentence[]
}

const body = String.raw`(?:the |this |our )?(?:board|committee|meeting|company|trustees|directors|members|shareholders|council|panel|we)`
const verb = String.raw`(?:resolve|agree|approve|decide|adopt|accept|ratif(?:y|ie)|authorise|authorize|endorse|declare|appoint|elect|re-elect|reappoint|re-appoint|sanction|consent|allot|remove)(?:s|d|ed)?`

/** Puts something formally. */
const formalPut = [
  /\bi(?:'d like to|'ll| would like to| will| want to| hereby| formally)?(?: formally)? (?:propose|move|put forward)(?! (?:on|to the next|along|swiftly|quickly|over|ahead))\b/,
  /\b(?:the |a |this |that |first |next |second )?(?:motion|resolution|proposal|recommendation)(?: before (?:you|us|the (?:board|meeting))| in front of (?:you|us)| on the table| here| \w+)? (?:is|reads|would be|asks|being)\b/,
  /\bproposed by\b|\bmoved by\b/,
  /\b(?:put|putting) (?:it|that|this|the (?:motion|resolution|question|matter))(?: then| formally)? to (?:the |a )?(?:vote|meeting|board|members|floor|show)\b/,
  /\b(?:all )?those in favour\b|\ball in favour\b|\bshow of hands\b|\bhands up\b|\bplease show\b/,
  /\bthe board is (?:asked|invited|recommended) to\b|\b(?:i|we)(?:'m|'re| am| are)? (?:ask|asking|seek|seeking|recommend|recommending)(?: for)? (?:the )?(?:board|committee|trustees|members|meeting|you|approval|your approval)\b/,
]
/** Asks whether all agree. */
const informalPut = [
  /\b(?:can|may|could|shall|do|should) (?:i|we) (?:take it|assume|take that|say|record|minute|agree|approve|note|conclude)\b/,
  /\b(?:are|is) (?:we|you|everyone|everybody|the board|the committee|trustees|people|all|members)(?: all)?(?: (?:agreed|happy|content|comfortable|ok|okay|in agreement|minded|of one mind|good|settled))\b/,
  /\b(?:everyone|everybody|all|we|people)(?: all)? (?:happy|content|agreed|comfortable|ok|okay|in agreement)\b.*\?/,
  /\bany (?:objections?|dissent|further objections?|opposition|one against|body against)\b|\bdoes any(?:one|body) (?:object|disagree|oppose|dissent)\b|\banyone (?:against|opposed|not happy|unhappy)\b/,
  /\bshall we (?:go|say|do|approve|agree|adopt|accept|appoint|sign|proceed|set|take)\b|\bdo we (?:approve|agree|accept|adopt|all agree)\b/,
  /\b(?:do|does) (?:i|anyone|anybody|the chair) have a (?:proposer|seconder)\b|\bproposer\?|\bseconder\?/,
]
/** Says what should be, as a suggestion that somebody may take up. */
const suggestion =
  /\b(?:i(?:'d| would)? (?:suggest|recommend|propose)|my (?:recommendation|proposal|suggestion)(?: would be| is)|why don't we|how about we|could we (?:just )?(?:agree|go|say)|the (?:recommendation|proposal|suggestion) (?:is|would be)|we should (?:go|approve|adopt|appoint|accept|keep|set|move|raise))\b/

const seconds = /\b(?:i(?:'ll|'m happy to| will| can| am happy to)? second|seconded|happy to second)\b/

const assent =
  /^(?:(?:yes|yeah|yep|aye|agreed|approved|approve|happy|content|fine|seconded|same here|me too|likewise|absolutely|certainly|definitely|of course|sure|no objections?|none|nothing from me|hear,? hear|good with me|works for me|i agree|i approve|i'm happy|i'm content|in favour|all good|so do i|for|support(?:ed|ive)?|i support|i'm in favour|i'm for (?:it|that)|yes from me|fully|no issues?|no problem|i'd support that|happy with that|fine by me|fine with me|that's fine|go for it)\b[\s,.!]*)+(?:(?:by|with|from|to|for) (?:me|us|that|it|both of us|this end|my side))?(?:.{0,40})$/
const dissent =
  /\b(?:i (?:disagree|object|oppose|can't (?:support|agree|vote for)|cannot (?:support|agree|vote for)|don't (?:agree|support)|won't (?:support|vote for)|am against|vote against)|i'm (?:against|opposed|not (?:happy|comfortable|content|convinced|sure|in favour)|voting against)|not (?:happy|comfortable) with|hold on|hang on|just a (?:minute|moment)|before we (?:do|vote|agree|decide)|i(?:'d| would) like (?:to know|more)|strongly disagree|no,)\b/

const carried = [
  /\b(?:motion|resolution|amendment|proposal|that|it|vote|which|this|item|recommendation)(?:'s| is| was| has been|, as amended, is| as amended is| has)? (?:therefore |duly |accordingly |unanimously |clearly |all )*(?:carried|passed|carries|passes|approved|adopted|agreed|resolved|settled|decided)\b/,
  /^(?:(?:unanimously|duly|all) )?(?:carried|passed|so resolved|so agreed|approved|agreed|adopted|resolved)(?:,? (?:then|unanimously|nem\.? con\.?|thank you|thanks|good|with (?:that|those) .*|as amended|subject to .*|everyone|all|by .*|on a .*))*[.!,]?$/,
  /\bnem\.? con\b|\bnemine contradicente\b|\bcarried\b(?! (?:over|forward|on|out|away|interest))|\b(?:that's|that is|it's) (?:a )?(?:unanimous|everyone|everybody|all of us|a yes|clear|a majority)\b|\bunanimous(?:ly)?\b/,
  /\bthe ayes have it\b/,
]
const lost =
  /\b(?:motion|resolution|amendment|proposal|that|it|vote|which)(?:'s| is| was| has| has been| therefore| does| did)* (?:lost|defeated|falls|fails|fallen|failed|rejected|not carried|not passed|not approved|n't (?:carry|pass|carried)|not carry|not pass|voted down)\b|\bthe noes have it\b|^(?:lost|defeated|rejected|not carried)[.!]?$|\bfalls? for (?:want|lack) of a seconder\b|\bfalls,? then\b/
const withdrawn =
  /\b(?:i(?:'ll|'m happy to|'d like to| will| would like to| am happy to|'m going to)? withdraw(?! from)|withdraw(?:n|s|ing)? (?:it|that|the (?:motion|proposal|resolution|amendment))|(?:motion|proposal|resolution|amendment|it|that)(?:'s| is| was| has been)? withdrawn|i'll pull (?:it|that)|i'll drop (?:it|that))\b/
const deferred =
  /\b(?:defer(?:red)?\b|hold (?:it|that|this|them) over|held over|park (?:it|that|this)|parked|bring (?:it|that|this|them) back (?:to|at|in|next)|come back to (?:it|this|that) (?:at|in|next)|postpone[d]?|put (?:it|that|this) off|carry (?:it|that|this) over|carried over|adjourn(?:ed)? (?:that|this|the) (?:item|matter|decision)|leave (?:it|that|this|the decision) (?:until|till|to) (?:the )?(?:next|january|february|march|april|may|june|july|august|september|october|november|december)|no decision (?:today|tonight|now|this (?:month|morning))|take (?:it|that|this) (?:at|to) the next (?:meeting|board)|revisit (?:it|that|this) (?:at|in|next))/

/** Says all by itself what was decided. [pattern, strength 0..1, formal] */
const explicit: { form: RegExp; strength: number; formal: boolean }[] = [
  { form: /\b(?:it (?:is|was|has been)|be it) (?:hereby |therefore |unanimously |also |duly |formally )*(?:resolved|agreed|decided|approved)\b/, strength: 1, formal: true },
  { form: /^resolved[,:]? (?:that|to)\b|\b(?:we|the board|the company|the committee|the meeting|the trustees|the members|the directors) (?:hereby |therefore |so |unanimously |formally )*resolve[sd]?\b/, strength: 1, formal: true },
  { form: new RegExp(String.raw`\b${body}(?:'ve|'s|'re| have| has| all| now| therefore| hereby| formally| unanimously| duly| is| are| both)* (?!approved by\b)${verb}\b(?! (?:with (?:you|him|her|them|me|tom)|on (?:that|this) point|about))`), strength: 0.85, formal: false },
  { form: /\b(?:minutes)\b.*\b(?:are|were|is|be|can be|as|stand|taken as)\b.*\b(?:approved|agreed|signed|adopted|accepted|accurate|correct|true)\b/, strength: 0.8, formal: true },
  { form: /\b(?:is|are|be|is hereby|are hereby|is duly|are duly|is therefore|stands) (?:hereby |duly |formally |unanimously |therefore |re-)*(?:appointed|elected|re-?elected|reappointed|approved|adopted|ratified|authorised|declared|accepted|allotted|removed|dissolved)\b/, strength: 0.8, formal: true },
  { form: /\b(?:so|then|okay|right|fine|good)?,?\s*(?:we'll|let's|we will|we are going to|we're going to|we shall) (?:go (?:with|for|ahead)|proceed|adopt|approve|accept|appoint|stick with|keep|stay with|instruct|sign|set|not (?:renew|proceed|go)|close|cancel|renew|increase|raise|cap|award|pay|make it|call it|settle on|leave it at|reject|turn down|decline|drop)\b/, strength: 0.7, formal: false },
  { form: /\b(?:the|our|so the|that's the|that is the|my) (?:decision|resolution|agreed position) (?:is|was|then is|today is)\b|\bwe(?:'re| are)(?: all)? (?:agreed|settled|decided|in agreement)(?: that| to| on| then|\.|,|$)|\b(?:so )?that(?:'s| is) (?:all )?(?:agreed|approved|decided|settled|resolved)(?: then)? (?:that|to)\b/, strength: 0.85, formal: false },
  { form: /\b(?:i think |so |okay |right )*we(?:'re| are)(?: all)? (?:happy|content|comfortable)(?: with (?:that|it|this|those|the)| to| that| for)(?!.*\?)/, strength: 0.7, formal: false },
]

/** Refers back: what was agreed stands before. */
const anaphoric =
  /^(?:(?:i think|so|okay|right|good|fine|lovely|great|then|well|and|yes|thank you|thanks|everyone|all|chair)[,.]? )*(?:that's|that is|it's|it is|so|all|we're|we are|i think we're)?\s*(?:all |unanimously |then )?(?:agreed|approved|carried|resolved|settled|decided|happy with that|content with that|done|passed|adopted)(?:,? (?:then|everyone|unanimously|thank you|thanks|nem con|as amended|with that|good))*[.!]?$/

const closes =
  /^(?:good|great|lovely|thank you|thanks|right|okay|excellent|fine|perfect|noted|wonderful|super|in that case|so be it|moving on|next|item|let's move on)\b/
const nextItem = /\b(?:next item|item (?:number )?\w+|moving on|move on to|turning to|turn to|let's move on|any other business|aob|next on the agenda|on to)\b/

const condition = /\b((?:subject to|provided(?: that)?|on condition(?: that)?|conditional (?:on|upon)|contingent on|so long as|as long as|on the (?:basis|understanding) that)\b[^.;]*)/

/** After so many sentences without a word about it, a motion is no longer what "agreed" means. */
const reach = 14

const doubtWords: Record<Doubt, string> = {
  negated: 'The words around it deny it.',
  hypothetical: 'It may be said of what might be.',
  recalled: 'It may be an earlier decision that is recalled.',
  others: 'It may be somebody else’s decision.',
  reported: 'It may be what somebody wishes or has heard.',
  jest: 'It may be a joke.',
  question: 'It was asked, and nobody answered clearly.',
}

/** Decisions of a meeting. What is doubtful says so; what is denied, imagined or recalled is left out. */
export function findDecisions(talk: readonly Sentence[], motionWords: { proposed?: (s: Sentence) => string | null } = {}): FoundDecision[] {
  const found: FoundDecision[] = []
  let motion: Motion | null = null
  const taken = new Set<number>()

  const open = (put: Sentence, about: Sentence[], formal: boolean): Motion => ({
    about,
    put,
    formal,
    proposer: /\bi\b/.test(put.plain) && formal ? put.speaker : (motionWords.proposed?.(put) ?? null),
    seconder: null,
    assents: [],
    dissent: null,
    vote: null,
    trail: [],
  })

  function decide(
    by: Sentence,
    outcome: FoundDecision['outcome'],
    of: Motion | null,
    { formal = false, doubt = null as string | null } = {},
  ): void {
    const about = of ? of.about : [by]
    const sentences = [...new Set([...about, ...(of ? [of.put] : []), by])].sort((a, b) => a.index - b.index)
    const words = sentences.map(({ plain }) => plain).join(' ')
    const vote = [...(of?.trail ?? []), by].reduce<Vote | null>((sum, { plain }) => addVotes(sum, voteIn(plain)), of?.vote ?? null)
    // The count decides where the words and the count differ.
    const counted =
      outcome === 'carried' && vote && vote.for !== null && vote.against !== null && vote.against > vote.for
        ? 'rejected'
        : outcome
    found.push({
      sentences,
      about,
      kind: formal || of?.formal ? 'resolution' : 'decision',
      outcome: counted,
      vote,
      proposer: of?.proposer ?? null,
      seconder: of?.seconder ?? null,
      condition: condition.exec(words)?.[1]?.trim() ?? null,
      doubt,
    })
    for (const { index } of sentences) taken.add(index)
    motion = null
  }

  for (const sentence of talk) {
    const { plain, index } = sentence
    const head = headless(plain)
    if (motion && index - (motion.trail.at(-1)?.index ?? motion.put.index) > 1) motion.trail.push(sentence)
    if (motion && index - motion.put.index > reach + motion.assents.length) motion = null

    // Taken back at once.
    const last = found.at(-1)
    if (last && takesBack.test(plain) && index - last.sentences.at(-1)!.index <= 3) {
      found.pop()
      motion = null
      continue
    }
    if (motion) motion.trail.push(sentence)

    if (withdrawn.test(plain) && motion && !sentence.isQuestion && doubtAt(sentence, plain.search(withdrawn), 4) === null) {
      decide(sentence, 'withdrawn', motion)
      continue
    }
    if (motion && lost.test(plain) && !sentence.isQuestion) {
      decide(sentence, 'rejected', motion)
      continue
    }
    const putAs = putKind(sentence)
    if (motion && seconds.test(plain)) {
      motion.seconder ??= sentence.speaker
      motion.formal = true
      continue
    }
    const deferral = deferred.exec(plain)
    if (deferral && !putAs && doubtAt(sentence, deferral.index, deferral[0].length) === null && !/\bi(?:'ll|'d)\b/.test(plain.slice(0, deferral.index))) {
      const agreed = /\b(?:agreed|let's|we'll|we will|we should|is|are|that's)\b/.test(plain)
      decide(sentence, 'deferred', motion, { doubt: agreed ? null : 'It was suggested to defer it; whether all agreed is not said.' })
      continue
    }

    if (motion) {
      const outcome = carried.map((form) => form.exec(plain)).find(Boolean) ?? anaphoric.exec(head)
      if (outcome && !putAs) {
        const doubt = doubtAt(sentence, outcome.index, outcome[0].length)
        if (doubt === null) {
          decide(sentence, 'carried', motion)
          continue
        }
      }
      const counted = voteIn(plain)
      if (counted && counted.for !== null && !sentence.isQuestion) {
        motion.vote = addVotes(motion.vote, counted)
        continue
      }
      if (counted) motion.vote = addVotes(motion.vote, counted)
    }

    const own = explicitIn(sentence, head)
    if (own && !putAs) {
      if (isJest(sentence)) continue
      const later = talk.slice(index + 1, index + 3)
      if (later.some((next) => takesBack.test(next.plain) || isJest(next))) continue
      const refers = motion && (own.anaphoric || own.strength < 0.85) ? motion : null
      if (own.anaphoric && !refers) {
        const before = lastStatement(talk, index, taken)
        if (before) {
          const of: Motion = { ...open(before, [before], false), proposer: null }
          decide(sentence, 'carried', of, { doubt: 'What was agreed was said before it, in other words.' })
        }
        continue
      }
      decide(sentence, 'carried', refers, { formal: own.formal, doubt: own.strength >= 0.7 ? null : 'The words are weak.' })
      continue
    }

    if (motion && !putAs) {
      if (dissent.test(plain)) motion.dissent = sentence
      else if (assent.test(head) && sentence.words <= 14 && !sentence.isQuestion && sentence.speaker !== motion.put.speaker) motion.assents.push(sentence)
      else if (sentence.speaker === motion.put.speaker && (closes.test(head) || nextItem.test(plain)) && motion.assents.length > 0 && !motion.dissent) {
        decide(motion.assents.at(-1)!, 'carried', motion, {
          doubt: motion.assents.length > 1 || motion.formal || motion.put.isQuestion ? null : 'One person agreed; nobody said that it was decided.',
        })
      }
    }

    if (putAs) {
      const about = aboutOf(talk, sentence, motion, putAs)
      const before: Motion | null = motion
      motion = open(sentence, about, putAs === 'formal' || (before?.formal ?? false))
      if (before && about.includes(before.about[0]!)) {
        motion.proposer = before.proposer ?? motion.proposer
        motion.seconder = before.seconder
        motion.vote = before.vote
        motion.trail = before.trail
      }
      const counted = voteIn(plain)
      if (counted) motion.vote = addVotes(motion.vote, counted)
    } else if (suggestion.test(plain) && !sentence.isQuestion && !motion) motion = open(sentence, [sentence], false)
  }
  const rest: Motion | null = motion
  if (rest) finish(rest)
  return found

  /** At the end of the meeting: agreed to, but nobody said the last word. */
  function finish(last: Motion): void {
    if (last.assents.length > 1 && !last.dissent) decide(last.assents.at(-1)!, 'carried', last)
  }
}

function putKind({ plain, isQuestion }: Sentence): 'formal' | 'informal' | null {
  if (formalPut.some((form) => form.test(plain)) && !/\b(?:if|would have|had)\b.*\bpropos/.test(plain)) return 'formal'
  if (informalPut.some((form) => form.test(plain)) && (isQuestion || /^(?:any objections|all agreed)/.test(plain))) return 'informal'
  return null
}

/** "All in favour?" and "any objections?" say nothing of the thing itself. */
const bareQuestion =
  /^(?:.{0,30}\b)?(?:(?:all )?(?:those )?in favour|show of hands|hands up|any objections?|any dissent|anyone (?:against|opposed|object)|any (?:against|abstentions?)|are we (?:all )?(?:agreed|happy|content|okay|ok)(?: with that| on that| then)?|is everyone (?:happy|content|agreed|okay)(?: with that)?|is that agreed|all agreed|everyone (?:happy|agreed|content)(?: with that)?|do i have a (?:proposer|seconder)|proposer|seconder|put (?:it|that) to the vote|shall we (?:agree|approve) (?:that|it)|can we agree (?:that|on that|it))\b.{0,40}$/

function aboutOf(talk: readonly Sentence[], put: Sentence, before: Motion | null, kind: 'formal' | 'informal'): Sentence[] {
  if (!bareQuestion.test(put.plain)) {
    // "As amended" takes the place of what it amends, and keeps it in sight.
    if (before && /\bamend(?:ed|ment|ing)?\b/.test(put.plain)) return [...before.about, put]
    return [put]
  }
  if (before) return before.about
  const earlier = lastStatement(talk, put.index, new Set())
  return earlier && kind ? [earlier] : [put]
}

/** What stands before and has something to say. */
function lastStatement(talk: readonly Sentence[], at: number, taken: ReadonlySet<number>): Sentence | null {
  for (let i = at - 1; i >= Math.max(0, at - 6); i--) {
    const one = talk[i]!
    if (taken.has(i)) return null
    if (one.words >= 6 && !assent.test(headless(one.plain))) return one
  }
  return null
}

function explicitIn(sentence: Sentence, head: string): { strength: number; formal: boolean; anaphoric: boolean } | null {
  if (sentence.isQuestion) return null
  const { plain } = sentence
  if (anaphoric.test(head)) return { strength: 0.6, formal: false, anaphoric: true }
  for (const { form, strength, formal } of explicit) {
    const match = form.exec(plain)
    if (!match || sentence.words < 4) continue
    if (doubtAt(sentence, match.index, match[0].length) !== null) continue
    return { strength, formal, anaphoric: false }
  }
  return null
}

export { doubtWords }
