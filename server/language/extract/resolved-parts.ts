import { isBulleted } from '../bullets.ts'
import type { Sentence } from './talk.ts'

/** A resolution in parts, as minutes write it: "IT WAS RESOLVED THAT:", then "(a) …; (b) …; and (c) …". */

export const inParts = 'minuted parts'

const romans = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')
const most = 12
/** It leads to what follows. */
const leads = /(?::|\b(?:that|to|follows))\s*[–—-]*\s*$/i
const says = /\b(?:resolved|agreed|approved|decided|determined|passed|adopted|carried|resolutions?)\b/

type Marks = (at: number) => string
const series: Marks[] = [
  (at) => String.fromCharCode('a'.charCodeAt(0) + at),
  (at) => romans[at] ?? '',
  (at) => `${at + 1}`,
]
const at = (text: string, mark: string, from: number): number => {
  for (const form of [`(${mark}) `, `${mark}) `])
    if (text.startsWith(form, from) || text.includes(` ${form}`, from)) {
      const within = text.indexOf(` ${form}`, from)
      return text.startsWith(form, from) ? from : within + 1
    }
  return -1
}
/** How many parts stand in it, one after the other, from the one that is next. */
function partsIn(text: string, next: number, marks: Marks): number {
  let count = 0
  for (let from = 0; count < most; count++) {
    const place = at(text, marks(next + count), from)
    if (place === -1) break
    from = place + 1
  }
  return count
}

/** The sentences after it that belong to the resolution which it begins, line by line; none: it is whole, or begins none. */
export function partsOfResolution(sentence: Sentence, talk: readonly Sentence[]): Sentence[] {
  if (!says.test(sentence.plain)) return []
  const isLead = leads.test(sentence.text)
  const own = sentence.text.toLowerCase()
  for (const marks of series) {
    const within = partsIn(own, 0, marks)
    if (!isLead && within < 1) continue
    const found = partsAfter(sentence, talk, (text, count) => {
      const isNext = at(text, marks(within + count), 0) === 0
      return isNext ? partsIn(text, within + count, marks) : 0
    })
    if (found.length > 0) return found
  }
  if (!isLead) return []
  const bulleted = partsAfter(sentence, talk, (_text, _count, { segment }) =>
    isBulleted(segment.text) ? 1 : 0,
  )
  if (bulleted.length > 0) return bulleted
  const next = talk[sentence.index + 1]
  // "IT WAS RESOLVED THAT:", and the resolution in the next line.
  const isIt = next?.speaker === sentence.speaker && /^(?:\p{Ll}|The )/u.test(next.text)
  return next && isIt && /\bbe\b/.test(next.plain) ? [next] : []
}

/** @param counts how many parts begin in a sentence; 0: none that is next */
function partsAfter(
  sentence: Sentence,
  talk: readonly Sentence[],
  counts: (text: string, count: number, one: Sentence) => number,
): Sentence[] {
  const parts: Sentence[] = []
  let count = 0
  for (const one of talk.slice(sentence.index + 1, sentence.index + 1 + 2 * most)) {
    const more = counts(one.text.trimStart().toLowerCase(), count, one)
    // What a part goes on to say stands in its line.
    const goesOn = parts.length > 0 && one.segments[0] === parts.at(-1)!.segments.at(-1)
    if (one.speaker !== sentence.speaker || (more === 0 && !goesOn)) break
    count += more
    parts.push(one)
  }
  return parts
}

/** As one sentence, for the rules that read what follows "that". */
export const withParts = (sentence: Sentence, parts: readonly Sentence[]): Sentence =>
  parts.length === 0
    ? sentence
    : {
        ...sentence,
        plain: [sentence.plain.replace(/[:\s–—-]+$/, ''), ...parts.map(({ plain }) => plain)].join(' '),
      }
