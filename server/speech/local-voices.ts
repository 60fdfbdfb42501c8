import type { NumberedTurn } from './merge-voices.ts'
import type { Span } from './vad.ts'
import { cosine } from './voices.ts'

/** A voice within one short window: nobody knows yet whose. */
export type LocalVoice = {
  spans: Span[]
  /** Sound in which nobody else speaks, in milliseconds. */
  cleanMs: number
  /** Of length 1; null: too little clean sound. */
  embedding: number[] | null
}

/** A short stretch of sound, which overlaps the next one, and the voices that were told apart in it. */
export type LocalWindow = Span & { voices: LocalVoice[] }

export type JoinSettings = { threshold: number; minDurationOn: number; minDurationOff: number }

/** Less clean sound than this says too little of a voice to begin a speaker with. */
const reliableMs = 1200
/** Who is heard less than this in all is a scrap of somebody else's voice, where it is like one. */
const scrapMs = 4000
const scrapAlike = 0.25
const frameMs = 20

type Item = { window: number; voice: LocalVoice }
type Group = { items: Item[]; sum: number[]; windows: Set<number>; ms: number }

/** Who speaks when: the voices of all windows put together by what they sound like, overlapping speech included. */
export function joinLocalVoices(windows: readonly LocalWindow[], settings: JoinSettings): NumberedTurn[] {
  const items = windows.flatMap(({ voices }, window) => voices.map((voice) => ({ window, voice })))
  const isReliable = ({ voice }: Item): boolean => voice.embedding !== null && voice.cleanMs >= reliableMs
  const reliable = items.filter(isReliable)
  const groups = withoutScraps(agglomerate(reliable.length > 0 ? reliable : items, 1 - settings.threshold))
  const whose = new Map<LocalVoice, number>()
  for (const [number, group] of groups.entries())
    for (const { voice } of group.items) whose.set(voice, number)
  for (const item of items) if (!whose.has(item.voice)) place(item, { windows, groups, whose })
  return turnsOf(windows, whose, groups.length, settings)
}

function groupOf(item: Item): Group {
  const { cleanMs } = item.voice
  const sum = (item.voice.embedding ?? []).map((value) => value * cleanMs)
  return { items: [item], sum, windows: new Set([item.window]), ms: cleanMs }
}

function merged(a: Group, b: Group): Group {
  return {
    items: [...a.items, ...b.items],
    sum: a.sum.map((value, i) => value + b.sum[i]!),
    windows: new Set([...a.windows, ...b.windows]),
    ms: a.ms + b.ms,
  }
}

const shareWindow = (a: Group, b: Group): boolean => [...a.windows].some((window) => b.windows.has(window))

/** The two groups whose means are most alike become one, until none are alike enough; two voices of a window stay two. */
function agglomerate(items: readonly Item[], from: number): Group[] {
  const groups = items.filter(({ voice }) => voice.embedding !== null).map(groupOf)
  const likeness = (a: Group, b: Group): number => (shareWindow(a, b) ? -1 : cosine(a.sum, b.sum))
  const alike = groups.map((a, i) => groups.map((b, j) => (i < j ? likeness(a, b) : -1)))
  for (;;) {
    let best = { i: -1, j: -1, value: from }
    for (let i = 0; i < groups.length; i++)
      for (let j = i + 1; j < groups.length; j++)
        if (alike[i]![j]! >= best.value) best = { i, j, value: alike[i]![j]! }
    const { i, j } = best
    if (i === -1) return groups
    const one = merged(groups[i]!, groups[j]!)
    groups[i] = one
    groups.splice(j, 1)
    alike.splice(j, 1)
    for (const row of alike) row.splice(j, 1)
    for (const [k, other] of groups.entries())
      if (k !== i) alike[Math.min(i, k)]![Math.max(i, k)] = likeness(one, other)
  }
}

/** Groups too small to be somebody go to the one that they are most like. */
function withoutScraps(groups: readonly Group[]): Group[] {
  const kept = groups.filter(({ ms }) => ms >= scrapMs)
  if (kept.length === 0) return [...groups]
  for (const scrap of groups.filter(({ ms }) => ms < scrapMs)) {
    const alike = kept.map((group) => cosine(group.sum, scrap.sum))
    const nearest = alike.indexOf(Math.max(...alike))
    if (alike[nearest]! >= scrapAlike) kept[nearest] = merged(kept[nearest]!, scrap)
    else kept.push(scrap)
  }
  return kept
}

type Placing = { windows: readonly LocalWindow[]; groups: readonly Group[]; whose: Map<LocalVoice, number> }

/** A voice of which too little is heard alone: what it is most like, else whoever speaks at the same time in a neighbouring window. */
function place({ window, voice }: Item, { windows, groups, whose }: Placing): void {
  const taken = new Set(windows[window]!.voices.map((other) => whose.get(other)))
  const free = [...groups.keys()].filter((number) => !taken.has(number))
  const neighbours = [windows[window - 1], windows[window + 1]].flatMap((one) => one?.voices ?? [])
  const score = (number: number): number => {
    const likeness = voice.embedding ? cosine(groups[number]!.sum, voice.embedding) : 0
    const together = neighbours
      .filter((other) => whose.get(other) === number)
      .reduce((sum, other) => sum + overlapMs(voice.spans, other.spans), 0)
    return likeness + together / 1000
  }
  const best = free.toSorted((a, b) => score(b) - score(a))[0]
  if (best !== undefined) whose.set(voice, best)
}

function overlapMs(some: readonly Span[], others: readonly Span[]): number {
  let sum = 0
  for (const a of some)
    for (const b of others) sum += Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs))
  return sum
}

/**
 * Windows overlap, so each moment is judged more than once: what a window says of its middle counts more than what it says
 * of its ends. At each moment as many speak as the windows say on average, and those of whom they say it most.
 */
function turnsOf(
  windows: readonly LocalWindow[],
  whose: ReadonlyMap<LocalVoice, number>,
  speakers: number,
  { minDurationOn, minDurationOff }: JoinSettings,
): NumberedTurn[] {
  const firstMs = Math.min(...windows.map(({ startMs }) => startMs), Infinity)
  const lastMs = Math.max(...windows.map(({ endMs }) => endMs), 0)
  const frames = Math.max(0, Math.ceil((lastMs - firstMs) / frameMs))
  const weights = new Float32Array(frames)
  const counts = new Float32Array(frames)
  const scores = Array.from({ length: speakers }, () => new Float32Array(frames))
  const frameAt = (ms: number): number => Math.min(frames, Math.max(0, Math.round((ms - firstMs) / frameMs)))
  for (const window of windows) {
    const [from, to] = [frameAt(window.startMs), frameAt(window.endMs)]
    const weightOf = (frame: number): number => 0.1 + Math.min(frame - from, to - 1 - frame) / (to - from)
    for (let frame = from; frame < to; frame++) weights[frame]! += weightOf(frame)
    for (const voice of window.voices) {
      const own = scores[whose.get(voice) ?? -1]
      for (const span of voice.spans)
        for (let frame = frameAt(span.startMs); frame < frameAt(span.endMs); frame++) {
          counts[frame]! += weightOf(frame)
          if (own) own[frame]! += weightOf(frame)
        }
    }
  }
  const speaking = scores.map(() => new Uint8Array(frames))
  const order = scores.map((_, number) => number)
  for (let frame = 0; frame < frames; frame++) {
    const count = Math.round(counts[frame]! / (weights[frame]! || 1))
    if (count === 0) continue
    order.sort((a, b) => scores[b]![frame]! - scores[a]![frame]!)
    for (const number of order.slice(0, count)) if (scores[number]![frame]! > 0) speaking[number]![frame] = 1
  }
  return speaking.flatMap((row, speaker) =>
    smoothed(spansOf(row, firstMs), minDurationOn * 1000, minDurationOff * 1000).map((span) => ({
      ...span,
      speaker,
    })),
  )
}

function spansOf(row: Uint8Array, firstMs: number): Span[] {
  const spans: Span[] = []
  for (let frame = 0; frame < row.length; frame++) {
    if (row[frame] === 0) continue
    const startMs = firstMs + frame * frameMs
    const last = spans.at(-1)
    if (last && last.endMs === startMs) last.endMs += frameMs
    else spans.push({ startMs, endMs: startMs + frameMs })
  }
  return spans
}

/** Short pauses are filled, then short turns dropped. */
function smoothed(spans: readonly Span[], minOnMs: number, minOffMs: number): Span[] {
  const filled: Span[] = []
  for (const span of spans) {
    const last = filled.at(-1)
    if (last && span.startMs - last.endMs < minOffMs) last.endMs = span.endMs
    else filled.push({ ...span })
  }
  return filled.filter(({ startMs, endMs }) => endMs - startMs >= minOnMs)
}
