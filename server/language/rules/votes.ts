import type { Vote } from '#contract/minutes.ts'
import { figuresIn, tens, units } from '../figures.ts'
import { wordSet } from './phrases.ts'
import type { People, Sentence } from './talk.ts'

type Side = keyof Vote

const nothing = new Set(['none', 'nobody', 'nil', 'zero', 'no', 'no-one'])

/** A number as it is said or written, up to ninety-nine in words. */
function numberOf(word: string | undefined): number | null {
  if (word === undefined) return null
  if (/^\d{1,9}$/.test(word)) return Number(word)
  if (nothing.has(word)) return 0
  const [ten, unit] = word.split('-')
  const base = tens.get(ten!)
  return base === undefined ? (units.get(word) ?? null) : base + (units.get(unit!) ?? 0)
}

const sides: Record<string, Side> = {
  ...{ for: 'for', favour: 'for', ayes: 'for', against: 'against', opposed: 'against', noes: 'against' },
  ...{ abstention: 'abstained', abstentions: 'abstained', abstained: 'abstained', abstaining: 'abstained' },
}
/** Between a number and the side that it is of. */
const between = wordSet('in votes vote hands people are is was were members voted voting of us with have')

/** The votes that were told in these sentences; null: none, or nothing that can be relied on. */
export function votesIn(sentences: readonly Sentence[]): Vote | null {
  const vote: Vote = { for: null, against: null, abstained: null }
  /** "Those against?" asks for the next number. */
  let asked: Side | null = null
  for (const { words, isQuestion } of sentences) {
    if (isQuestion) {
      asked =
        words.length <= 6 || sides[words.at(-1)!] !== undefined
          ? (words.map((word) => sides[word]).findLast((side) => side !== undefined) ?? null)
          : null
      continue
    }
    const told = countsOf(words)
    const all = words.findIndex((word, i) => word === 'all' && (numberOf(words[i + 1]) ?? 0) > 1)
    if (all !== -1 && told.length === 0) told.push(['for', numberOf(words[all + 1])!])
    for (const [side, count] of told) vote[side] = count
    if (told.length === 0 && asked !== null && words.length <= 4) {
      const count = numberOf(words.find((word) => numberOf(word) !== null))
      if (count !== null) vote[asked] = count
    }
    asked = null
    if (told.length === 0) Object.assign(vote, resultIn(words))
  }
  // A count of those against alone says little of how it went.
  return vote.for === null && vote.against !== 0 ? null : vote
}

/** "Aye." – "Aye." – "And I'm in favour, so that's unanimous." → how many, where everybody who may vote has said so. */
export function voicesIn(sentences: readonly Sentence[], people: People): Vote | null {
  const voices = new Set<string>()
  for (const { speaker, words, isQuestion } of sentences) {
    if (speaker === null || isQuestion) continue
    if (words.some((word) => doubting.has(word))) return null
    if (saysFor(words)) voices.add(speaker)
  }
  const without = voiceless.map((office) => people.meant(office))
  const voters = people.names.filter((name) => !without.includes(name))
  return voices.size >= fewestVoices && voters.every((name) => voices.has(name))
    ? { for: voices.size, against: 0, abstained: null }
    : null
}
const fewestVoices = 3
/** They write down what others decide. */
const voiceless = ['company secretary', 'secretary', 'clerk']
const saysFor = (words: readonly string[]): boolean =>
  assenting.has(words[0]!) ||
  (words[0] === 'for' && words.length === 1) ||
  words.join(' ').includes("i'm in favour")
const assenting = new Set(['aye', 'yes', 'agreed'])
/** Whoever says one of these may be against it: then no count is made up. */
const doubting = wordSet(
  "not no nay against oppose opposed opposing abstain abstaining abstention object don't won't can't cannot disagree",
)

const result = wordSet('carried lost passed vote votes defeated favour against motion falls')

const lostBy = new Set(['lost', 'defeated', 'falls'])

/** "Carried by three votes to one"; of a motion that was lost the smaller number is for it. */
function resultIn(words: readonly string[]): Partial<Vote> {
  const at = words.indexOf('to', 1)
  const [one, other] = [numberOf(words[at - 1]) ?? numberOf(words[at - 2]), numberOf(words[at + 1])]
  if (at === -1 || one === null || other === null || !words.some((word) => result.has(word))) return {}
  const isLost = words.some((word) => lostBy.has(word))
  return isLost ? { for: Math.min(one, other), against: Math.max(one, other) } : { for: one, against: other }
}

/** "Three in favour, none against, one abstention"; "For, 19,400,110; against, 21,800,541" */
function countsOf(words: readonly string[]): [Side, number][] {
  const first = words.findIndex((_, at) => isSide(words, at))
  const isBefore = first > 0 && countBefore(words, first) !== null
  return words.flatMap((word, at): [Side, number][] => {
    if (!isSide(words, at)) return []
    const count = isBefore ? countBefore(words, at) : numberAt(words, at + 1, 1)
    return count === null ? [] : [[sides[word]!, count]]
  })
}

/** "For the lease" and "for two days" name no side of a vote. */
function isSide(words: readonly string[], at: number): boolean {
  if (sides[words[at]!] === undefined) return false
  if (words[at] !== 'for' || at === words.length - 1 || words[at + 1] === 'and') return true
  let to = at + 1
  while (isNumber(words[to])) to++
  return to > at + 1 && (to === words.length || afterCount.has(words[to]!))
}
const afterCount = new Set([...Object.keys(sides), 'votes', 'hands', 'with', 'nobody', 'none', 'no'])

const scales = new Set(['hundred', 'thousand', 'million', 'and'])
const isNumber = (word: string | undefined): boolean =>
  numberOf(word) !== null || (word !== undefined && scales.has(word))

function countBefore(words: readonly string[], at: number): number | null {
  let back = at - 1
  while (back >= 0 && at - back < 4 && between.has(words[back]!)) back--
  return numberAt(words, back, -1)
}

/** The number that begins or ends at a word. */
function numberAt(words: readonly string[], at: number, step: 1 | -1): number | null {
  const found: string[] = []
  for (let next = at; isNumber(words[next]) && found.length < 9; next += step) found.push(words[next]!)
  const said = step === 1 ? found : found.reverse()
  while (said[0] === 'and') said.shift()
  if (said.length === 1) return numberOf(said[0])
  const values = [...figuresIn(said.join(' '))]
  return values.length === 1 ? values[0]! : numberOf(step === 1 ? said[0] : said.at(-1))
}
