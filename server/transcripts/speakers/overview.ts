import type { NameGuess, Speaker } from '#contract/speakers.ts'
import type { Segment } from '#contract/transcripts.ts'
import { isCertain, type Guessed } from '../names/guess.ts'
import type { Guesser } from '../names/guesser.ts'
import type { Claim } from '../names/meeting.ts'
import { isSameName } from '../names/people.ts'
import type { VoiceMatch } from '../voices/service.ts'
import type { Namings } from './store.ts'

/** A likeness of voices is no proof. */
const voiceAtMost = 0.9

/** The appliance's own labels; others are names that a text brought along. */
export const isOwnLabel = (label: string): boolean => /^Speaker \d+$/.test(label)

type Spoken = Pick<Segment, 'id' | 'start' | 'end' | 'speaker' | 'text' | 'words'>

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

export async function namesIn(
  segments: readonly Spoken[],
  namings: Namings,
  { listed, further, guess }: { listed: readonly string[]; further: readonly Claim[]; guess: Guesser },
): Promise<NamesInVersion> {
  const labels = labelsIn(segments)
  const confirmed = confirmedNames(labels, namings)
  const dismissed = new Map([...namings].map(([label, one]) => [label, one.dismissed]))
  const guesses = labels.some((label) => !confirmed.has(label))
    ? await guess({ segments, listed, confirmed, dismissed, further })
    : new Map<string, Guessed[]>()
  const certain = [...guesses].flatMap(([label, [first]]) =>
    first && isCertain(first) ? [[label, first.name] as const] : [],
  )
  return { labels, confirmed, guesses, known: new Map([...certain, ...confirmed]) }
}

/** What a voice adds to what is said: a name to be asked about, never one that is used by itself. */
function withVoice(guesses: readonly Guessed[], voice: VoiceMatch | undefined): NameGuess[] {
  const said = guesses.map(({ name, confidence, evidence }) => ({ name, confidence, evidence, voice: null }))
  if (!voice) return said
  const { name, ...evidence } = voice
  const same = said.find((guess) => isSameName(guess.name, name))
  const rest = said.filter((guess) => guess !== same)
  const likely = {
    name: same?.name ?? name,
    confidence: Math.max(same?.confidence ?? 0, Math.min(voiceAtMost, evidence.similarity)),
    evidence: same?.evidence ?? [],
    voice: evidence,
  }
  return [likely, ...rest].sort((a, b) => b.confidence - a.confidence)
}

/** @param voices remembered ones that speakers sound like, by label */
export function speakersOf(
  segments: readonly Spoken[],
  names: NamesInVersion,
  voices: ReadonlyMap<string, VoiceMatch> = new Map(),
): Speaker[] {
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
  const estimated = segments.every(({ words }) => words.length === 0)
  const all = { seconds: 0, words: 0 }
  for (const { seconds, words } of said.values()) {
    all.seconds += seconds
    all.words += words
  }
  return names.labels.map((label) => {
    const { seconds, words, turns } = said.get(label)!
    const guesses = names.confirmed.has(label)
      ? []
      : withVoice(names.guesses.get(label) ?? [], voices.get(label))
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
      guesses,
      speakingSeconds: Math.round(seconds * 10) / 10,
      share: Math.round(share * 1000) / 1000,
      estimated,
      turns,
    }
  })
}
