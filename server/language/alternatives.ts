/** One of these stands there, as a part of a pattern; what is written with a backslash comes as String.raw. */
export const alternatives = (parts: readonly string[]): string => `(?:${parts.join('|')})`

/** Words in the same way, divided by spaces: for those that stand in no phrase. */
export const alternativeWords = (words: string): string => alternatives(words.trim().split(/\s+/))
