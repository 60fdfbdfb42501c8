// "Mr. Okoro" is one sentence.
const end = /(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|Cllr|St|No|vs)\.)(?<=[.?!…]["'”’)]?)\s+/gu

/** Words of others, which say nothing about who speaks. */
export const quotations = /"[^"]*"|“[^”]*”|‘[^’]*’(?!\p{L})/gu

/** The sentences of a text; `own` has what is quoted blotted out, at the same length. */
export function sentencesOf(text: string): { text: string; own: string }[] {
  const own = text.replace(quotations, (words) => '_'.repeat(words.length))
  const sentences: { text: string; own: string }[] = []
  let from = 0
  const add = (to: number): void => {
    const part = text.slice(from, to)
    if (part.trim() !== '') sentences.push({ text: part.trim(), own: own.slice(from, to).trim() })
  }
  for (const match of own.matchAll(end)) {
    add(match.index)
    from = match.index + match[0].length
  }
  add(text.length)
  return sentences
}
