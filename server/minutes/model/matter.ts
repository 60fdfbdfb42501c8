import { tokensOf } from '../../language/denials.ts'
import { areKin, isFrame, spelledOut } from '../../language/kindred.ts'
import { isOfDeciding } from './same.ts'

/** What a text is about, held against what another is about in whatever words. */

export const wordsOf = (text: string): string[] =>
  tokensOf(spelledOut(text)).flatMap(({ word }) => (word.length > 2 && !/^\d/.test(word) ? [word] : []))

/** The words that say something, besides names and that it was decided. */
export function matterOf(text: string, names: readonly string[]): string[] {
  const people = new Set(names.flatMap((name) => wordsOf(name)))
  return wordsOf(text).filter((word) => !isFrame(word) && !isOfDeciding(word) && !people.has(word))
}

export const isAmong = (word: string, others: readonly string[]): boolean =>
  others.some((one) => areKin(one, word))
