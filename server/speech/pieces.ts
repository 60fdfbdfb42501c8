import type { Span } from './vad.ts'

/** What the engine gets in one request: stretches of the recording, one after the other, together at most `clipMs` long. */
export type Clip = { spans: Span[] }

/** What is stored, and after a crash resumed, as one: a run of clips of about a minute. Whole numbers of milliseconds. */
export type Piece = { startMs: number; endMs: number; clips: Clip[] }

/** whisper hears 30 seconds at a time; a clip that fits is one pass with nothing carried over from another. */
const clipMs = 28_000
/** Kept around speech, since a detector is late by some hundredths of a second. */
const padMs = 300
/** A pause up to this long stays as it is; of a longer one, only the padding is heard. Windows that begin with silence go wrong. */
const keptPauseMs = 1000
/** A pause this long ends a clip that is already worth a request. */
const clipEndPauseMs = 600
const worthARequestMs = 20_000
const pieceMs = 60_000
/** Speech without a pause is cut at the quietest moment of its last part. */
const cutSearchMs = 8000

/** Finds the quietest moment of a stretch; asked only where speech goes on for longer than a clip. */
export type Quietest = (fromMs: number, toMs: number) => Promise<number>

/**
 * Cuts the speech that was found into pieces and clips. Every moment of speech is in exactly one clip, in order; the same
 * input gives the same plan.
 * @param options.fromMs what is before has been planned already
 * @param options.joints where the recording's parts join, in order: no clip and no piece has sound of both sides
 */
export async function planPieces(
  speech: Span[],
  durationMs: number,
  quietest: Quietest,
  { fromMs = 0, joints = [] }: { fromMs?: number; joints?: readonly number[] } = {},
): Promise<Piece[]> {
  const edges = [fromMs, ...joints.filter((joint) => joint > fromMs && joint < durationMs), durationMs]
  const pieces: Piece[] = []
  for (const [i, startMs] of edges.slice(0, -1).entries()) {
    const part = { startMs, endMs: edges[i + 1]! }
    const short: Span[] = []
    for (const span of pad(within(speech, part), part)) short.push(...(await cutLong(span, quietest)))
    pieces.push(...gather(makeClips(short)))
  }
  return pieces
}

/** The speech of a part of the recording. */
function within(speech: Span[], part: Span): Span[] {
  return speech
    .filter(({ startMs, endMs }) => endMs > part.startMs && startMs < part.endMs)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, part.startMs),
      endMs: Math.min(endMs, part.endMs),
    }))
}

/**
 * Of a plan for sound that goes on: the pieces that more sound cannot change.
 * @param untilMs where the sound ends for now
 */
export function settledPieces(pieces: Piece[], untilMs: number): Piece[] {
  const last = pieces.at(-1)
  const full = last && untilMs - last.startMs > pieceMs && untilMs - last.endMs > keptPauseMs + padMs
  return full ? pieces : pieces.slice(0, -1)
}

/** Padding never reaches into the neighbour; short pauses are closed. */
function pad(speech: Span[], part: Span): Span[] {
  const padded: Span[] = []
  for (const [i, span] of speech.entries()) {
    const before = speech[i - 1]
    const after = speech[i + 1]
    const earliest = before ? (before.endMs + span.startMs) / 2 : part.startMs
    const latest = after ? (span.endMs + after.startMs) / 2 : part.endMs
    const startMs = Math.floor(Math.max(earliest, span.startMs - padMs))
    const endMs = Math.floor(Math.min(latest, span.endMs + padMs, part.endMs)) // rounded like the start: neighbours never overlap
    const last = padded.at(-1)
    if (last && startMs - last.endMs <= keptPauseMs - 2 * padMs && endMs - last.startMs <= clipMs)
      last.endMs = endMs
    else padded.push({ startMs, endMs })
  }
  return padded
}

async function cutLong(span: Span, quietest: Quietest): Promise<Span[]> {
  const parts: Span[] = []
  let startMs = span.startMs
  while (span.endMs - startMs > clipMs) {
    const cut = Math.round(await quietest(startMs + clipMs - cutSearchMs, startMs + clipMs))
    parts.push({ startMs, endMs: cut })
    startMs = cut
  }
  parts.push({ startMs, endMs: span.endMs })
  return parts
}

const heard = (clip: Clip): number => clip.spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0)

function makeClips(spans: Span[]): Clip[] {
  const clips: Clip[] = []
  for (const span of spans) {
    const clip = clips.at(-1)
    const lastEnd = clip?.spans.at(-1)?.endMs ?? 0
    const fits = clip && heard(clip) + span.endMs - span.startMs <= clipMs
    const goodEnd = clip && heard(clip) >= worthARequestMs && span.startMs - lastEnd >= clipEndPauseMs
    if (fits && !goodEnd) clip.spans.push(span)
    else clips.push({ spans: [span] })
  }
  return clips
}

function gather(clips: Clip[]): Piece[] {
  const pieces: Piece[] = []
  for (const clip of clips) {
    const startMs = clip.spans[0]!.startMs
    const endMs = clip.spans.at(-1)!.endMs
    const piece = pieces.at(-1)
    if (piece && endMs - piece.startMs <= pieceMs) {
      piece.clips.push(clip)
      piece.endMs = endMs
    } else pieces.push({ startMs, endMs, clips: [clip] })
  }
  return pieces
}
