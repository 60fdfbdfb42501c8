import type { Reason } from '#contract/minutes.ts'
import { actionSignsOf, hearTasks, type Task } from './action-signs.ts'
import { dueIn, type Due } from './dates.ts'
import type { People } from './people.ts'
import { headOf } from './phrases.ts'
import { actionScore } from './score.ts'
import type { Sentence } from './talk.ts'

export type FoundAction = {
  /** The sentence that says what is to be done. */
  said: Sentence
  sentences: Sentence[]
  owner: string | null
  due: Due | null
  /** Null: it is shown as fact. */
  reason: Reason | null
}

export const actionThresholds = { fact: 0.3, check: -1 }

/** Who does what, as it was taken on or asked for. */
export function findActions(
  talk: readonly Sentence[],
  people: People,
  chair: string | null,
  held: string | null,
): FoundAction[] {
  const tasks = hearTasks(talk, people)
  const scored = tasks.map((task, at) => ({
    at,
    score: actionScore(actionSignsOf(tasks, at, chair)) + (assigns(task) ? assigned : 0),
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

/** "Priya to book the meeting room." leaves nothing open. */
const assigned = 3
const assigns = ({ sentence: { words, isQuestion }, named: [first] }: Task): boolean =>
  first !== undefined &&
  !isQuestion &&
  first.at <= headOf(words) &&
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
  const by = (kind: 'third' | 'asks'): string | undefined =>
    named.find((one) => cues.get(kind) === one.at + one.length)?.name
  const doer = by('third')
  if (doer !== undefined && !cues.has('takes')) return doer
  if (cues.has('takes') && sentence.speaker !== null) return sentence.speaker
  if (isAnswer(tasks[at]!) && asksFor(tasks[at - 1])) return sentence.speaker
  const addressed = named.find(
    ({ at: place, length }) => place <= headOf(sentence.words) || place + length === sentence.words.length,
  )
  if (addressed && addressed.name !== sentence.speaker) return addressed.name
  const next = tasks[at + 1]
  if (cues.has('asks') && next && next.sentence.speaker !== sentence.speaker && isAnswer(next))
    return next.sentence.speaker
  if (doer !== undefined) return doer
  const others = named.filter(({ name }) => name !== sentence.speaker)
  if (sentence.speaker === null || cues.has('third') || cues.has('names')) return others[0]?.name ?? null
  const before = tasks[at - 1]
  if (cues.has('asks'))
    return (
      others[0]?.name ??
      (before && before.sentence.speaker !== sentence.speaker ? before.sentence.speaker : null)
    )
  return cues.has('accepts') ? sentence.speaker : (others[0]?.name ?? null)
}

function reasonOf({ sentence, cues }: Task, score: number): FoundAction['reason'] {
  if (score < actionThresholds.fact) return 'unclear'
  return cues.has('unsure') && cues.has('refuses') && sentence.words.length < 12 ? 'unclear' : null
}
