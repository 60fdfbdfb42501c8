/**
 * Phrases are found word by word, so that no text can make the search slow. In a phrase `a|b` is either word, `_` any one
 * word, `…` up to four words, `^` the beginning of the sentence (fillers do not count) and `$` its end.
 */
export type Matcher<K extends string> = (words: readonly string[]) => Map<K, number>

type Step = { words: Set<string> } | 'any' | 'gap'
type Phrase<K> = { kind: K; steps: Step[]; atStart: boolean; atEnd: boolean }

/** A list of words, in lines that can be read. */
export const wordSet = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

const longestGap = 4
const fillers = wordSet(
  'so well right okay ok now and but then yeah great good lovely fine look alright oh thanks thank you',
)

export function matcherOf<K extends string>(phrases: Readonly<Record<K, readonly string[]>>): Matcher<K> {
  const byFirst = new Map<string, Phrase<K>[]>()
  for (const [kind, list] of Object.entries(phrases) as [K, readonly string[]][])
    for (const text of list.flatMap((one) => one.split(';'))) {
      const phrase = compiled(kind, text.trim())
      const [first] = phrase.steps
      if (typeof first !== 'object') throw new Error(`A phrase begins with a word: ${text}`)
      for (const word of first.words) byFirst.set(word, [...(byFirst.get(word) ?? []), phrase])
    }
  return (words) => {
    const found = new Map<K, number>()
    const head = headOf(words)
    for (let at = 0; at < words.length; at++)
      for (const phrase of byFirst.get(words[at]!) ?? []) {
        if (found.has(phrase.kind) || (phrase.atStart && at > head)) continue
        if (matches(phrase, words, 0, at)) found.set(phrase.kind, at)
      }
    return found
  }
}

function compiled<K>(kind: K, text: string): Phrase<K> {
  const parts = text.split(' ').filter((part) => part !== '^' && part !== '$')
  return {
    kind,
    atStart: text.startsWith('^ '),
    atEnd: text.endsWith(' $'),
    steps: parts.map((part) =>
      part === '_' ? 'any' : part === '…' ? 'gap' : { words: new Set(part.split('|')) },
    ),
  }
}

function matches<K>(phrase: Phrase<K>, words: readonly string[], step: number, at: number): boolean {
  const wanted = phrase.steps[step]
  if (wanted === undefined) return !phrase.atEnd || at === words.length
  if (wanted === 'gap') {
    for (let skip = 0; skip <= longestGap; skip++)
      if (matches(phrase, words, step + 1, at + skip)) return true
    return false
  }
  const word = words[at]
  return (
    word !== undefined &&
    (wanted === 'any' || wanted.words.has(word)) &&
    matches(phrase, words, step + 1, at + 1)
  )
}

/** Where a sentence begins to say something. */
export function headOf(words: readonly string[]): number {
  let at = 0
  while (at < words.length - 1 && fillers.has(words[at]!)) at++
  return at
}

/** A pattern as a list that can be read: "yes; no; (?:all )?right" → either of these. */
export const oneOf = (list: string): string =>
  `(?:${list
    .split(';')
    .map((one) => one.trim())
    .join('|')})`
