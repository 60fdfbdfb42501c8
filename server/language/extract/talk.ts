import { sentencesOf } from '../sentences.ts'

/** A segment of a transcript, as far as extraction goes; `speaker` is a name where one is known, else a label. */
export type Said = { id: number; start: number; end: number; speaker: string | null; text: string }

/** A sentence in its place in the meeting. */
export type Sentence = {
  /** Of all sentences. */
  index: number
  segment: Said
  speaker: string | null
  /** As it was said. */
  text: string
  /** Without what is quoted, in small letters and with plain apostrophes; the rules read this. */
  plain: string
  isQuestion: boolean
  words: number
}

/** What stands at the head of speech and says nothing: "so, um, well, right". */
const filler =
  /^(?:(?:so|um+|uh+|er+m*|erm|ah|oh|well|right|okay|ok|alright|all right|now|and|but|then|yeah|great|good|lovely|fine|look|i mean|you know|to be honest|in that case|in which case|on that basis|just to (?:be clear|confirm|record)|for the (?:record|minutes))[,.…–—-]*\s+)+/

/** The sentences of a meeting, in order. */
export function talkOf(segments: readonly Said[]): Sentence[] {
  const all: Sentence[] = []
  for (const segment of segments)
    for (const { text, own } of sentencesOf(segment.text)) {
      const plain = own
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(/\b(?:um+|uh+|erm?|er)\b,? ?/g, '')
        .replace(/\s+/g, ' ')
        .trim()
      all.push({
        index: all.length,
        segment,
        speaker: segment.speaker,
        text,
        plain,
        isQuestion: /\?["'”’)]*$/.test(text),
        words: plain.split(/\s+/).filter(Boolean).length,
      })
    }
  return all
}

/** Without the fillers at its head: "so um right, that's agreed" → "that's agreed". */
export const headless = (plain: string): string => plain.replace(filler, '')
