import type { Reason, Vote } from '#contract/minutes.ts'
import { stemmer } from 'stemmer'
import { matcherOf, wordSet } from './phrases.ts'
import type { People, Sentence } from './talk.ts'
import {
  type Heard,
  type Matter,
  type Standing,
  decisionScore,
  hear,
  puts,
  settlingIn,
  signsOf,
  track,
  untouched,
} from './tracker.ts'
import { voicesIn, votesIn } from './votes.ts'

export type Outcome = 'carried' | 'rejected' | 'deferred' | 'withdrawn' | 'noted'

export type FoundDecision = {
  /** The sentence that settles it. */
  settled: Sentence
  /** What was put, where it is known. */
  matter: Matter | null
  /** All that it rests on, in order. */
  sentences: Sentence[]
  kind: 'resolution' | 'decision'
  outcome: Outcome
  vote: Vote | null
  proposer: string | null
  seconder: string | null
  condition: string | null
  /** Null: it is shown as fact. */
  reason: Reason | null
}

/** Where the weights are sure enough: measured in docs/measurements.md. */
const thresholds = { fact: 1.2, check: -1.5 }
/** So many sentences on either side, it is the same decision told once more. */
const near = 5
/** With a vote between. */
const longestVote = 9

type Candidate = { at: number; score: number }

/** What a meeting decided: sentences that settle something, each with what was before the meeting then. */
export function findDecisions(talk: readonly Sentence[], people: People): FoundDecision[] {
  const heard = hear(talk)
  const standing = track(heard)
  const context = { heard, standing, people }
  const scored = talk.map((_, at) => {
    const score = decisionScore(signsOf(heard, at, standing[at]!))
    return { at, score: score + (endsPlainly(heard[at]!, standing[at]!) ? plainEnd : 0) }
  })
  return distinct(scored, context)
    .sort((a, b) => a.at - b.at)
    .map((one) => foundAt(one, context))
}

/** What is worth more than its words: the meeting was asked, somebody agreed or was counted, and then it is said to be carried. */
const plainEnd = 1.6
const endsPlainly = ({ cues, sentence }: Heard, { matter }: Standing): boolean =>
  matter !== null &&
  (matter.votes.length > 0 || (matter.assents.length > 0 && matter.dissents.length === 0)) &&
  cues.has('carried') &&
  !sentence.isQuestion &&
  !cues.has('doubtful') &&
  !cues.has('recalled')

/** Of several sentences that tell one decision, the one that tells it best. */
function distinct(scored: readonly Candidate[], context: Context): Candidate[] {
  const { heard } = context
  const kept: Candidate[] = []
  const isQuestion = ({ at }: Candidate): number => Number(heard[at]!.sentence.isQuestion)
  // A question tells a decision only where nothing else does.
  const order = scored
    .filter(({ score, at }) => score >= thresholds.check && says(heard[at]!))
    .sort((a, b) => isQuestion(a) - isQuestion(b) || b.score - a.score || a.at - b.at)
  for (const one of order) if (!kept.some((other) => isSame(one.at, other.at, context))) kept.push(one)
  return kept
}

/** "Two." tells nothing by itself. */
const says = ({ cues, sentence }: Heard): boolean =>
  settlingIn(cues).length > 0 || topicOf(sentence).size >= 2

function isSame(one: number, other: number, { heard, standing }: Context): boolean {
  const [from, to] = one < other ? [one, other] : [other, one]
  const putAt = standing[to]!.matter?.put.index
  const isOneMatter =
    to - from <= longestVote &&
    putAt !== undefined &&
    (putAt === from || putAt === standing[from]!.matter?.put.index)
  if (to - from > near && !isOneMatter) return false
  // An amendment fell, and then the motion was carried.
  if (heard[from]!.cues.has('lost') && heard[to]!.cues.has('carried')) return false
  for (let at = from + 1; at <= to; at++) {
    const { cues, sentence, isShort } = heard[at]!
    if (cues.has('motion') && !sentence.isQuestion && at - from > 2 && !cues.has('carried')) return false
    if (isShort && cues.has('chairs') && at < to) return false
  }
  const [first, second] = [topicOf(heard[from]!.sentence), topicOf(heard[to]!.sentence)]
  if (first.size < 3 || second.size < 3) return true
  return [...first].some((word) => second.has(word))
}

const common = wordSet(
  'the a an of to and is it that this we our in for on with be are was were at as by or so then all those in',
  'favour any against carried agreed approved motion resolution resolved unanimous unanimously yes no have has',
  "will not let us go ahead from one two three four five six votes vote that's it's we'll everyone everybody",
  'happy hands abstentions abstention passed board committee meeting members trustees special ordinary duly',
  'proposed seconded thank you thanks',
)

/** The stems of the words that say what a sentence is about. */
export const topicOf = ({ words }: Pick<Sentence, 'words'>): Set<string> =>
  new Set(words.filter((word) => word.length > 2 && !common.has(word)).map((word) => stemmer(word)))

type Context = { heard: readonly Heard[]; standing: readonly Standing[]; people: People }

function foundAt({ at, score }: Candidate, { heard, standing, people }: Context): FoundDecision {
  const { sentence, cues } = heard[at]!
  const matter = ownMatter(heard, at, standing[at]!.matter)
  const from = matter ? matter.put.index : counted(heard, at, -1)
  const to = afterwards(heard, at)
  const around = heard.slice(from, to + 1)
  const call = callOf(around)
  const counting = around.slice(Math.max(0, call)).map((one) => one.sentence)
  const counts = votesIn(counting)
  const vote = (counts?.for == null && call !== -1 && voicesIn(counting, people)) || counts
  const outcome = outcomeOf(heard, at, vote)
  const told = around.filter(
    (one) => one.sentence === sentence || one.sentence === matter?.put || isPart(one, matter),
  )
  const isFormal =
    matter?.seconder != null ||
    vote !== null ||
    sentence.words.some((word) => formal.has(word)) ||
    cues.has('unanimous')
  return {
    settled: sentence,
    matter,
    sentences: told.map((one) => one.sentence),
    kind: isFormal && outcome !== 'noted' ? 'resolution' : 'decision',
    outcome,
    vote,
    ...movers(around, matter, people),
    condition: conditionIn(around),
    reason: wasJoke(heard, at) ? 'joke' : reasonOf({ score, heard: heard[at]!, matter, outcome, vote }),
  }
}

/** Where the vote that settled it was called: an amendment may have had one of its own. */
const callOf = (around: readonly Heard[]): number =>
  around.findLastIndex(
    ({ cues, sentence: { words } }) =>
      cues.has('callsVote') && (words.includes('favour') || words.includes('for') || words.includes('hands')),
  )

/** "Ha ha." right behind it. */
const wasJoke = (heard: readonly Heard[], at: number): boolean =>
  heard
    .slice(at, at + 4)
    .some(
      ({ sentence: { words } }) =>
        words.length <= 6 && /^(?:ha|haha|only joking|just kidding|i'm joking)\b/.test(words.join(' ')),
    )

const formal = wordSet('carried resolved resolution motion passed unanimously elected re-elected')

/** A motion that is about something else than the sentence that settles was settled before, or never. */
function ownMatter(heard: readonly Heard[], at: number, matter: Matter | null): Matter | null {
  const { sentence, cues } = heard[at]!
  if (puts(cues) && !cues.has('lost') && topicOf(sentence).size > 2 && !sentence.isQuestion)
    return { ...untouched, how: 'motion', put: sentence }
  if (!matter) return null
  const [own, put] = [topicOf(sentence), topicOf(matter.put)]
  const differs = own.size >= 4 && put.size >= 2 && ![...own].some((word) => put.has(word))
  return differs && at - matter.put.index > 3 ? null : matter
}

/** Assents and counts that follow what settles a matter belong to it: "We accept it. Those for? Four. Against? None." */
function afterwards(heard: readonly Heard[], at: number): number {
  if (heard[at]!.cues.has('lost')) return at
  const last = counted(heard, at, 1)
  let to = last
  while (to - last < 4 && heard[to + 1] && follows(heard[to + 1]!)) to++
  return to
}

const longestCount = 8

/** To where a count goes that touches a sentence. */
function counted(heard: readonly Heard[], at: number, step: 1 | -1): number {
  const isOfCount = (place: number): boolean => {
    const [one, before] = [heard[place], heard[place - 1]]
    if (!one?.isShort || one.cues.has('motion')) return false
    const isAnswer = before?.cues.has('callsVote') === true && one.sentence.words.length <= shortestAnswer
    return one.cues.has('callsVote') || one.cues.has('counts') || isAnswer
  }
  let to = at
  while (Math.abs(to - at) < longestCount && isOfCount(to + step)) to += step
  return to
}
const shortestAnswer = 5
const follows = ({ cues, isShort, sentence }: Heard): boolean =>
  !cues.has('chairs') &&
  !sentence.isQuestion &&
  (cues.has('counts') ||
    (isShort && cues.has('assent')) ||
    cues.has('unanimous') ||
    (isShort && cues.has('carried')))

const parts = wordSet('second proposer counts unanimous callsVote condition asks')
const isPart = ({ cues, isShort, sentence }: Heard, matter: Matter | null): boolean =>
  matter !== null &&
  ([...cues.keys()].some((kind) => parts.has(kind)) ||
    (isShort && cues.has('assent') && sentence.speaker !== matter.put.speaker))

const endings = matcherOf({
  deferred: [
    'defer|deferred|defers|deferring|deferral|postpone|postponed|adjourn|adjourned|park|parked|pause',
    'leave|left|leaving|hold|held|put|push|pushed|refer|referred|carry|carried|move|moved|goes|go|lie|lies … over|off|back|until|till|table',
    'come|comes|bring|take|taken|brought|back … next|to the|our|in|at; not decide|deciding|decided; no decision',
    'come|comes back to|in|next',
  ],
  lost: [
    'lost|defeated|falls|fails|fell|rejected|declines|declined|refused',
    'not carried|passed|approved|agreed|adopted|supported',
    "isn't|wasn't|aren't|weren't carried|passed|approved|agreed|adopted|supported; voted down",
    "turned|turn it|that|them|this|down; noes have; we decline|reject|refuse; that's a no",
    "does not pass|carry; doesn't pass|carry; answer is no; answer's no",
  ],
  carried: [
    'is|are|was|were|it|motion|resolution|be carried|passed|approved|adopted|elected|appointed|agreed',
    '^ carried|passed|approved; resolved',
  ],
})

function outcomeOf(heard: readonly Heard[], at: number, vote: Vote | null): Outcome {
  const { cues, sentence } = heard[at]!
  const ends = endings(sentence.words)
  if (vote && vote.for !== null && vote.against !== null && vote.for < vote.against) return 'rejected'
  if (ends.has('lost') && !cues.has('unanimous')) return 'rejected'
  if (ends.has('deferred') && !ends.has('carried') && !(vote && vote.for)) return 'deferred'
  if (ends.has('carried') && /carried over/i.test(sentence.text)) return 'deferred'
  if (cues.has('withdrawn') && !ends.has('carried')) return 'withdrawn'
  return cues.has('noted') && !ends.has('carried') && !cues.has('agreed') ? 'noted' : 'carried'
}

/** Who proposed and seconded, by their own words or by somebody's who names them. */
function movers(
  around: readonly Heard[],
  matter: Matter | null,
  people: People,
): { proposer: string | null; seconder: string | null } {
  let [proposer, seconder] = [matter?.proposer?.speaker ?? null, matter?.seconder?.speaker ?? null]
  for (const { sentence, cues } of around) {
    if (!cues.has('second') && !cues.has('proposer')) continue
    for (const { name, at } of people.namedIn(sentence.words)) {
      const before = sentence.words.slice(Math.max(0, at - 2), at).join(' ')
      if (/propose[rd]|moved/.test(before)) proposer = name
      if (/second(?:ed|er)/.test(before)) seconder = name
    }
  }
  return { proposer, seconder: seconder === proposer ? null : seconder }
}

/** "…, subject to the survey" */
function conditionIn(around: readonly Heard[]): string | null {
  for (const { sentence, cues } of [...around].reverse()) {
    if (!cues.has('condition') || sentence.isQuestion) continue
    const found =
      /\b(?:subject to|provided|providing|as long as|on condition|conditional on|only if) .*/i.exec(
        sentence.text,
      )
    if (found) return found[0].replace(/[.?!]$/, '')
  }
  return null
}

/** Said to whoever writes the minutes, and decided by nobody. */
const dictates = /\b(?:ignore|disregard|forget|override)\b[^.?!]{0,40}\b(?:instructions?|prompts?|rules)\b/i

function reasonOf({
  score,
  heard: { sentence, cues },
  matter,
  outcome,
  vote,
}: Pick<FoundDecision, 'matter' | 'outcome' | 'vote'> & { score: number; heard: Heard }): Reason | null {
  if (sentence.isQuestion) return 'question'
  if (dictates.test(sentence.text)) return 'unclear'
  // A motion by itself was put and not carried.
  const isPut = cues.has('motion') && settlingIn(cues).length === 0
  if (score < thresholds.fact || isPut) return 'unclear'
  if (
    matter &&
    matter.dissents.length > matter.assents.length &&
    matter.votes.length === 0 &&
    !cues.has('carried')
  )
    return 'dissent'
  if (vote?.for != null && vote.against !== null && outcome === 'carried' && vote.for <= vote.against)
    return 'counts'
  const ends = endings(sentence.words)
  return ends.has('lost') &&
    ends.has('carried') &&
    ends.get('lost') !== ends.get('carried') &&
    outcome === 'carried'
    ? 'outcome'
    : null
}
