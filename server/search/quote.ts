import type { Passage } from '#contract/search.ts'
import { wholeCharacters } from './cut.ts'
import { withoutSpeaker } from './speaker-prefixes.ts'

/** Enough of a sentence to find it again. */
const longestQuote = 100

/** The page finds these words in the transcript, or in the minutes; a fragment is never sent to any server. */
const places: Partial<Record<Passage['kind'], string>> = { transcript: 'said', minutes: 'minutes' }

/** Where nobody knows when it was said, a link names words of it instead. @param sentence one of the passage's own */
export function withQuote<P extends Pick<Passage, 'kind' | 'at' | 'href'>>(passage: P, sentence: string): P {
  const { kind, at, href } = passage
  const place = places[kind]
  if (href === null || at !== null || !place) return passage
  const quote = quoteOf(kind === 'transcript' ? withoutSpeaker(sentence) : sentence)
  return quote === '' ? passage : { ...passage, href: `${href}#${place}=${encodeURIComponent(quote)}` }
}

function quoteOf(sentence: string): string {
  const said = sentence.normalize('NFC').replace(/\s+/g, ' ').trim()
  const space = said.lastIndexOf(' ', longestQuote)
  const quote =
    said.length <= longestQuote
      ? said
      : said.slice(0, space > 0 ? space : wholeCharacters(said, longestQuote))
  // Half a character, wherever it comes from, cannot stand in an address.
  return quote.replace(/\p{Cs}/gu, ' ').trim()
}
