import type { Passage } from '#contract/search.ts'

/** Enough of a sentence to find it again. */
const longestQuote = 100

/** "Helen Marsh: …" stands in a passage, and not in what she said. */
const speaker = /^(?:[\p{Lu}\d][\p{L}\p{N}.'’-]*\s?){1,4}:\s/u

/** The page finds these words in the transcript, or in the minutes; a fragment is never sent to any server. */
const places: Partial<Record<Passage['kind'], string>> = { transcript: 'said', minutes: 'minutes' }

/** Where nobody knows when it was said, a link names words of it instead. @param sentence one of the passage's own */
export function withQuote<P extends Pick<Passage, 'kind' | 'at' | 'href'>>(passage: P, sentence: string): P {
  const { kind, at, href } = passage
  const place = places[kind]
  if (href === null || at !== null || !place) return passage
  const quote = quoteOf(kind === 'transcript' ? sentence.replace(speaker, '') : sentence)
  return quote === '' ? passage : { ...passage, href: `${href}#${place}=${encodeURIComponent(quote)}` }
}

function quoteOf(sentence: string): string {
  const said = sentence.replace(/\s+/g, ' ').trim()
  if (said.length <= longestQuote) return said
  const space = said.lastIndexOf(' ', longestQuote)
  return said.slice(0, space > 0 ? space : longestQuote)
}
