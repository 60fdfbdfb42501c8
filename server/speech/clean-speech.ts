import type { Span } from './vad.ts'

/** Where each speaker speaks and nobody else does; in order of time. */
export function cleanSpeech<S>(turns: (Span & { speaker: S })[]): Map<S, Span[]> {
  const edges = turns
    .flatMap(({ speaker, startMs, endMs }) => [
      { at: startMs, speaker, step: 1 },
      { at: endMs, speaker, step: -1 },
    ])
    .toSorted((a, b) => a.at - b.at)
  const speaking = new Map<S, number>()
  const clean = new Map<S, Span[]>(turns.map(({ speaker }) => [speaker, []]))
  let last = 0
  for (const { at, speaker, step } of edges) {
    const alone = [...speaking].filter(([, count]) => count > 0).map(([who]) => who)
    if (alone.length === 1 && at > last) addTo(clean.get(alone[0]!)!, { startMs: last, endMs: at })
    speaking.set(speaker, (speaking.get(speaker) ?? 0) + step)
    last = at
  }
  return clean
}

function addTo(spans: Span[], span: Span): void {
  const before = spans.at(-1)
  if (before?.endMs === span.startMs) before.endMs = span.endMs
  else spans.push(span)
}
