/**
 * Of the prompt whisper.cpp takes the last `max_context` tokens (whisper.ts) and drops the rest without a word; the window
 * that it leaves to what is heard becomes smaller by as much.
 */
export const promptTokens = 64

/** A little is left for what the tokeniser does with the ends of sentences. */
const budget = promptTokens - 4
/** The title and the agenda are sentences: of most of their words the engine knows how they are written. */
const agendaPart = 1 / 3

/** What a meeting is about, as far as it is known beforehand. */
export type Expected = {
  attendees: readonly string[]
  /** Title first. */
  agenda: readonly string[]
  /** The most recently used first. */
  terms: readonly string[]
}

/**
 * Names and words that will probably be said, for the engine to write them as they are written. Attendees have the first
 * claim on the room that there is, then the agenda, then words; in the text they come last, since the end is what counts
 * should the room be less than was reckoned.
 * @returns '' when nothing is known
 */
export function promptOf({ attendees, agenda, terms }: Expected): string {
  const room = { left: budget }
  const names = fitting(distinct(attendees), room)
  const agendaRoom = { left: Math.min(room.left, Math.floor(budget * agendaPart)) }
  const reserved = agendaRoom.left
  const sentences = fitting(agenda.flatMap(wordsOfAgenda), agendaRoom)
  room.left -= reserved - agendaRoom.left
  const known = new Set(names.map(folded))
  const words = fitting(
    distinct(terms).filter((term) => !known.has(folded(term))),
    room,
  )
  const parts = [words.join(', '), sentences.join(' '), names.join(', ')]
  return parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ')
}

/** With a prompt tiny.en leaves sentences out, and the tests' toy was taught without prompts: what came along gets none. */
export const takesPrompt = (model: { bundled: boolean }): boolean => !model.bundled

/**
 * Rather more than whisper.cpp's tokeniser makes of it (it has 50 257 pieces of English to choose from): a token for three
 * letters of an ordinary word, for two of a name, for each of an abbreviation, and for each byte of all else. Of 25 names
 * and terms, Welsh, Polish and Vietnamese ones among them, it was too few for one, "Mxyzptlk".
 */
export function tokensAtMost(text: string): number {
  let tokens = 0
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const letters = word.replace(/[^A-Za-z]/g, '')
    const capitals = letters.replace(/[^A-Z]/g, '').length
    const each = capitals > 1 && capitals === letters.length ? 1 : capitals > 0 ? 2 : 3
    tokens += Math.ceil(letters.length / each) + Buffer.byteLength(word.replace(/[A-Za-z]/g, ''))
  }
  return tokens
}

/** As words are compared: composed, in lower case. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase()

function fitting(entries: readonly string[], room: { left: number }): string[] {
  const taken: string[] = []
  for (const entry of entries) {
    const cost = tokensAtMost(entry) + 1 // the comma
    if (cost > room.left) continue
    room.left -= cost
    taken.push(entry)
  }
  return taken
}

function distinct(entries: readonly string[]): string[] {
  const seen = new Set<string>()
  return entries
    .map((entry) => entry.replace(/\s+/g, ' ').trim())
    .filter((entry) => entry !== '' && !seen.has(folded(entry)) && seen.add(folded(entry)))
}

/** Dates and the names of files tell nothing of how a word is written. */
const wordsOfAgenda = (text: string): string[] =>
  text.split(/\s+/).filter((word) => word !== '' && !/[\d_/\\]/.test(word))
