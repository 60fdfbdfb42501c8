import type { NameEvidence } from '#contract/speakers.ts'
import { sentencesOf } from '../../language/sentences.ts'

/** A segment, as far as names go. */
export type Said = { id: number; start: number; speaker: string | null; text: string }

export type Sentence = {
  segment: Said
  text: string
  /** The same without what is quoted, letter for letter in its place. */
  own: string
}

/** What one speaker says until another one speaks. */
export type Turn = { label: string; sentences: Sentence[]; words: number }

/** Somebody says who a speaker is. */
export type Claim = NameEvidence & {
  /** Whose name it is. */
  label: string
  /** Who says so. */
  by: string
  /** As it was said: "Sarah", "Mr Okoro". */
  said: string
  /** 0 to 1: how far it can be relied on, by itself. */
  strength: number
  /** So weak a form that it counts for people who are known alone: "I'm Sarah". */
  knownOnly?: boolean
}

/** Where a claim stands. */
export const placeOf = ({ segment, text }: Sentence): Pick<Claim, 'segmentId' | 'start' | 'quote'> => ({
  ...{ segmentId: segment.id, start: segment.start, quote: text },
})

/** One way in which names are said. */
export type NameRule = (turns: readonly Turn[]) => Claim[]

/** Segments → turns. What nobody knows who said it ends a turn. */
export function turnsOf(segments: readonly Said[]): Turn[] {
  const turns: Turn[] = []
  let before: string | null = null
  for (const segment of segments) {
    const goesOn = segment.speaker === before
    before = segment.speaker
    if (segment.speaker === null) continue
    if (!goesOn) turns.push({ label: segment.speaker, sentences: [], words: 0 })
    const open = turns.at(-1)!
    for (const sentence of sentencesOf(segment.text)) open.sentences.push({ segment, ...sentence })
    open.words += segment.text.split(/\s+/).filter(Boolean).length
  }
  return turns
}

/** "Mm." and "Yes, quite." are no turns to thank for. */
const interjection = 3

/** Who spoke before, with something to say; null where a gap in what is known makes it unsure. */
export function speakerBefore(turns: readonly Turn[], at: number): string | null {
  const own = turns[at]!.label
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    const turn = turns[i]!
    if (turn.label !== own && turn.words > interjection) return turn.label
  }
  return null
}

/** Who speaks next. */
export function speakerAfter(turns: readonly Turn[], at: number): Turn | null {
  const next = turns[at + 1]
  return next && next.label !== turns[at]!.label ? next : null
}
