import type { Speaker } from '#contract/speakers.ts'
import type { Segment } from '#contract/transcripts.ts'
import { guessNames, isCertain, type Guessed } from '../names/guess.ts'
import type { Claim } from '../names/meeting.ts'
import type { Namings } from './store.ts'

/** The appliance's own labels; others are names that a text brought along. */
export const isOwnLabel = (label: string): boolean => /^Speaker \d+$/.test(label)

type Spoken = Pick<Segment, 'id' | 'start' | 'end' | 'speaker' | 'text'>

/** In the order of their numbers. */
export function labelsIn(segments: readonly { speaker: string | null }[]): string[] {
  const labels = new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))
  return [...labels].sort((a, b) => a.localeCompare(b, 'en-GB', { numeric: true }))
}

/** Names that a person has given, or that the text itself has. */
export function confirmedNames(labels: readonly string[], namings: Namings): Map<string, string> {
  return new Map(
    labels.flatMap((label) => {
      const name = namings.get(label)?.name ?? (isOwnLabel(label) ? null : label)
      return name === null ? [] : [[label, name] as const]
    }),
  )
}

/** What is known of the names in a version. */
export type NamesInVersion = {
  labels: string[]
  confirmed: ReadonlyMap<string, string>
  guesses: ReadonlyMap<string, Guessed[]>
  /** Confirmed, or guessed beyond doubt. */
  known: ReadonlyMap<string, string>
}

export function namesIn(
  segments: readonly Spoken[],
  namings: Namings,
  { listed, further = [] }: { listed: readonly string[]; further?: readonly Claim[] },
): NamesInVersion {
  const labels = labelsIn(segments)
  const confirmed = confirmedNames(labels, namings)
  const dismissed = new Map([...namings].map(([label, one]) => [label, one.dismissed]))
  const guesses = labels.some((label) => !confirmed.has(label))
    ? guessNames({ segments, listed, confirmed, dismissed, further })
    : new Map<string, Guessed[]>()
  const certain = [...guesses].flatMap(([label, [first]]) =>
    first && isCertain(first) ? [[label, first.name] as const] : [],
  )
  return { labels, confirmed, guesses, known: new Map([...certain, ...confirmed]) }
}

export function speakersOf(segments: readonly Spoken[], names: NamesInVersion): Speaker[] {
  const said = new Map(names.labels.map((label) => [label, { seconds: 0, words: 0, turns: 0 }]))
  let before: string | null = null
  for (const { speaker, start, end, text } of segments) {
    const mine = speaker === null ? undefined : said.get(speaker)
    if (mine) {
      mine.seconds += Math.max(0, end - start)
      mine.words += text.split(/\s+/).length
      if (speaker !== before) mine.turns += 1
    }
    before = speaker
  }
  const all = { seconds: 0, words: 0 }
  for (const { seconds, words } of said.values()) {
    all.seconds += seconds
    all.words += words
  }
  return names.labels.map((label) => {
    const { seconds, words, turns } = said.get(label)!
    const guesses = names.guesses.get(label) ?? []
    const name = names.known.get(label) ?? null
    const state = names.confirmed.has(label)
      ? 'confirmed'
      : name !== null
        ? 'certain'
        : guesses.length > 0
          ? 'guessed'
          : 'unknown'
    const share = all.seconds > 0 ? seconds / all.seconds : all.words > 0 ? words / all.words : 0
    return {
      label,
      name,
      state,
      guesses: guesses.map(({ name: guessed, confidence, evidence }) => ({
        name: guessed,
        confidence,
        evidence,
      })),
      speakingSeconds: Math.round(seconds * 10) / 10,
      share: Math.round(share * 1000) / 1000,
      turns,
    }
  })
}
