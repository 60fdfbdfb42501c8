import { numberPattern } from '../language/extract/numbers.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { figureOf } from './called-items.ts'
import type { Part } from './parts.ts'
import { general } from './style.ts'
import { topicWords } from './vocabulary.ts'

/** The items that an interest is declared in: "I have an interest in item five", "on the licence". */
export function itemsNamed({ plain }: Sentence, parts: readonly Part[]): number[] {
  const figures = [...plain.matchAll(named)].map((match) => figureOf(match[1]!))
  const said = new Set(topicWords(plain))
  const share = ({ heading }: Part): number => {
    const words = topicWords(heading)
    return words.length === 0 ? 0 : words.filter((word) => said.has(word)).length / words.length
  }
  return parts.flatMap((part, at) => {
    if (part.number)
      return figures.includes(part.number) || (figures.length === 0 && share(part) === 1) ? [at] : []
    return figures.length === 0 && share(part) === 1 && !general.test(part.heading) ? [at] : []
  })
}

const named = new RegExp(String.raw`\bitem (?:number )?(\d{1,2}[a-z]?|${numberPattern})\b`, 'g')
