import { withoutBullet } from '../bullets.ts'
import { sentencesOf, type TextSentence } from '../sentences.ts'
import { areUtterances, beginsAnew } from '../written-lines.ts'

/** A segment of a transcript, as far as extraction goes; `speaker` is a name where one is known, else a label. */
export type Said = { id: number; start: number; end: number; speaker: string | null; text: string }

/** A sentence in its place in the meeting. */
export type Sentence = {
  /** Of all sentences. */
  index: number
  /** Where it begins. */
  segment: Said
  /** All that it was said in: an engine cuts where somebody breathes. */
  segments: Said[]
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

/** How a cut that an engine made in mid-sentence looks: no full stop before it, no new speaker after it. */
const isCut = (before: Said, after: Said, { byLine }: { byLine: boolean }): boolean =>
  before.speaker === after.speaker &&
  !/[.?!…]["'”’)]?\s*$/.test(before.text) &&
  after.start - before.end < 3 &&
  !(isWritten(before) && (byLine || beginsAnew(before.text, after.text)))

/** Nobody said it, at no time. */
const isWritten = ({ speaker, start, end }: Said): boolean => speaker === null && start === end

const textOf = (said: Said): string => (isWritten(said) ? withoutBullet(said.text) : said.text)

/** So much is one sentence at most, and so much of it is read: an engine may leave out all full stops. */
const mostParts = 8
const longest = 1200

/** The sentences of a meeting, in order. */
export function talkOf(segments: readonly Said[]): Sentence[] {
  const all: Sentence[] = []
  const byLine = areUtterances(segments.filter(isWritten).map(({ text }) => text))
  const isCutAt = (at: number): boolean => {
    const [before, after] = [segments[at], segments[at + 1]]
    return before !== undefined && after !== undefined && isCut(before, after, { byLine })
  }
  for (let at = 0; at < segments.length; at++) {
    const parts = [segments[at]!]
    while (parts.length < mostParts && isCutAt(at)) parts.push(segments[++at]!)
    let text = ''
    /** Where each part begins in the text. */
    const begins: number[] = []
    for (const part of parts) {
      begins.push(text === '' ? 0 : text.length + 1)
      text = text === '' ? textOf(part) : `${text} ${textOf(part)}`
    }
    let from = 0
    for (const sentence of sentencesOf(text)) {
      const start = Math.max(from, text.indexOf(sentence.text, from))
      from = start + sentence.text.length
      const said = parts.filter((part, i) => begins[i]! < from && begins[i]! + textOf(part).length > start)
      all.push(read(sentence, all.length, said.length > 0 ? said : [parts[0]!]))
    }
  }
  return all
}

function read({ text, own, isQuestion }: TextSentence, index: number, segments: Said[]): Sentence {
  const plain = own
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(?:um+|uh+|erm?|er)\b,? ?/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
  return {
    index,
    segment: segments[0]!,
    segments,
    speaker: segments[0]!.speaker,
    text,
    plain,
    isQuestion,
    words: plain.split(/\s+/).filter(Boolean).length,
  }
}

/** Without the fillers at its head: "so um right, that's agreed" → "that's agreed". */
export const headless = (plain: string): string => plain.replace(filler, '')

const common = new Set(
  'that this these those have with from they what your just will would could should about been were them then than there here when which some very more much well think know like going want does done okay right good thank thanks yes only into over also back down because where their said says make take come came need other still even every after before being year years time thing things'.split(
    ' ',
  ),
)

/** The words that say what a sentence is about, cut to their stems. */
export const contentOf = (plain: string): string[] =>
  (plain.match(/[a-z]{4,}/g) ?? []).filter((word) => !common.has(word)).map((word) => word.slice(0, 6))
