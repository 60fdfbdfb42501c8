import { withoutRole } from '../names.ts'

/** Whom a meeting's words mean. */

export type Attendee = { name: string; role: string | null }

export type People = {
  /** The attendee that is meant by a name or an office; the name as it was said when nobody listed is; null: no name. */
  meant(said: string): string | null
  /** Whose initials they are; null: nobody's, or more than one's. */
  initialled(said: string): string | null
  /** A pattern of all the ways in which people here are named, as whole words. */
  pattern: string
}

const offices = [
  'company secretary',
  'clerk',
  'president',
  'finance director',
  'managing director',
  'chief executive',
  'treasurer',
  'secretary',
  'chair',
  'chairman',
  'chairwoman',
  'chairperson',
  'vice chair',
  'ceo',
  'cfo',
  'coo',
]
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const bare = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\(.*?\)/g, '')
    .replace(/^(?:mr|mrs|ms|miss|dr|sir|dame|lord|lady|professor|prof|councillor|cllr)\.? /, '')
    .trim()

// Words that begin sentences where a name could stand.
const notNames =
  /^(?:i|it|we|he|she|they|you|that|this|there|the|a|an|and|but|so|or|if|as|at|by|for|from|in|of|on|to|with|yes|no|okay|ok|right|good|thanks|thank|action|agreed|approved|carried|item|next|now|well|then|what|when|where|who|why|how|can|could|would|will|shall|should|let|let's|please|is|are|was|were|do|does|did|have|has|had|not|everyone|everybody|anyone|anybody|someone|somebody|nobody|all|both|any|some|one|two|three|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|sorry|perhaps|maybe|hmrc|agm|egm|board|company|chairman|madam|sir|speaker|just|our|my|your|their|his|her|its|first|second|also|same)$/i

/** For patterns of words that may begin or end with Émile's or Łukasz's letters, which no word boundary of JavaScript knows. */
export const letter = String.raw`[\w\u00c0-\u024f\u1e00-\u1eff]`

/** "The chair": of whom no name is known. */
const byOffice = /^The \p{L}/u

const initialsOf = (name: string): string =>
  (
    name.replace(/^(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Lord|Lady|Prof)\.? /, '').match(/(?<!\p{L})\p{Lu}/gu) ?? []
  ).join('')

/** @param attendees as they are known @param speakers names that segments bear */
export function peopleOf(attendees: readonly Attendee[], speakers: readonly string[]): People {
  const full = [...new Set([...attendees.map(({ name }) => withoutRole(name)), ...speakers])].filter(
    (name) => name !== '' && !/^speaker \d+$/i.test(name),
  )
  const ways = new Map<string, Set<string>>()
  const add = (way: string, name: string): void => {
    if (way.length < 2) return
    const names = ways.get(way) ?? new Set()
    ways.set(way, names.add(name))
  }
  for (const name of full) {
    if (byOffice.test(name)) {
      add(bare(name), name)
      add(bare(name).replace(/^the /, ''), name)
      continue
    }
    const parts = bare(name).split(/\s+/)
    add(bare(name), name)
    add(name.normalize('NFC').toLowerCase(), name)
    add(parts[0]!, name)
    if (parts.length > 1) {
      add(parts.at(-1)!, name)
      for (const title of ['mr', 'mrs', 'ms', 'miss', 'dr']) {
        add(`${title} ${parts.at(-1)!}`, name)
        add(`${title}. ${parts.at(-1)!}`, name)
      }
    }
  }
  for (const { name, role } of attendees) {
    const said = `${role ?? ''} ${/\((.*?)\)/.exec(name)?.[1] ?? ''}`.toLowerCase()
    for (const office of offices) if (said.includes(office)) add(office, withoutRole(name))
  }
  const known = [...ways.keys()].sort((a, b) => b.length - a.length).map(escape)
  return {
    pattern: known.length > 0 ? `(?<!${letter})(?:${known.join('|')})(?!${letter})` : '(?!)',
    initialled(said) {
      if (!/^\p{Lu}{2,4}$/u.test(said)) return null
      const [only, ...more] = full.filter((name) => initialsOf(name) === said)
      return only !== undefined && more.length === 0 ? only : null
    },
    meant(said) {
      const plain = said.normalize('NFC').trim().toLowerCase().replaceAll('’', "'")
      const names = ways.get(plain) ?? ways.get(bare(plain))
      if (names?.size === 1) return [...names][0]!
      if (notNames.test(plain.split(' ')[0]!) || plain === '') return null
      return said.trim()
    },
  }
}
