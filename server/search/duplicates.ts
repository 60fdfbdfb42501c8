import type { Passage } from '#contract/search.ts'
import { isCalled, numberedLabel } from '../language/names.ts'
import { spelledNumbers } from '../language/worded-figures.ts'
import { withoutSpeakers } from './speaker-prefixes.ts'
import { alternativeWords } from '../language/alternatives.ts'

type Compared = Pick<Passage, 'kind' | 'sourceId' | 'title' | 'text' | 'date' | 'speaker'> & {
  coverage: number
}

/** What is shorter says the same in many meetings, and means another thing in each. */
const fewestWords = 12
/** Two transcriptions of one sound differ in so many of their words. */
const mostDifferent = 0.1
/** One of them has more of the question: its meeting's name or date was asked for. */
const askedFor = 0.05

/**
 * The same meeting can be there twice: what two meetings say in the same words is told once, by the one that was asked for,
 * else by the newest. Who speaks may have been named, or have a fuller name, by now. A few words may differ only where both
 * have the same title and the same moment, and never figures, names, denials or what became of a motion: another meeting may
 * have decided the contrary in nearly the same words.
 * @param found the best first, which stays so
 */
export function onlyOnce<T extends Compared>(found: readonly T[]): T[] {
  const groups: { first: Read; members: T[] }[] = []
  for (const one of found) {
    const read = readOf(one)
    if (read === null) continue
    const group = groups.find(
      ({ first, members }) =>
        isSame(read, first) && members.every(({ sourceId }) => sourceId !== one.sourceId),
    )
    if (group) group.members.push(one)
    else groups.push({ first: read, members: [one] })
  }
  const dropped = new Set(
    groups.flatMap(({ members }) => {
      const kept = members.reduce(better)
      return members.filter((one) => one !== kept)
    }),
  )
  return found.filter((one) => !dropped.has(one))
}

function better<T extends Compared>(a: T, b: T): T {
  if (Math.abs(a.coverage - b.coverage) > askedFor) return a.coverage > b.coverage ? a : b
  if (a.date !== b.date) return (a.date ?? '') > (b.date ?? '') ? a : b
  return Number(a.sourceId) > Number(b.sourceId) ? a : b
}

type Read = {
  kind: Passage['kind']
  said: string
  speakers: (string | null)[]
  /** Title and moment; null: nobody knows when it was. */
  meeting: string | null
  size: number
  bag: Map<string, number>
  telling: string
}

/** null: it is not compared. */
function readOf({ kind, title, date, text, speaker }: Compared): Read | null {
  if (kind !== 'transcript' && kind !== 'minutes') return null
  const { said, speakers } = kind === 'transcript' ? withoutSpeakers(text) : { said: text, speakers: [] }
  const words = said.match(/[.?!…:]|[£$€+−-]?[\p{L}\p{N}][\p{L}\p{N}'’.,-]*(?<![.,])%?/gu) ?? []
  if (words.length < fewestWords) return null
  const meeting = date === null ? null : `${date} ${title}`
  const bag = counted(words.map((word) => word.toLowerCase()))
  return {
    ...{ kind, said, meeting, bag, speakers: [speaker, ...speakers] },
    ...{ size: words.length, telling: telling(words) },
  }
}

function isSame(a: Read, b: Read): boolean {
  if (a.kind !== b.kind || a.speakers.length !== b.speakers.length) return false
  if (!a.speakers.every((one, i) => canBeOne(one, b.speakers[i] ?? null))) return false
  if (a.said === b.said) return true
  if (a.meeting === null || a.meeting !== b.meeting || a.telling !== b.telling) return false
  return differing(a.bag, b.bag) <= mostDifferent * 2 * Math.max(a.size, b.size)
}

/** A label that names nobody can be anybody's. */
function canBeOne(a: string | null, b: string | null): boolean {
  if (a === null || b === null || numberedLabel.test(a) || numberedLabel.test(b)) return true
  return isCalled(a, b) || isCalled(b, a)
}

const numbers = new Set(spelledNumbers)
const denies = /^(not|no|none|never|nobody|nothing|against|without|\w+n['’]t)$/i
const decides = new RegExp(
  `^${alternativeWords(`
    accept adjourn adopt agree approv award cancel carr(y|ied) declin defeat defer disagree fail favour
    grant los[est] oppos pass postpon refus reject resolv support unanim withdr
  `)}`,
  'i',
)

/** Words that make it another fact: figures, denials, outcomes, and names, which begin with a capital letter within a sentence. */
function telling(words: readonly string[]): string {
  return words
    .filter((word, i) => {
      const parts = word.toLowerCase().split('-')
      if (/\d/.test(word) || denies.test(word) || decides.test(word)) return true
      if (parts.some((part) => numbers.has(part))) return true
      const before = words[i - 1]
      return /^\p{Lu}/u.test(word) && word !== 'I' && before !== undefined && !/^[.?!…:]$/.test(before)
    })
    .join(' ')
    .toLowerCase()
}

function counted(words: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>()
  for (const word of words) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

/** How many words one of them has and the other has not. */
function differing(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const word of new Set([...a.keys(), ...b.keys()]))
    sum += Math.abs((a.get(word) ?? 0) - (b.get(word) ?? 0))
  return sum
}
