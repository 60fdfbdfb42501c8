import { numberedLabel } from '../names.ts'
import type { People } from './people.ts'
import type { Sentence } from './talk.ts'

/** Whose voice "Speaker 2" is, as far as the others' words tell: who is called by name and answers next. */

const isLabel = (speaker: string | null): speaker is string => speaker !== null && numberedLabel.test(speaker)

/** So many more clues must speak for a name than for any other. */
const needed = 2

/** @returns a name for each label that the talk leaves no doubt about */
export function namesOfLabels(
  talk: readonly Sentence[],
  people: People,
  taken: ReadonlySet<string>,
): Map<string, string> {
  if (!talk.some(({ speaker }) => isLabel(speaker))) return new Map()
  const clues = new Map<string, Map<string, number>>()
  const count = (label: string, name: string, by: number): void => {
    const of = clues.get(label) ?? new Map<string, number>()
    clues.set(label, of.set(name, (of.get(name) ?? 0) + by))
  }
  const called = new RegExp(
    String.raw`^(?:(?:so|and|right|okay|yes|no|well|good|over to you|sorry|now|then)[,.]? )*(${people.pattern})[,.?!]|, (${people.pattern})[?.!]?$|^(${people.pattern})\?$`,
  )
  const thanked = new RegExp(String.raw`^(?:thank you|thanks|cheers|well done)[,]? (${people.pattern})`)
  const self = new RegExp(
    String.raw`^(?:(?:hello|hi|morning|evening),? )?(?:it's |i'm |i am |this is )?(${people.pattern})(?: here|, for the (?:minutes|tape|recording))\b`,
  )
  for (const { plain, speaker, index } of talk) {
    const own = self.exec(plain)
    if (own && isLabel(speaker)) addClue(speaker, own[1]!, 3)
    const vocative = called.exec(plain)
    const said = vocative && (vocative[1] ?? vocative[2] ?? vocative[3])
    const thanks = thanked.exec(plain)?.[1]
    // Nobody calls themselves.
    for (const one of [said, thanks]) if (one && isLabel(speaker)) addClue(speaker, one, -3)
    if (said && !thanks) {
      const answer = talk.slice(index + 1, index + 4).find((one) => one.speaker !== speaker)
      if (answer && isLabel(answer.speaker)) addClue(answer.speaker, said, 1)
    }
    if (thanks) {
      const before = talk.slice(Math.max(0, index - 3), index).findLast((one) => one.speaker !== speaker)
      if (before && isLabel(before.speaker)) addClue(before.speaker, thanks, 1)
    }
  }
  function addClue(label: string, said: string, by: number): void {
    const name = people.meant(said)
    if (name !== null && !taken.has(name) && /^\p{Lu}/u.test(name)) count(label, name, by)
  }
  const found = new Map<string, string>()
  for (const [label, names] of clues) {
    const [best, second] = [...names].sort((a, b) => b[1] - a[1])
    if (!best || best[1] - Math.max(0, second?.[1] ?? 0) < needed) continue
    const elsewhere = [...clues].some(([other, of]) => other !== label && (of.get(best[0]) ?? 0) >= best[1])
    if (!elsewhere) found.set(label, best[0])
  }
  return found
}
