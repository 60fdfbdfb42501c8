import { binaryUpload, getCapture, putChunk, reopenCapture, type CaptureState } from '#contract/capture.ts'
import { pathFor } from '#contract/route.ts'
import { ApiError } from '../api.ts'
import { readError } from '../error-body.ts'
import { ChunkGapError, NotNowError, type Acknowledged, type Chunk, type Transport } from './transport.ts'

/** An answer that takes longer than this does not come any more. */
const patience = 20_000
/** Putting a long meeting together takes its time, on a busy machine. */
const closingPatience = 60_000
const closingLooks = 20

/**
 * A call that never leaves the page for the sign-in page, whatever the server says: sound is being recorded.
 * @throws NotNowError when it is worth trying again, ApiError when it is not
 */
async function ask(path: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { cache: 'no-store', ...init })
  } catch (cause) {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new NotNowError(late ? 'The server has not answered in time.' : 'The server cannot be reached.', {
      late,
      cause,
    })
  }
  if (response.ok) return response
  const { status } = response
  const { message, code } = readError(status, await response.text().catch(() => ''))
  if (status === 401) throw new NotNowError(message, { signedOut: true })
  if (code === 'recorded_elsewhere') {
    const retryAfter = Number(response.headers.get('retry-after')) || null
    throw new NotNowError(message, { elsewhere: true, retryAfter })
  }
  // A full disk (507) may be made room on; the sound waits here meanwhile.
  if (status >= 500 || status === 408 || status === 429) throw new NotNowError(message)
  throw new ApiError(message, status, code)
}

function within(signal: AbortSignal, time = patience): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(time)])
}

/** What the server has of a recording's sound. */
export async function captureOf(id: number, signal: AbortSignal, time = patience): Promise<CaptureState> {
  const response = await ask(pathFor(getCapture.path, { id }), { signal: within(signal, time) })
  return (await response.json()) as CaptureState
}

async function send(chunk: Chunk, signal: AbortSignal): Promise<Acknowledged> {
  const { recordingId: id, epoch, number, mimeType, recorder, began, paused, from, sound } = chunk
  const query = new URLSearchParams({
    ...(recorder && { recorder }),
    ...(number === 0 && began !== undefined && { elapsed: String(began) }),
    ...(number === 0 && paused !== undefined && { paused: String(paused) }),
    ...(number === 0 && from !== undefined && { from: String(from) }),
  })
  try {
    const response = await ask(`${pathFor(putChunk.path, { id, epoch, number })}?${query.toString()}`, {
      method: putChunk.method,
      headers: { 'content-type': mimeType },
      body: sound,
      signal: within(signal),
    })
    return (await response.json()) as Acknowledged
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'chunk_gap') throw error
    const { epochs } = await captureOf(id, signal)
    throw new ChunkGapError(epochs.find((one) => one.epoch === epoch)?.nextChunk ?? 0)
  }
}

export const httpTransport: Transport = { send }

/** A pause sends no sound: the server hears that this page still records. @param paused seconds of all pauses so far */
export async function sayHere(
  id: number,
  { recorder, paused }: { recorder: string; paused: number },
  signal: AbortSignal,
): Promise<CaptureState> {
  const query = new URLSearchParams({ recorder, paused: String(paused) })
  const response = await ask(`${pathFor(getCapture.path, { id })}?${query.toString()}`, {
    signal: within(signal),
  })
  return (await response.json()) as CaptureState
}

/** Goes on with a recording that was ended somewhere. @throws NotNowError, ApiError */
export async function reopen(id: number, recorder: string, signal: AbortSignal): Promise<void> {
  await ask(pathFor(reopenCapture.path, { id }), {
    method: reopenCapture.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recorder }),
    signal: within(signal),
  })
}

/** Whether it has been closed after all; a server that is still at it answers this when it is done. */
async function isClosed(id: number, signal: AbortSignal): Promise<boolean> {
  for (let look = 0; look < closingLooks; look += 1) {
    try {
      const { open, endedAt, bytes } = await captureOf(id, signal, closingPatience)
      return (!open || endedAt !== null) && bytes > 0
    } catch (error) {
      if (!(error instanceof NotNowError && error.late)) return false
    }
  }
  return false
}

type Closing = {
  /** The whole of it, where the chunks did not come through. */
  sound?: Blob | null
  /** What the page's clock says at the end. */
  elapsed?: number
  /** Of the page that recorded it, which has sent all; without it somebody else ends it. */
  recorder?: string | undefined
}

/** The specification's binary upload: closes the recording. */
export async function closeCapture(
  id: number,
  { sound, elapsed, recorder }: Closing,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({
    ...(elapsed !== undefined && { elapsed: String(elapsed) }),
    ...(recorder !== undefined && { recorder }),
  })
  try {
    await ask(`${pathFor(binaryUpload.path, { id })}?${query.toString()}`, {
      method: binaryUpload.method,
      headers: { 'content-type': sound?.type || 'audio/webm' },
      body: sound ?? new Blob([]),
      // The whole sound of a long meeting takes as long as it takes.
      signal: sound ? signal : within(signal, closingPatience),
    })
  } catch (error) {
    // The answer was lost, which does not mean that the work was.
    if (!(error instanceof NotNowError) || sound || !(await isClosed(id, signal))) throw error
  }
}
