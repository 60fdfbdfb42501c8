import { isTitle } from '../../language/names.ts'

/** Somebody who may be meant by a name. */
export type Person = {
  name: string
  /** On the list of attendees, or named by a person before. */
  listed: boolean
}

/** @param closeness 1 as written; less where the spelling only comes close */
export type Meant = { people: Person[]; closeness: number }

type Parts = { titled: boolean; knighted: boolean; first: string; last: string | null; whole: string }

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')

/** "Dr Priya Shah", "Shah, Priya" and "Priya" → their parts. */
function partsOf(name: string): Parts {
  const [family, given] = name.split(/,\s*/)
  const ordered = given && family ? `${given} ${family}` : name
  const all = ordered.replaceAll('.', '').trim().split(/\s+/)
  const titles = all.filter((one) => isTitle.test(one))
  const words = all.filter((one) => !isTitle.test(one)).map(fold)
  return {
    titled: titles.length > 0,
    knighted: titles.some((one) => one === 'Sir' || one === 'Dame'),
    first: words[0] ?? '',
    last: words.length > 1 ? words.at(-1)! : null,
    whole: words.join(' '),
  }
}

/** How many letters are changed, left out, put in or swapped. */
function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** No part of a name is longer; comparing letter by letter takes the square of the length. */
const longestCompared = 40

/** Spelled as an engine might write what it heard: "Okora" for "Okoro", never "Dan" for "Ben". */
export function spelledAlike(a: string, b: string): boolean {
  if (a === b) return true
  const [least, most] = a.length < b.length ? [a.length, b.length] : [b.length, a.length]
  const allowed = least >= 7 ? 2 : 1
  return least >= 4 && most - least <= allowed && most <= longestCompared && distance(a, b) <= allowed
}

type Same = (a: string, b: string) => boolean

function isMeant(said: Parts, person: Parts, same: Same): boolean {
  if (said.last !== null)
    return person.last === null
      ? same(said.first, person.first) // who is listed as "Sarah" says that she is Sarah Bell
      : same(said.last, person.last) && same(said.first, person.first)
  if (said.titled && !said.knighted) return same(said.first, person.last ?? person.first)
  return same(said.first, person.first)
}

/** People who can be meant, with those who are listed and those who are only heard of. */
export function createPeople(listed: readonly string[], heard: readonly string[]) {
  const known: { person: Person; parts: Parts }[] = []
  const find = (said: Parts, same: Same): Person[] =>
    known.filter(({ parts }) => isMeant(said, parts, same)).map(({ person }) => person)
  const equal: Same = (a, b) => a === b
  const add = (name: string, isListed: boolean): void => {
    const parts = partsOf(name)
    if (parts.first === '') return
    const double = known.some((one) => one.parts.whole === parts.whole)
    const alike = isListed ? [] : find(parts, spelledAlike)
    if (!double && alike.length === 0) known.push({ person: { name, listed: isListed }, parts })
  }
  for (const name of listed) add(name, true)
  for (const name of heard) add(name, false)

  const found = new Map<string, Meant>()
  function look(name: string): Meant {
    const said = partsOf(name)
    const exact = find(said, equal)
    if (exact.length > 0) return { people: exact, closeness: 1 }
    if (said.last === null && !said.titled) {
      const surname = known.filter(({ parts }) => parts.last === said.first).map(({ person }) => person)
      if (surname.length > 0) return { people: surname, closeness: 0.95 }
    }
    const close = find(said, spelledAlike)
    return { people: close, closeness: close.length > 0 ? 0.85 : 0 }
  }

  return {
    /** Whom a name means; several where more than one bears it, nobody where nobody is known by it. */
    meant(name: string): Meant {
      const meant = found.get(name) ?? look(name)
      found.set(name, meant)
      return meant
    },
  }
}
export type People = ReturnType<typeof createPeople>

/** Two spellings of one name. */
export const isSameName = (a: string, b: string): boolean => partsOf(a).whole === partsOf(b).whole
