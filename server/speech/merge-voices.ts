import type { Span } from './vad.ts'
import { cosine } from './voices.ts'

export type NumberedTurn = Span & { speaker: number }
export type NumberedVoice = { speaker: number; cleanMs: number; embedding: number[] | null }
/** Who was found: when they speak, and what they sound like. */
export type Found = { turns: NumberedTurn[]; voices: NumberedVoice[] }

/** Who speaks less than this is no speaker of a meeting, but what a clustering did not know where to put. */
const substantial = { ms: 3000, share: 0.005 }

const lengthOf = ({ startMs, endMs }: Span): number => endMs - startMs

/** How many of the voices speak enough to be somebody. */
export function countSubstantial(turns: NumberedTurn[]): number {
  const spoken = spokenBy(turns)
  const all = [...spoken.values()].reduce((sum, ms) => sum + ms, 0)
  return [...spoken.values()].filter((ms) => ms >= Math.max(substantial.ms, all * substantial.share)).length
}

/** Enough to tell by its sound whose it is. */
export const isSubstantial = (spokenMs: number): boolean => spokenMs >= substantial.ms

/** Milliseconds that each speaker speaks, by their number. */
export function spokenBy(turns: NumberedTurn[]): Map<number, number> {
  const spoken = new Map<number, number>()
  for (const turn of turns) spoken.set(turn.speaker, (spoken.get(turn.speaker) ?? 0) + lengthOf(turn))
  return spoken
}

/**
 * Makes so many speakers of more: whoever was heard too little alone goes with whoever speaks nearest, then the two that
 * sound most alike become one, until the number is right.
 */
export function mergeVoices({ turns, voices }: Found, speakers: number): Found {
  let merged = turns
  let known = voices.filter((voice): voice is Known => voice.embedding !== null)
  let unheard = voices.filter(({ embedding }) => embedding === null).toSorted((a, b) => a.cleanMs - b.cleanMs)
  const count = (): number => new Set(merged.map(({ speaker }) => speaker)).size
  const found = (): Found => ({ turns: merged, voices: [...known, ...unheard] })
  for (const one of unheard) {
    if (count() <= speakers) return found()
    merged = rename(merged, one.speaker, beside(merged, one.speaker))
    unheard = unheard.filter((other) => other !== one)
  }
  while (count() > speakers) {
    const pair = mostAlike(known, spokenBy(merged))
    if (!pair) return found()
    const [into, from] = pair
    merged = rename(merged, from.speaker, into.speaker)
    known = [...known.filter((voice) => voice !== into && voice !== from), mergedVoice(into, from)]
  }
  return found()
}

export type Known = NumberedVoice & { embedding: number[] }

/** Both voices' mean, each counted by how much of it was heard. */
export function mergedVoice(into: Known, from: Known): Known {
  const sum = into.embedding.map((value, i) => value * into.cleanMs + from.embedding[i]! * from.cleanMs)
  const length = Math.hypot(...sum) || 1
  return {
    speaker: into.speaker,
    cleanMs: into.cleanMs + from.cleanMs,
    embedding: sum.map((value) => Math.round((value / length) * 1e6) / 1e6),
  }
}

/** The same turns, with those of `from` given to `into`. */
export const rename = (turns: NumberedTurn[], from: number, into: number): NumberedTurn[] =>
  turns.map((turn) => (turn.speaker === from ? { ...turn, speaker: into } : turn))

/** Who speaks nearest to this speaker's longest turn. */
export function beside(turns: NumberedTurn[], speaker: number): number {
  const [own] = turns.filter((turn) => turn.speaker === speaker).toSorted((a, b) => lengthOf(b) - lengthOf(a))
  if (!own) return speaker
  const away = (turn: NumberedTurn): number => Math.max(turn.startMs - own.endMs, own.startMs - turn.endMs)
  const [nearest] = turns.filter((turn) => turn.speaker !== speaker).toSorted((a, b) => away(a) - away(b))
  return nearest?.speaker ?? speaker
}

/** The one who speaks more first. Somebody who hardly speaks goes before two who do. */
function mostAlike(voices: Known[], spoken: Map<number, number>): [Known, Known] | null {
  let best: { pair: [Known, Known]; score: number } | null = null
  for (const [i, a] of voices.entries())
    for (const b of voices.slice(i + 1)) {
      const less = Math.min(spoken.get(a.speaker) ?? 0, spoken.get(b.speaker) ?? 0)
      const score = cosine(a.embedding, b.embedding) + (less < substantial.ms ? 2 : 0)
      if (best && best.score >= score) continue
      const aIsMore = (spoken.get(a.speaker) ?? 0) >= (spoken.get(b.speaker) ?? 0)
      best = { pair: aIsMore ? [a, b] : [b, a], score }
    }
  return best?.pair ?? null
}
