import type { Reason } from '#contract/minutes.ts'
import { type Due, dueIn } from './dates.ts'
import { headOf, matcherOf } from './phrases.ts'
import type { Named, People, Sentence } from './talk.ts'
import { actionScore, signsNear, wordSigns } from './tracker.ts'

/** The phrases by which somebody takes on a task, or is given one; see cues.ts. */
const actionCues = {
  takes: [
    "i'll; i will; i shall; i'm going to; let me; leave it with|to me; leave that with|to me",
    "i can … by|for|tomorrow|today|this|next|on|do|get|have|send|ask|look; i've got that; mine; that's me; on my list",
    "i'm on it|to; i'd better; you'll have it|them|that; me to; for me to",
  ],
  takesForAll: ["we'll; we will; let's; we're going to; we need to; we should; we must"],
  asks: [
    "can|could|would|will you; can|could|would|will _ you|please; please; you'll; you will; are you able|all",
    "i'd like you; i want you; i need you; you to; you can|could|should|must; do you want to; perhaps you",
    'if you could|would|can; make sure; have you; you take|do|send|get|write|draft; yours; you and; get me',
    "let me|us have; want|like|need|ask it|that|them|him|her; who's|who going|will|can",
  ],
  names: [
    'action; owner; actions; to action; actioned; down to|for; minute that as; put me|you|him|her|that down; on whose',
  ],
  accepts: [
    '^ will do; ^ yes; ^ yep; ^ yeah; ^ sure; ^ of course; ^ happy to; ^ no problem; ^ gladly; ^ certainly; ^ fine',
    "^ okay; ^ ok; ^ right; ^ i'll|i will|i can; ^ consider it done; ^ leave it; ^ noted; ^ understood; ^ done",
    '^ can do; ^ absolutely; ^ with pleasure; ^ all right; ^ go on; ^ by; ^ friday|monday|tuesday|wednesday|thursday',
    '^ deal; ^ agreed',
  ],
  refuses: [
    "i can't|cannot|won't; not me; i'd rather not; i haven't time; no chance; i couldn't; not really|sure",
    "i'm not able|going; ^ no; rather not; somebody else; if i can|get|have; might|may; i'll try|see|think; depends",
  ],
  third: [
    'will; to; is|are to|going; has agreed|offered|undertaken to; agreed|undertook|offered to',
    'was|were asked to; should|must; needs to; would; can|could',
  ],
  due: [
    'by monday|tuesday|wednesday|thursday|friday|saturday|sunday|the|next|then|tomorrow|end|january|february|march',
    'by april|may|june|july|august|september|october|november|december|tonight|lunchtime|noon|close|easter|christmas',
    'before the|monday|tuesday|wednesday|thursday|friday|next|easter|christmas|we|then; end of',
    'this|next week|month|afternoon|morning|evening|monday|tuesday|wednesday|thursday|friday|quarter; tomorrow; today',
    'tonight; within; on monday|tuesday|wednesday|thursday|friday|the; in a|two|three|time; for the next|board|meeting',
    'first thing; straight|right away|after; after the|this meeting',
  ],
  work: [
    'file|send|draft|circulate|chase|check|write|contact|arrange|book|order|update|prepare|review|report|bring|speak',
    'ring|email|obtain|find|register|submit|tell|ask|call|phone|get|look|sort|put|do|produce|add|amend|correct',
    'organise|set|talk|pass|confirm|issue|publish|notify|inform|pay|fix|redo|rewrite|post|print|instruct|approach',
    'meet|make|work|raise|share|forward|invite|follow|see|go|have|take|change|cost|measure|price|compare|list',
    'collect|deliver|return|renew|cancel|sign|let|come|buy|hire|run|give|finish|complete|start|lodge|dig|pull|move',
    'clear|clean|mend|replace|test|train|visit|walk|count|record|log|scan|upload|announce|advertise|recruit',
    'interview',
  ],
  room: [
    "i'll|i will|i propose|second|move|chair|take|read|start|begin|say|hand|come|declare|put|go|stop|abstain|vote",
    "i'll|i will|i support|note|be|leave|pause|turn|call|open|close|keep|sign|repeat|answer|give|tell|explain|admit",
    "i'll|i will|i let|bet|never|miss",
    "we'll move|come|take|start|go|vote|see|hear|have|leave|be|note; i'll second; propose it|that; take it|that as",
    "i'll be; let's see|move|hear|start|take|vote|go; i'll have|want|need|know|believe; the minutes; in favour",
    'before i',
  ],
  done: [
    "i've|we've|i|we have|had|did|done|sent|written|spoke|spoken|asked|already; already",
    'last week|month|time|year; was|were; yesterday; did; have you; has been',
  ],
  unsure: [
    "maybe; perhaps; might; could|should|would we|i|have|be; if; what if; i'd|we'd; somebody|someone|anyone",
    "one day; at some point; ought; hope; wonder; unless; why don't; shall; thinking",
  ],
  again: ["as agreed|i|we; to recap|confirm; so that's; just to; summary; recap; reminder; actions from|are"],
  when: ['next meeting; meet again; see you; adjourn|adjourned; date of; same time; meet on|in'],
} as const

type ActionCue = keyof typeof actionCues

const actionCuesIn = matcherOf<ActionCue>(actionCues)

/** What a sentence says of tasks. */
export type Task = {
  sentence: Sentence
  cues: Map<ActionCue, number>
  /** Whom it names, with the places of their names. */
  named: Named[]
}

export const hearTasks = (talk: readonly Sentence[], people: People): Task[] =>
  talk.map((sentence) => ({
    sentence,
    cues: actionCuesIn(sentence.words),
    named: people.namedIn(sentence.words),
  }))

/** What speaks for and against a sentence's giving somebody a task, as names that `weights.ts` knows. */
export function actionSignsOf(tasks: readonly Task[], at: number): string[] {
  const { sentence, cues, named } = tasks[at]!
  const signs: string[] = []
  const head = headOf(sentence.words)
  for (const [kind, place] of cues)
    signs.push(`here ${kind}`, ...(place <= head + 1 ? [`first ${kind}`] : []))
  if (named.length > 0) signs.push('named', ...(named[0]!.at <= head ? ['named first'] : []))
  if (named.length > 0 && named.at(-1)!.at >= sentence.words.length - 2) signs.push('named last')
  for (const kind of ['asks', 'third'] as const)
    if (named.length > 0 && cues.has(kind)) signs.push(`named+${kind}`)
  if (followedBy(tasks[at]!, 'third')) signs.push('name will')
  signs.push(...signsNear(tasks, at, { last: -1, next: 1, later: 2 }))
  if (sentence.isQuestion) {
    signs.push('question')
    for (const kind of ['asks', 'takes', 'takesForAll'] as const)
      if (cues.has(kind)) signs.push(`question ${kind}`)
  }
  if (sentence.speaker === null) signs.push('written', ...[...cues.keys()].map((kind) => `written ${kind}`))
  const length = sentence.words.length
  signs.push(length <= 4 ? 'very short' : length <= 8 ? 'short' : length > 25 ? 'long' : 'middling')
  return [...new Set([...signs, ...wordSigns(sentence.words)])]
}

/** "Helen will", "Sam to". */
const followedBy = ({ named, cues }: Task, kind: ActionCue): boolean =>
  named.some(({ at, length }) => cues.get(kind) === at + length)

export type FoundAction = {
  /** The sentence that says what is to be done. */
  said: Sentence
  sentences: Sentence[]
  owner: string | null
  due: Due | null
  /** Null: it is shown as fact. */
  reason: Reason | null
}

const actionThresholds = { fact: 0.3, check: -1 }

/** Who does what, as it was taken on or asked for. */
export function findActions(talk: readonly Sentence[], people: People, held: string | null): FoundAction[] {
  const tasks = hearTasks(talk, people)
  const scored = tasks.map((task, at) => ({
    at,
    score: actionScore(actionSignsOf(tasks, at)) + (assigns(task) ? assigned : 0),
  }))
  const kept: typeof scored = []
  for (const one of [...scored].sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (one.score < actionThresholds.check) break
    if (!kept.some((other) => isSame(tasks, one.at, other.at))) kept.push(one)
  }
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ at, score }) => {
      const sentences = told(tasks, at)
      const owner = ownerOf(tasks, at)
      const due = sentences.map(({ text }) => dueIn(text, held)).find((one) => one !== null) ?? null
      return { said: saying(tasks, at), sentences, owner, due, reason: reasonOf(tasks[at]!, score) }
    })
}

/** "Priya to book the meeting room.", "Action: Priya to book it." leave nothing open. */
const assigned = 3
const assigns = ({ sentence: { words, isQuestion }, named: [first] }: Task): boolean =>
  first !== undefined &&
  !isQuestion &&
  first.at <= headOf(words) + Number(words[headOf(words)] === 'action') &&
  words[first.at + first.length] === 'to' &&
  words.length > first.at + first.length + 2

/** A request and its answer are one task. */
function isSame(tasks: readonly Task[], one: number, other: number): boolean {
  const [first, second] = one < other ? [tasks[one]!, tasks[other]!] : [tasks[other]!, tasks[one]!]
  const apart = Math.abs(one - other)
  if (apart === 2) return first.sentence.isQuestion || second.sentence.isQuestion
  // Two who speak one after the other may each have a task.
  return (
    apart < 2 && (first.sentence.speaker === second.sentence.speaker || asksFor(first) || isAnswer(second))
  )
}

const answerWords = 8
const asksFor = (task: Task | undefined): task is Task =>
  task !== undefined && (task.cues.has('asks') || (task.sentence.isQuestion && task.cues.has('work')))
const isAnswer = ({ cues, sentence }: Task): boolean =>
  cues.has('accepts') && sentence.words.length <= answerWords

/** The request is told with what accepts it. */
function told(tasks: readonly Task[], at: number): Sentence[] {
  const [before, task, after] = [tasks[at - 1], tasks[at]!, tasks[at + 1]]
  const isOther = (one: Task | undefined): one is Task =>
    one !== undefined && one.sentence.speaker !== task.sentence.speaker
  const from =
    isOther(before) && asksFor(before) && (isAnswer(task) || task.cues.has('takes')) ? [before.sentence] : []
  const to = isOther(after) && isAnswer(after) && asksFor(task) ? [after.sentence] : []
  return [...from, task.sentence, ...to]
}

/** "Will do" says nothing: what was asked for does. */
function saying(tasks: readonly Task[], at: number): Sentence {
  const [before, task] = [tasks[at - 1], tasks[at]!]
  return before && isAnswer(task) && asksFor(before) ? before.sentence : task.sentence
}

function ownerOf(tasks: readonly Task[], at: number): string | null {
  const { sentence, cues, named } = tasks[at]!
  const { speaker, words } = sentence
  const doer = named.find((one) => cues.get('third') === one.at + one.length)
  if (doer && !cues.has('takes')) return doer.name
  if (cues.has('takes') && speaker !== null) return speaker
  if (isAnswer(tasks[at]!) && asksFor(tasks[at - 1])) return speaker
  const others = named.filter(({ name }) => name !== speaker)
  const addressed = others.find((one) => one.at <= headOf(words) || one.at + one.length === words.length)
  if (addressed) return addressed.name
  const next = tasks[at + 1]
  if (cues.has('asks') && next && next.sentence.speaker !== speaker && isAnswer(next))
    return next.sentence.speaker
  const accepted = cues.has('accepts') && !cues.has('names') ? speaker : null
  return accepted ?? others[0]?.name ?? null
}

function reasonOf({ sentence, cues }: Task, score: number): FoundAction['reason'] {
  if (score < actionThresholds.fact) return 'unclear'
  return cues.has('unsure') && cues.has('refuses') && sentence.words.length < 12 ? 'unclear' : null
}
