import { linesWithin } from './timed-lines.ts'
import type { NewPassage } from './source.ts'

/** Characters of a passage: 120 words of English have some 700. */
const longestPassage = 1600

/** In parts that an embedding model can take, whatever they are made of: between words where it can be. */
export function shortEnough(passage: NewPassage): NewPassage[] {
  const parts: NewPassage[] = []
  let rest = passage.text
  /** The rest without the space around it, with when its lines were said. */
  const partOf = (text: string): NewPassage => {
    const words = text.trim()
    if (!passage.lines) return { ...passage, text: words }
    const from = passage.text.length - rest.length + text.indexOf(words)
    const lines = linesWithin(passage.lines, from, from + words.length)
    return { ...passage, text: words, at: lines[0]?.at ?? passage.at, lines }
  }
  while (rest.length > longestPassage) {
    const space = rest.lastIndexOf(' ', longestPassage)
    const line = rest.lastIndexOf('\n', longestPassage)
    const best = Math.max(space, line)
    const at = best > longestPassage / 2 ? best : wholeCharacters(rest, longestPassage)
    parts.push(partOf(rest.slice(0, at)))
    rest = rest.slice(at)
  }
  return [...parts, parts.length > 0 ? partOf(rest) : passage].filter(
    ({ text }) => text !== '' || parts.length === 0,
  )
}

/** Not between the two halves of one. */
export const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at
