/** What of a segment matters here; everything else goes along. */
export type WindowSegment = { id: number; start: number; end: number; speaker: string | null; text: string }

type WindowOptions<S extends WindowSegment> = {
  /** Tokens that a window may have: `roomFor` of the engine, less what else the message says. */
  budget: number
  /** See LanguageEngine.tokenCounter. */
  count: (text: string) => number
  /** As the segment will stand in the prompt. */
  render: (segment: S) => string
  /** The share of a window that the next one repeats, so that what is said across a border is whole in one of them. */
  overlap?: number
}

const usualOverlap = 0.1
const lineBreak = 1 // tokens between two segments

/**
 * Cuts a transcript into windows that overlap, in order, each within the budget. A segment too long for a window is cut into parts
 * with its id, at the ends of sentences where it can be.
 */
export function splitIntoWindows<S extends WindowSegment>(
  segments: S[],
  { budget, count, render, overlap = usualOverlap }: WindowOptions<S>,
): S[][] {
  const cost = (segment: S): number => count(render(segment)) + lineBreak
  const lines = segments.flatMap((segment) =>
    cost(segment) <= budget
      ? [{ segment, tokens: cost(segment) }]
      : partsOf(segment, budget, cost).map((part) => ({ segment: part, tokens: cost(part) })),
  )
  const windows: S[][] = []
  let from = 0
  let done = 0 // lines that a window has
  while (done < lines.length) {
    let tokens = 0
    let to = from
    while (to < lines.length && tokens + lines[to]!.tokens <= budget) tokens += lines[to++]!.tokens
    // Not even the next line fits behind what is repeated: repeat less.
    if (to <= done) {
      from++
      continue
    }
    windows.push(lines.slice(from, to).map(({ segment }) => segment))
    done = to
    from = Math.max(from + 1, beginOfOverlap(lines, to, budget * overlap))
  }
  return windows
}

type Line<S> = { segment: S; tokens: number }

/** The first line of the window after the one that ends at `to`. */
function beginOfOverlap<S extends WindowSegment>(lines: Line<S>[], to: number, tokens: number): number {
  let from = to
  let taken = 0
  while (from > 0 && taken + lines[from - 1]!.tokens <= tokens) taken += lines[--from]!.tokens
  return from
}

/** Halves, until each fits: at the end of a sentence near the middle, else between words, else anywhere. */
function partsOf<S extends WindowSegment>(segment: S, budget: number, cost: (segment: S) => number): S[] {
  if (cost(segment) <= budget) return [segment]
  const { text, start, end } = segment
  if (text.length < 2)
    throw new Error(`a window of ${budget} tokens has no room for a word: ask for a larger context`)
  const at = cutNear(text)
  const middle = start + ((end - start) * at) / text.length
  return [
    ...partsOf({ ...segment, text: text.slice(0, at).trim(), end: middle }, budget, cost),
    ...partsOf({ ...segment, text: text.slice(at).trim(), start: middle }, budget, cost),
  ]
}

function cutNear(text: string): number {
  const middle = text.length / 2
  const nearest = (pattern: RegExp): number | null => {
    const places = [...text.matchAll(pattern)].map((match) => match.index + match[0].length)
    const [best] = places
      .filter((at) => at > text.length / 4 && at < (text.length * 3) / 4)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    return best ?? null
  }
  return nearest(/[.!?…]["')\]]?\s+/g) ?? nearest(/\s+/g) ?? Math.ceil(middle)
}
