/** Without the endings that a noun or a verb takes: enough to see that "furnaces" is about the furnace. */
export const stem = (word: string): string => {
  const bare = word.replace(/'s?$/, '')
  return bare.length <= 4 ? bare.replace(/s$/, '') : bare.replace(/(?:ies|ing|ed|es|s|e|y)$/, '')
}
