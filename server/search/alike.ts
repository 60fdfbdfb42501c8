import type { Passage } from '#contract/search.ts'
import { spelledNumbers } from '../language/worded-figures.ts'

type Compared = Pick<Passage, 'kind' | 'sourceId' | 'text' | 'date'> & { coverage: number }

/** What is shorter says the same in many meetings, and means another thing in each. */
const fewestWords = 12
/** Two transcriptions of one sound differ in so many of their words. */
const mostDifferent = 0.1
/** One of them has more of the question: its meeting's name or date was asked for. */
const askedFor = 0.05

/**
 * The same meeting can be there twice: what two meetings say in (nearly) the same words is told once, by the one that was asked
 * for, else by the newest. Names, figures and denials must be the same; who speaks may have another name by now.
 * @param found the best first, which stays so
 */
export function onlyOnce<T extends Compared>(found: readonly T[]): T[] {
  const groups = new Map<string, { bag: Map<string, number>; size: number; members: T[] }[]>()
  for (const one of found) {
    const { kind, text } = one
    const words = kind === 'transcript' || kind === 'minutes' ? wordsOf(text) : []
    if (words.length < fewestWords) continue
    const bag = counted(words.map((word) => word.toLowerCase()))
    const key = `${kind} ${telling(words).join(' ')}`
    const near = groups.get(key) ?? []
    groups.set(key, near)
    const same = near.find(
      (group) =>
        differing(bag, group.bag) <= mostDifferent * 2 * Math.max(words.length, group.size) &&
        group.members.every(({ sourceId }) => sourceId !== one.sourceId),
    )
    if (same) same.members.push(one)
    else near.push({ bag, size: words.length, members: [one] })
  }
  const dropped = new Set(
    [...groups.values()].flat().flatMap(({ members }) => {
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

/** "Helen Marsh: …", which is "Speaker 2: …" until somebody says who it is. */
const speaker = /(^|[.?!…]["”’)]?\s+)(?:(?:\p{Lu}[\p{L}.'’-]*|\d+)\s?){1,4}:\s/gu

const wordsOf = (text: string): string[] =>
  text.replace(speaker, '$1').match(/[.?!…:]|[\p{L}\p{N}][\p{L}\p{N}'’.,-]*(?<![.,])/gu) ?? []

const numbers = new Set(spelledNumbers)
const denies = /^(not|no|none|never|nobody|nothing|against|without|\w+n['’]t)$/i

/** Words that make it another fact: figures, denials, and names, which begin with a capital letter within a sentence. */
function telling(words: readonly string[]): string[] {
  return words
    .filter((word, i) => {
      const parts = word.toLowerCase().split('-')
      if (/\d/.test(word) || denies.test(word) || parts.some((part) => numbers.has(part))) return true
      const before = words[i - 1]
      return /^\p{Lu}/u.test(word) && word !== 'I' && before !== undefined && !/^[.?!…:]$/.test(before)
    })
    .map((word) => word.toLowerCase())
    .sort()
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
