import type { CueKind } from './cues.ts'
import { headOf } from './phrases.ts'
import type { Heard, Standing } from './tracker.ts'

/** What speaks for and against a sentence's settling a matter, as names that `weights.ts` knows. */

/** What can be the end of a matter. */
export const settling: readonly CueKind[] = [
  'carried',
  'agreed',
  'willDo',
  'consent',
  'unanimous',
  'counts',
  'lost',
  'deferred',
  'withdrawn',
  'noted',
]

export function signsOf(
  heard: readonly Heard[],
  at: number,
  { matter, since }: Standing,
  chair: string | null,
): string[] {
  const { sentence, cues, isShort } = heard[at]!
  const head = headOf(sentence.words)
  const signs: string[] = []
  for (const [kind, place] of cues) signs.push(`here ${kind}`, ...(place <= head ? [`first ${kind}`] : []))
  around(heard, at, signs)
  signs.push(matter ? `before it: ${matter.how}` : 'before it: nothing')
  if (matter) {
    signs.push(`since ${since <= 1 ? 'now' : since <= 4 ? 'just' : 'long'}`)
    if (matter.seconder) signs.push('seconded')
    if (matter.proposer) signs.push('proposed')
    if (matter.assents.length > 0) signs.push(matter.assents.length > 1 ? 'assents' : 'assent')
    if (matter.dissents.length > 0) signs.push('dissent before')
    if (matter.votes.length > 0) signs.push('counted')
    if (matter.put.speaker === sentence.speaker) signs.push('by who put it')
    for (const kind of settling) if (cues.has(kind)) signs.push(`${matter.how} ${kind}`)
  }
  if (sentence.speaker !== null && sentence.speaker === chair) {
    signs.push('chair')
    for (const kind of settling) if (cues.has(kind)) signs.push(`chair ${kind}`)
  }
  if (sentence.isQuestion) {
    signs.push('question')
    for (const kind of settling) if (cues.has(kind)) signs.push(`question ${kind}`)
  }
  if (sentence.speaker === null) for (const kind of cues.keys()) signs.push(`written ${kind}`)
  if (/\b(?:RESOLVED|AGREED|APPROVED|NOTED|DECIDED)\b/.test(sentence.text)) signs.push('in capitals')
  if (isPlainEnd(heard[at]!))
    signs.push('plain end', ...(matter?.assents.length ? ['plain end, agreed'] : []))
  if (isShort) signs.push('short')
  if (sentence.words.length <= 3) signs.push('very short')
  if (sentence.words.length > 25) signs.push('long')
  for (const [kind, other] of pairs) if (cues.has(kind) && cues.has(other)) signs.push(`${kind}+${other}`)
  signs.push(...wordSigns(sentence.words))
  return signs
}

/** "The minutes are approved": nothing takes its force away. */
const isPlainEnd = ({ cues, sentence }: Heard): boolean =>
  cues.has('carried') &&
  !sentence.isQuestion &&
  !['doubtful', 'recalled', 'elsewhere', 'jest', 'lost'].some((kind) => cues.has(kind as CueKind))

const pairs: [CueKind, CueKind][] = (['carried', 'agreed', 'willDo', 'lost', 'deferred'] as const).flatMap(
  (one) =>
    (['doubtful', 'recalled', 'elsewhere', 'condition', 'consent', 'counts'] as const).map(
      (other): [CueKind, CueKind] => [one, other],
    ),
)

/** What is said just before and after, by the same voice and by others. */
function around(heard: readonly Heard[], at: number, signs: string[]): void {
  const { speaker } = heard[at]!.sentence
  for (const [name, from, to] of spans)
    for (const other of [false, true]) {
      const kinds = new Set<string>()
      for (const one of heard.slice(Math.max(0, at + from), Math.max(0, at + to + 1)))
        if ((one.sentence.speaker !== speaker) === other) {
          for (const kind of one.cues.keys()) kinds.add(kind)
          if (one.sentence.isQuestion) kinds.add('question')
        }
      for (const kind of kinds) signs.push(`${name}${other ? ' others' : ''} ${kind}`)
    }
}
const spans: [string, number, number][] = [
  ['last', -1, -1],
  ['earlier', -4, -2],
  ['next', 1, 1],
  ['later', 2, 3],
]

/** Words and pairs of words; most weigh nothing and are not in the table. */
export function wordSigns(words: readonly string[]): string[] {
  const all = words.map((word) => (/^[£$€]?\d/.test(word) ? '#' : word))
  return [
    ...new Set([
      ...all.map((word) => `"${word}"`),
      ...all.slice(1).map((word, at) => `"${all[at]} ${word}"`),
    ]),
  ]
}
