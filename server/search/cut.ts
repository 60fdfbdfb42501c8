import type { NewPassage } from './service.ts'

/** Characters of a passage: 120 words of English have some 700. */
const longestPassage = 1600

/** In parts that an embedding model can take, whatever they are made of: between words where it can be. */
export function shortEnough(passage: NewPassage): NewPassage[] {
  const parts: NewPassage[] = []
  let rest = passage.text
  while (rest.length > longestPassage) {
    const space = rest.lastIndexOf(' ', longestPassage)
    const line = rest.lastIndexOf('\n', longestPassage)
    const best = Math.max(space, line)
    const at = best > longestPassage / 2 ? best : wholeCharacters(rest, longestPassage)
    parts.push({ ...passage, text: rest.slice(0, at).trim() })
    rest = rest.slice(at)
  }
  return [...parts, { ...passage, text: parts.length > 0 ? rest.trim() : rest }].filter(
    ({ text }) => text !== '' || parts.length === 0,
  )
}

/** Not between the two halves of one. */
export const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at
