import { actionCuesIn, type ActionCue } from './action-cues.ts'
import type { Named, People } from './people.ts'
import { headOf } from './phrases.ts'
import { wordSigns } from './signs.ts'
import type { Sentence } from './talk.ts'

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
export function actionSignsOf(tasks: readonly Task[], at: number, chair: string | null): string[] {
  const { sentence, cues, named } = tasks[at]!
  const signs: string[] = []
  const head = headOf(sentence.words)
  for (const [kind, place] of cues)
    signs.push(`here ${kind}`, ...(place <= head + 1 ? [`first ${kind}`] : []))
  for (const [one, other] of pairs) if (cues.has(one) && cues.has(other)) signs.push(`${one}+${other}`)
  if (named.length > 0) signs.push('named', ...(named[0]!.at <= head ? ['named first'] : []))
  if (named.length > 0 && named.at(-1)!.at >= sentence.words.length - 2) signs.push('named last')
  for (const kind of ['asks', 'third'] as const)
    if (named.length > 0 && cues.has(kind)) signs.push(`named+${kind}`)
  if (followedBy(tasks[at]!, 'third')) signs.push('name will')
  for (const [name, from, to] of spans)
    for (const one of tasks.slice(Math.max(0, at + from), Math.max(0, at + to + 1))) {
      const other = one.sentence.speaker === sentence.speaker ? '' : ' others'
      for (const kind of one.cues.keys()) signs.push(`${name}${other} ${kind}`)
      if (one.sentence.isQuestion) signs.push(`${name}${other} question`)
      if (one.named.length > 0) signs.push(`${name}${other} named`)
    }
  if (sentence.isQuestion) {
    signs.push('question')
    for (const kind of ['asks', 'takes', 'takesForAll', 'third'] as const)
      if (cues.has(kind)) signs.push(`question ${kind}`)
  }
  if (sentence.speaker === null) signs.push('written', ...[...cues.keys()].map((kind) => `written ${kind}`))
  if (chair !== null && sentence.speaker === chair) signs.push('chair')
  const length = sentence.words.length
  signs.push(length <= 4 ? 'very short' : length <= 8 ? 'short' : length > 25 ? 'long' : 'middling')
  return [...new Set([...signs, ...wordSigns(sentence.words)])]
}

/** "Helen will", "Sam to". */
const followedBy = ({ named, cues }: Task, kind: ActionCue): boolean =>
  named.some(({ at, length }) => cues.get(kind) === at + length)

const pairs: [ActionCue, ActionCue][] = (['takes', 'takesForAll', 'asks', 'third'] as const).flatMap((one) =>
  (['due', 'work', 'room', 'done', 'unsure', 'refuses', 'again'] as const).map(
    (other): [ActionCue, ActionCue] => [one, other],
  ),
)
const spans: [string, number, number][] = [
  ['last', -1, -1],
  ['next', 1, 1],
  ['later', 2, 2],
]
