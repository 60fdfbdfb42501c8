import { type CueKind, cuesIn } from './cues.ts'
import { headOf, wordSet } from './phrases.ts'
import type { Named, Sentence } from './talk.ts'
import { actionBase, actionWeights, decisionBase, decisionWeights } from './weights.ts'

/** What a sentence is heard to do: each kind of cue, and the word that it begins at. */
export type Heard = { sentence: Sentence; cues: Map<CueKind, number>; isShort: boolean }

/** What is before the meeting. */
export type Matter = {
  /** The sentence that put it: a motion, a question to all. */
  put: Sentence
  how: 'motion' | 'asked'
  proposer: Sentence | null
  seconder: Sentence | null
  /** Who agreed, was against it or abstained, with their words. */
  assents: Sentence[]
  dissents: Sentence[]
  votes: Sentence[]
  /** It was said to be carried or lost: what is asked next is another matter. */
  isSettled: boolean
  /** What was open when this was put: it is before the meeting again when this falls, as after an amendment. */
  under: Matter | null
}

/** How it stands when a sentence begins. */
export type Standing = { matter: Matter | null; since: number }

/** A matter that nobody has come back to for so many sentences is no longer before the meeting; sooner once it is settled. */
const longest = 14
const longestSettled = 6
const shortAnswer = 9
const shortestMotion = 9

export const hear = (talk: readonly Sentence[]): Heard[] =>
  talk.map((sentence) => ({
    sentence,
    cues: cuesIn(sentence.words),
    isShort: sentence.words.length <= shortAnswer,
  }))

/** Goes through the meeting and says, for each sentence, what is before the meeting then. */
export function track(heard: readonly Heard[]): Standing[] {
  let matter: Matter | null = null
  let last = 0
  return heard.map((one, at) => {
    if (matter && at - last > (matter.isSettled ? longestSettled : longest)) matter = null
    if (matter && opensItem(one)) matter = null
    const standing = { matter: matter && { ...matter }, since: matter ? at - last : longest }
    const how = putBy(one)
    const taken = !matter || matter.isSettled ? takenUp(one, heard[at - 1]) : null
    if (how && !(matter && how === 'asked' && at - matter.put.index <= 3 && matter.how === 'motion')) {
      // A proposer's name may come before the motion, and the question after it.
      matter = begun(one, how, matter)
      last = at
    } else if (taken) {
      matter = taken
      last = at
    } else if (matter && note(matter, one) && !matter.isSettled) last = at
    if (matter && saysEnd(one) && !one.sentence.isQuestion) {
      matter.isSettled = true
      if (one.cues.has('lost') && matter.under) matter = matter.under
    }
    return standing
  })
}

/** "Shall I put it like this: that we take the school, provided that …?" – "I'll move that." */
function takenUp({ cues, sentence, isShort }: Heard, before: Heard | undefined): Matter | null {
  if (!cues.has('proposer') || !isShort || sentence.isQuestion || !before || before.isShort) return null
  if (before.sentence.speaker === sentence.speaker) return null
  return { ...untouched, put: before.sentence, how: 'motion', proposer: sentence }
}

const opensItem = ({ cues, isShort, sentence }: Heard): boolean =>
  isShort && !sentence.isQuestion && cues.has('chairs') && !cues.has('asks') && !cues.has('carried')

function putBy({ cues, sentence }: Heard): Matter['how'] | null {
  if (cues.has('recalled') || cues.has('withdrawn')) return null
  // "The motion is lost" puts nothing.
  if (puts(cues) && !saysEnd({ cues, sentence }) && sentence.words.length > 4) return 'motion'
  if (cues.has('wantsProposer') || cues.has('callsVote')) return 'asked'
  const asks = cues.has('asks') || cues.has('carried') || askingWords.has(sentence.words.at(-1)!)
  return asks && sentence.isQuestion ? 'asked' : null
}

/** Whether a sentence with these cues says what is to be decided. */
export const puts = (cues: Heard['cues']): boolean =>
  cues.has('motion') || (cues.has('resolves') && !cues.has('doubtful') && !cues.has('elsewhere'))

/** "I propose that we accept the tender" ends nothing: it is put before it says "we accept". */
function saysEnd({ cues, sentence }: Pick<Heard, 'cues' | 'sentence'>): boolean {
  const ends = [cues.get('carried'), cues.get('lost')].filter((at) => at !== undefined)
  const put = firstPerson(sentence) ? (cues.get('motion') ?? Infinity) : Infinity
  return ends.some((at) => at < put)
}

/** "The minutes of the fourth of August, approved?" */
const askingWords = new Set(['approved', 'agreed', 'yes', 'happy', 'content', 'okay', 'hands'])

/** Nobody has said anything of it yet. */
export const untouched: Omit<Matter, 'put' | 'how'> = {
  ...{ proposer: null, seconder: null, assents: [], dissents: [], votes: [], isSettled: false, under: null },
}

function begun({ sentence, cues }: Heard, how: Matter['how'], before: Matter | null): Matter {
  if (how === 'asked' && before && !before.isSettled) return { ...before }
  const isOwn = how === 'motion' && cues.has('motion') && firstPerson(sentence)
  // "May I move an amendment?" is no motion by itself.
  const isOpen = before !== null && !before.isSettled && before.put.words.length >= shortestMotion
  const under = isOpen ? { ...before, under: null } : null
  return { ...untouched, put: sentence, how, under, proposer: isOwn ? sentence : null }
}

const firstPerson = ({ words }: Sentence): boolean => {
  const word = words[headOf(words)]
  return word === 'i' || word === "i'd" || word === "i'll"
}

/** Whether the sentence is about the matter; what it says is kept. */
function note(matter: Matter, { sentence, cues, isShort }: Heard): boolean {
  if (cues.has('counts') || cues.has('unanimous')) matter.votes = [...matter.votes, sentence]
  else if (cues.has('second') && !sentence.isQuestion) matter.seconder ??= sentence
  else if (cues.has('proposer') && isShort && !sentence.isQuestion) matter.proposer ??= sentence
  else if (cues.has('assent') && isShort && sentence.speaker !== matter.put.speaker && !sentence.isQuestion)
    matter.assents = [...matter.assents, sentence]
  else if (cues.has('dissent') && sentence.speaker !== matter.put.speaker)
    matter.dissents = [...matter.dissents, sentence]
  else return false
  return true
}

/** What can be the end of a matter. */
const settling = wordSet('carried agreed willDo consent unanimous counts lost deferred withdrawn noted')
export const settlingIn = (cues: Heard['cues']): CueKind[] =>
  [...cues.keys()].filter((one) => settling.has(one))

/** What speaks for and against a sentence's settling a matter, as names that `weights.ts` knows. */
export function signsOf(heard: readonly Heard[], at: number, { matter, since }: Standing): string[] {
  const { sentence, cues, isShort } = heard[at]!
  const head = headOf(sentence.words)
  const signs: string[] = []
  for (const [kind, place] of cues) signs.push(`here ${kind}`, ...(place <= head ? [`first ${kind}`] : []))
  signs.push(...signsNear(heard, at, { last: -1, next: 1 }))
  signs.push(matter ? `before it: ${matter.how}` : 'before it: nothing')
  if (matter) {
    signs.push(`since ${since <= 1 ? 'now' : since <= 4 ? 'just' : 'long'}`)
    if (matter.seconder) signs.push('seconded')
    if (matter.assents.length > 1) signs.push('assents')
    if (matter.dissents.length > 0) signs.push('dissent before')
    if (matter.votes.length > 0) signs.push('counted')
    if (matter.put.speaker === sentence.speaker) signs.push('by who put it')
    for (const kind of settlingIn(cues)) signs.push(`${matter.how} ${kind}`)
  }
  if (sentence.isQuestion) {
    signs.push('question')
    for (const kind of settlingIn(cues)) signs.push(`question ${kind}`)
  }
  if (sentence.speaker === null) for (const kind of cues.keys()) signs.push(`written ${kind}`)
  if (isShort) signs.push('short')
  if (sentence.words.length <= 3) signs.push('very short')
  signs.push(...wordSigns(sentence.words))
  return signs
}

/** What is said so many sentences before or after, by the same voice or by another one. */
export const signsNear = (
  heard: readonly { sentence: Sentence; cues: ReadonlyMap<string, number>; named?: readonly Named[] }[],
  at: number,
  places: Readonly<Record<string, number>>,
): string[] =>
  Object.entries(places).flatMap(([place, step]) => {
    const one = heard[at + step]
    if (!one) return []
    const kinds = [...one.cues.keys()]
    if (one.sentence.isQuestion) kinds.push('question')
    if (one.named?.length) kinds.push('named')
    const voice = one.sentence.speaker === heard[at]!.sentence.speaker ? '' : ' others'
    return kinds.map((kind) => `${place}${voice} ${kind}`)
  })

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

/** "here carried 0.9; chair 0.7" → how much each sign weighs. */
const table = (text: string): Map<string, number> =>
  new Map(
    text.split(/[;\n]/).flatMap((entry): [string, number][] => {
      const at = entry.lastIndexOf(' ')
      return at > 0 ? [[entry.slice(0, at).trim(), Number(entry.slice(at + 1))]] : []
    }),
  )

const weigher = (base: number, text: string) => {
  const weights = table(text)
  return (signs: readonly string[]): number =>
    signs.reduce((sum, sign) => sum + (weights.get(sign) ?? 0), base)
}

/** Logarithm of the odds that a sentence with these signs settles something. */
export const decisionScore = weigher(decisionBase, decisionWeights)
/** … that it gives somebody a task. */
export const actionScore = weigher(actionBase, actionWeights)
