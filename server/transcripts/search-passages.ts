import type { NewPassage } from '../search/service.ts'

/** A line of a transcript, as search needs it. */
export type Line = { startMs: number; endMs: number; speaker: string | null; text: string }

/** Words of a passage: enough to be understood, few enough that it is about one thing. */
const fewest = 60
const wanted = 90
const most = 120

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** A line that is longer than a passage, in parts at the ends of its sentences; times by the share of its words. */
function partsOf(line: Line): Line[] {
  const all = wordsIn(line.text)
  if (all <= most) return [line]
  const parts: Line[] = []
  let taken = 0
  let text = ''
  const close = (): void => {
    if (text.trim() === '') return
    const at = (words: number): number =>
      Math.round(line.startMs + ((line.endMs - line.startMs) * words) / all)
    const words = wordsIn(text)
    parts.push({ ...line, text: text.trim(), startMs: at(taken), endMs: at(taken + words) })
    taken += words
    text = ''
  }
  for (const piece of line.text.split(/(?<=[.?!…]["”’)]?)\s+/u))
    for (const run of runsOf(piece)) {
      if (wordsIn(text) + wordsIn(run) > most) close()
      text += `${run} `
      if (wordsIn(text) >= wanted) close()
    }
  close()
  return parts
}

/** Text without full stops is cut all the same. */
function runsOf(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const runs: string[] = []
  for (let from = 0; from < words.length; from += wanted)
    runs.push(words.slice(from, from + wanted).join(' '))
  return runs
}

/**
 * Passages of some 60 to 120 words, each with where it begins. Where several speak their names stand in the text, so that
 * a passage says by itself who said what.
 * @param timed the lines' times are known
 */
export function passagesFrom(lines: readonly Line[], { timed }: { timed: boolean }): NewPassage[] {
  const passages: NewPassage[] = []
  let open: Line[] = []
  let words = 0
  const close = (): void => {
    if (open.length === 0) return
    const speakers = new Set(open.map(({ speaker }) => speaker))
    const [only] = speakers
    const said = speakers.size === 1 ? open.map(({ text }) => text) : dialogue(open)
    let from = 0
    const lines = said.map((text, i) => {
      const line = { from, at: open[i]!.startMs / 1000 }
      from += text.length + 1
      return line
    })
    passages.push({
      text: said.join(' '),
      ...(timed && { lines }),
      at: timed ? open[0]!.startMs / 1000 : null,
      page: null,
      speaker: speakers.size === 1 ? (only ?? null) : null,
      ...(speakers.size > 1 && { speakers: [...speakers].filter((one) => one !== null) }),
    })
    open = []
    words = 0
  }
  for (const line of lines.flatMap(partsOf)) {
    const more = wordsIn(line.text)
    if (more === 0) continue
    const changes = open.length > 0 && open.at(-1)!.speaker !== line.speaker
    if (words + more > most || words >= wanted || (words >= fewest && changes)) close()
    open.push(line)
    words += more
  }
  close()
  return passages
}

/** "Helen Marsh: …", "Tom Reed: …"; a name stands where the speaker changes. */
function dialogue(lines: readonly Line[]): string[] {
  let last: string | null | undefined
  return lines.map(({ speaker, text }) => {
    const named = speaker !== last ? `${speaker ?? 'Somebody'}: ` : ''
    last = speaker
    return named + text
  })
}
