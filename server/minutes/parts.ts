import { chairOf } from '../language/extract/chair.ts'
import type { Attendee } from '../language/extract/people.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { turnings, type Turning } from './agenda.ts'
import { droppedItems, type DroppedItem } from './dropped-items.ts'
import { keyPhrase, topicShifts } from './shifts.ts'
import { closingIn, type Closing } from './substance.ts'
import { topicWords } from './vocabulary.ts'
import { readDescription } from './written-agenda.ts'
import { writtenHead } from './written-attendance.ts'
import { writtenItems } from './written-items.ts'

/** A part of a meeting, from one turning to the next; one that was dropped holds nothing that was said. */
export type Part = {
  heading: string
  from: number
  to: number
  number?: string | undefined
  dropped?: DroppedItem | undefined
  /** The sentences that are its heading, in something that is written. */
  title?: readonly Sentence[] | undefined
  /** That the meeting was closed here, and when. */
  closing?: Closing | undefined
}

export function partsOf(
  talk: readonly Sentence[],
  { attendees, description }: { attendees: readonly Attendee[]; description: string | null },
): Part[] {
  if (talk.length === 0) return []
  const headed = writtenItems(talk)
  if (headed.length > 0) return partsBetween(talk, headed)
  const chair = chairOf(talk, attendees)
  const written = readDescription(description).agenda
  const names = namesIn(talk, attendees)
  const dropped = droppedItems(talk, { chair, names })
  const head = writtenHead(talk)
  const opening = talk.filter((one) => !head.has(one) && dropped.every(({ sentence }) => sentence !== one))
  const called = turnings(talk, { written, chair, names, opening })
  const turns: Turning[] =
    called.length > 0 ? called : topicShifts(talk).map((index) => ({ index, heading: '' }))
  // What has no name of its own goes on with what was before.
  const whole = partsBetween(talk, turns).reduce<Part[]>((all, part) => {
    const last = all.at(-1)
    if (last && part.heading === last.heading) last.to = part.to
    else all.push({ ...part })
    return all
  }, [])
  const named = whole.map((part) => (isOutlasted(part, talk) ? { ...part, heading: unnamed } : part))
  return withClose(
    dropped.reduce((all, one) => withDropped(all, one, written), named),
    closingIn(talk),
  )
}

/** The close comes after all items; where there is one part alone it stands in that. */
function withClose(parts: Part[], closing: Closing | null): Part[] {
  if (!closing) return parts
  const { index } = closing.sentence
  const at = parts.findIndex(({ from, to }) => index >= from && index < to)
  const part = parts[at]
  if (!part) return parts
  if (parts.length === 1 || part.from === index)
    return parts.map((one) => (one === part ? { ...one, closing } : one))
  const close: Part = { heading: 'Close', from: index, to: part.to, number: '', closing }
  return [...parts.slice(0, at), { ...part, to: index }, close, ...parts.slice(at + 1)]
}

function partsBetween(talk: readonly Sentence[], turns: readonly (Turning & Pick<Part, 'title'>)[]): Part[] {
  const isHeaded = turns.some(({ title }) => title !== undefined)
  const isCalled = turns.some(({ heading, number }) => heading !== '' || number !== undefined)
  const starts =
    turns[0]?.index === 0
      ? turns
      : [
          {
            index: 0,
            heading: isCalled ? openingOf(turns[0]!.index, talk.length) : '',
            ...unnumbered(turns),
            ...(isHeaded && { title: [] }),
          },
          ...turns,
        ]
  return starts.map(({ index, heading, number, ...of }, at): Part => {
    const to = starts[at + 1]?.index ?? talk.length
    const phrase = heading || keyPhrase(talk.slice(index, to), talk)
    // "Close it at the end of March" is no close of the meeting.
    const named = heading === '' && phrase === 'Close' ? null : phrase
    return {
      ...of,
      // Of an item that was called by its number alone.
      heading: named ?? (number ? `Item ${number}` : unnamed),
      from: index,
      to,
      number: named === null ? '' : number,
    }
  })
}

/** With them a meeting begins. */
const beginnings = new Set([
  'Apologies for absence',
  'Declarations of interest',
  'Minutes of the last meeting',
])
/**
 * "Last minutes" was called, and then nothing more: most of the meeting was of something else. A heading that is spoken of to
 * the end is right however long that takes.
 */
function isOutlasted({ heading, from, to, number, title }: Part, talk: readonly Sentence[]): boolean {
  if (title !== undefined || number || to - from <= longestOpening || (to - from) * 2 <= talk.length)
    return false
  const words = topicWords(heading)
  const end = talk.slice(Math.floor((from + to) / 2), to).flatMap(({ plain }) => topicWords(plain))
  const begins = beginnings.has(heading) || /^last \w+['’]s /i.test(heading)
  return begins || (heading !== unnamed && !words.some((word) => end.includes(word)))
}

/** Where most of the meeting comes before the first item that anybody called, it is no opening. */
const openingOf = (to: number, length: number): string =>
  to > longestOpening && to * 2 > length ? unnamed : 'Opening'
const longestOpening = 20

/** An item of no more sentences was called and not discussed. */
const callOnly = 3

/** In its place by its number; an item that was taken after all was not dropped. */
function withDropped(parts: readonly Part[], dropped: DroppedItem, written: readonly string[]): Part[] {
  const { sentence, isResolution } = dropped
  // Resolutions have numbers of their own.
  const number = isResolution ? '' : dropped.number
  const counted = parts.some((one) => one.number !== undefined && one.number !== '')
  const named = written[Number(number) - 1] ?? dropped.heading
  const heading = named || (counted ? 'Item not taken' : `Item ${number}`)
  const same = parts.find(
    (one) =>
      (isResolution ? one.heading.split(':')[0] === `Resolution ${dropped.number}` : one.number === number) ||
      (named !== '' && one.heading === named),
  )
  if (same) {
    const isBare = same.to - same.from <= callOnly && sentence.index >= same.from
    return parts.map((one) => (one === same && isBare ? { ...one, dropped } : one))
  }
  const isLater = (one: Part): boolean =>
    counted && !isResolution ? Number(one.number || NaN) > Number(number) : one.from > sentence.index
  const next = parts.findIndex(isLater)
  // Without a later number it comes after the last that has one.
  const last = parts.findLastIndex((one) => !counted || isResolution || (one.number ?? '') !== '')
  const at = next === -1 ? last + 1 : next
  const from = parts[at]?.from ?? sentence.index
  const part = { heading, from, to: from, number: counted || isResolution ? number : undefined, dropped }
  return [...parts.slice(0, at), part, ...parts.slice(at)]
}

const unnamed = 'Discussion'

/** Where the others have numbers of their own it has none. */
const unnumbered = (turns: readonly Turning[]): Pick<Turning, 'number'> =>
  turns.some(({ number }) => number !== undefined) ? { number: '' } : {}

/** First names and surnames of those who are there: "Accounts, Imran". */
export function namesIn(talk: readonly Sentence[], attendees: readonly Attendee[]): RegExp | null {
  const names = [...attendees.map(({ name }) => name), ...talk.flatMap(({ speaker }) => speaker ?? [])]
  const parts = [
    ...new Set(
      names.flatMap((name) => name.replace(/\(.*?\)|^The (?=\p{L})/u, '').match(/[\p{L}'’-]{2,}/gu) ?? []),
    ),
  ]
  return parts.length === 0 ? null : new RegExp(String.raw`\b(?:${parts.join('|')})\b`, 'i')
}
