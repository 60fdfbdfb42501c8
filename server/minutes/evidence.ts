import type { Evidence } from '#contract/minutes.ts'
import type { Segment } from '#contract/transcripts.ts'
import type { Sentence } from '../language/rules/talk.ts'

/** A transcript's version as minutes read it: the speakers' names where they are known. */
export type Source = { version: number; segments: readonly Segment[] }

export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Sentences → evidence, one for each run of them by one speaker without others between. */
export function evidenceOf(sentences: readonly Sentence[], source: Source): Evidence[] {
  const runs: Sentence[][] = []
  for (const sentence of sentences) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && sentence.index === before.index + 1 && sentence.speaker === before.speaker)
      run.push(sentence)
    else runs.push([sentence])
  }
  return runs.flatMap((run) => {
    const ids = new Set(run.flatMap(({ lines }) => lines.map(({ id }) => id)))
    const parts = source.segments.filter(({ id }) => ids.has(id))
    const whole = flat(parts.map(({ text }) => text).join(' '))
    // One after the other: the same words may come again, an hour later in the same segment.
    let [first, end] = [-1, 0]
    for (const { text } of run) {
      const said = flat(text)
      const at = whole.indexOf(said, end)
      if (at === -1) return []
      if (first === -1) first = at
      end = at + said.length
    }
    const times = wordTimes(parts)
    const begin = times.findLast(({ at }) => at <= first)
    const last = times.findLast(({ at }) => at < end)
    return [
      {
        ...{ version: source.version, segments: parts.map(({ id }) => id), speaker: parts[0]!.speaker },
        start: begin?.start ?? parts[0]!.start,
        end: Math.max(last?.end ?? parts.at(-1)!.end, begin?.start ?? 0),
        quote: whole.slice(first, end),
      },
    ]
  })
}

/** Where each word begins in the text, and when it was said; a segment whose words have no times is one word. */
function wordTimes(parts: readonly Segment[]): { at: number; start: number; end: number }[] {
  const times: { at: number; start: number; end: number }[] = []
  let length = 0
  for (const { text, words, start, end } of parts) {
    const said = flat(text)
    let from = 0
    const known = words.flatMap((word) => {
      const at = said.indexOf(word.text.trim(), from)
      if (at === -1) return []
      from = at + word.text.trim().length
      return [{ at: length + at, start: word.start, end: word.end }]
    })
    times.push(...(known.length > 0 ? known : [{ at: length, start, end }]))
    length += said.length + 1
  }
  return times
}
