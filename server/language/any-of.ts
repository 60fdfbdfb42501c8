/** One of these stands there, as a part of a pattern; what is written with a backslash comes as String.raw. */
export const anyOf = (parts: readonly string[]): string => `(?:${parts.join('|')})`

/** Words in the same way, divided by spaces: for those that stand in no phrase. */
export const anyWord = (words: string): string => anyOf(words.trim().split(/\s+/))
