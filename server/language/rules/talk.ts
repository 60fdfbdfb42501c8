import { numberedLabel, roleIn, withoutRole } from '../names.ts'
import { sentencesOf } from '../sentences.ts'
import { wordSet } from './phrases.ts'

/** A line of a transcript; `speaker` is a name where one is known, else a label. */
export type Line = { id: number; start: number; end: number; speaker: string | null; text: string }

/** A sentence in its place in the meeting. */
export type Sentence = {
  /** Among all sentences. */
  index: number
  /** The lines that it was said in: an engine cuts where somebody breathes. */
  lines: Line[]
  speaker: string | null
  text: string
  /** In small letters, without punctuation, hesitations and quoted words: what the rules read. */
  words: string[]
  isQuestion: boolean
}

const mostLines = 8
const longestPauseSeconds = 3

/** The engine cut in mid-sentence: no full stop before the cut, no new speaker after it. */
const goesOn = (before: Line, after: Line | undefined): boolean =>
  after !== undefined &&
  before.speaker === after.speaker &&
  !/[.?!…:]["'”’)]?$/.test(before.text.trimEnd()) &&
  before.end > before.start &&
  after.start - before.end < longestPauseSeconds

/** The sentences of a meeting, in their order. */
export function talkOf(lines: readonly Line[]): Sentence[] {
  const talk: Sentence[] = []
  for (let at = 0; at < lines.length; at++) {
    const parts = [lines[at]!]
    while (parts.length < mostLines && goesOn(lines[at]!, lines[at + 1])) parts.push(lines[++at]!)
    let length = 0
    const placed = parts.map((line) => {
      const from = length
      length += line.text.length + 1
      return { line, from, to: length }
    })
    for (const { text, own, from, isQuestion } of sentencesOf(parts.map((one) => one.text).join(' '))) {
      const within = placed.filter((one) => one.from < from + text.length && one.to > from)
      talk.push({
        index: talk.length,
        lines: within.map(({ line }) => line),
        speaker: parts[0]!.speaker,
        text,
        words: wordsOf(own),
        isQuestion,
      })
    }
  }
  return talk
}

const hesitations = new Set(['um', 'umm', 'uh', 'uhh', 'er', 'erm', 'ah', 'hmm'])

/** "So, um, that's £4,000." → so that's 4000 */
export const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/(?<=\d),(?=\d)/g, '')
      .match(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  )
    .filter((word) => !hesitations.has(word))
    .map(british)

/** A speech engine writes as Americans do: "all in favor", "authorized". */
const british = (word: string): string =>
  word
    .replace(/^(fav|hon|lab|behavi)or(?=$|s$|ed$|ing$|able$|ite)/, '$1our')
    .replace(/^(\p{L}{3,})iz(e|es|ed|ing|ation)$/u, '$1is$2')

/** In any English talk these are more than a tenth of the words, in other languages next to none. */
const common = new Set(['the', 'and', 'to', 'that', 'it', 'you', 'for', 'this', 'have', 'of'])
const leastShare = 0.05
/** Of a talk with fewer words it cannot be told, and English is taken for granted. */
const fewestWords = 40

/** Whether the cues, which are English, can find anything in it. */
export const isEnglish = (talk: readonly Sentence[]): boolean =>
  seemsEnglish(talk.flatMap((one) => one.words)) !== false

/** @returns null: they are too few to tell */
export const seemsEnglish = (words: readonly string[], fewest = fewestWords): boolean | null =>
  words.length < fewest ? null : words.filter((word) => common.has(word)).length / words.length >= leastShare

export type Attendee = { name: string; role: string | null }

/** "Jane Smith (CFO)" → Jane Smith, with her role. */
export const withRoles = (attendees: readonly Attendee[]): Attendee[] =>
  attendees.map(({ name, role }) => ({ name: withoutRole(name), role: role ?? roleIn(name) }))

/** Somebody who is named in a sentence: at which word, and in how many words. */
export type Named = { name: string; at: number; length: number }

/** Whom a meeting's words mean. */
export type People = {
  /** As they are called in full. */
  names: readonly string[]
  namedIn(words: readonly string[]): Named[]
  /** Whom a name or an office means; null: nobody who is known, or more than one. */
  meant(said: string): string | null
}

const titles = wordSet(
  'mr mrs ms miss dr sir dame lord lady prof professor councillor cllr canon rev reverend the',
)
/** What somebody may be called instead of by name. */
export const offices: readonly string[] = [
  ...['chair', 'chairman', 'chairwoman', 'chairperson', 'president', 'secretary', 'company secretary'],
  ...['treasurer', 'clerk', 'finance director', 'managing director', 'chief executive', 'ceo', 'cfo'],
]
const longestName = 4

/** Who may be meant by a name in this meeting: those who are listed, and those who speak. */
export function peopleOf(attendees: readonly Attendee[], speakers: readonly (string | null)[]): People {
  const listed = withRoles(attendees)
  const spoken = [...new Set(speakers)].filter((one) => one !== null)
  const names = [...new Set([...listed.map(({ name }) => name), ...spoken])].filter((name) => name !== '')
  /** What somebody may be called → who it may be. */
  const ways = new Map<string, Set<string>>()
  const add = (way: string, name: string): void => void ways.set(way, (ways.get(way) ?? new Set()).add(name))
  for (const name of names) {
    const words = wordsOf(name)
    add(words.join(' '), name)
    if (numberedLabel.test(name)) continue
    const bare = words.filter((word) => !titles.has(word))
    const [first, last] = [bare[0], bare.at(-1)]
    add(bare.join(' '), name)
    for (const way of [first, last]) if (way !== undefined && way.length > 1) add(way, name)
    if (last !== undefined && bare.length > 0)
      for (const title of ['mr', 'mrs', 'ms', 'miss', 'dr', 'sir', 'dame'])
        add(`${title} ${title.length > 3 || title === 'sir' ? first! : last}`, name)
  }
  for (const { name, role } of listed)
    for (const office of offices) if (role?.toLowerCase().includes(office)) add(office, name)
  const meantBy = (way: string): string | null => {
    const found = ways.get(way)
    return found?.size === 1 ? [...found][0]! : null
  }
  return {
    names,
    meant(said) {
      const words = wordsOf(said)
      return meantBy(words.join(' ')) ?? meantBy(words.filter((word) => !titles.has(word)).join(' '))
    },
    namedIn(words) {
      const found: Named[] = []
      for (let at = 0; at < words.length; at++)
        for (let length = Math.min(longestName, words.length - at); length > 0; length--) {
          const name = meantBy(words.slice(at, at + length).join(' '))
          if (name === null) continue
          found.push({ name, at, length })
          at += length - 1
          break
        }
      return found
    },
  }
}

const chairing = /\b(?:chair|chairman|chairwoman|chairperson|president|convenor)\b/i
const vice = /\b(?:vice|deputy)\b/i

/** Who runs the meeting: by their office, or because they call the items and the votes. Null: it cannot be told. */
export function chairOf(attendees: readonly Attendee[], runs: readonly Sentence[]): string | null {
  const counts = new Map<string, number>()
  for (const { speaker } of runs) if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1)
  const office = attendees.find(({ name, role }) => {
    const said = `${role ?? ''} ${roleIn(name) ?? ''}`
    return chairing.test(said) && !vice.test(said)
  })
  if (office && counts.has(withoutRole(office.name))) return withoutRole(office.name)
  const [most, second] = [...counts].sort((a, b) => b[1] - a[1])
  return most && most[1] >= 3 && most[1] > (second?.[1] ?? 0) ? most[0] : null
}
