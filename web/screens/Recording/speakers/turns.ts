import type { Segment } from '#contract/transcripts.ts'

/** What one speaker says without another one between. Seconds. */
export type Turn = { label: string; start: number; end: number }

/** A longer silence is drawn as one. */
const pauseFrom = 5

export function turnsOf(segments: readonly Pick<Segment, 'speaker' | 'start' | 'end'>[]): Turn[] {
  const turns: Turn[] = []
  for (const { speaker, start, end } of segments) {
    const last = turns.at(-1)
    if (speaker === null) continue
    if (last?.label === speaker && start - last.end < pauseFrom) last.end = Math.max(last.end, end)
    else turns.push({ label: speaker, start, end })
  }
  return turns.filter(({ start, end }) => end > start)
}

/** Rectangles as one path, which thousands of turns are drawn with as fast as one. @param least wide enough to be seen */
export function pathOf(
  turns: readonly Turn[],
  {
    seconds,
    width,
    top,
    height,
    least,
  }: { seconds: number; width: number; top: number; height: number; least: number },
): string {
  const rounded = (value: number): number => Math.round(value * 10) / 10
  return turns
    .map(({ start, end }) => {
      const from = (start / seconds) * width
      const wide = Math.max(least, (end / seconds) * width - from)
      return `M${rounded(Math.min(from, width - wide))} ${top}h${rounded(wide)}v${height}h-${rounded(wide)}z`
    })
    .join('')
}
