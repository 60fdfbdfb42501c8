import { binaryUpload, getCapture, putChunk, type CaptureState } from '#contract/capture.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { pathFor } from '#contract/route.ts'
import { ApiError } from '../api.ts'
import { ChunkGapError, NotNowError, type Acknowledged, type Chunk, type Transport } from './transport.ts'

/** An answer that takes longer than this does not come any more. */
const patience = 20_000

/**
 * A call that never leaves the page for the sign-in page, whatever the server says: sound is being recorded.
 * @throws NotNowError when it is worth trying again, ApiError when it is not
 */
async function ask(path: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { cache: 'no-store', ...init })
  } catch (cause) {
    throw new NotNowError('The server cannot be reached.', { cause })
  }
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  let body: Partial<ErrorBody> = {}
  try {
    body = JSON.parse(text) as Partial<ErrorBody>
  } catch {
    // A proxy's page; the status says enough.
  }
  const message = body.message ?? `The server answered with an error (${response.status}).`
  const { status } = response
  if (status === 401) throw new NotNowError(message, { signedOut: true })
  // A full disk (507) may be made room on; the sound waits here meanwhile.
  if (status >= 500 || status === 408 || status === 429) throw new NotNowError(message)
  throw new ApiError(message, status, body.code ?? null)
}

function within(signal: AbortSignal, time = patience): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(time)])
}

/** What the server has of a recording's sound. */
export async function captureOf(id: number, signal: AbortSignal): Promise<CaptureState> {
  const response = await ask(pathFor(getCapture.path, { id }), { signal: within(signal) })
  return (await response.json()) as CaptureState
}

async function send(chunk: Chunk, signal: AbortSignal): Promise<Acknowledged> {
  const { recordingId: id, epoch, number, mimeType, sound } = chunk
  try {
    const response = await ask(pathFor(putChunk.path, { id, epoch, number }), {
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

export const httpTransport: Transport = { name: 'http', send }

/**
 * The specification's binary upload: closes the recording.
 * @param sound the whole of it, where the chunks did not come through; else nothing
 */
export async function closeCapture(id: number, sound: Blob | null, signal: AbortSignal): Promise<void> {
  await ask(pathFor(binaryUpload.path, { id }), {
    method: binaryUpload.method,
    headers: { 'content-type': sound?.type || 'audio/webm' },
    body: sound ?? new Blob([]),
    // The whole sound of a long meeting takes as long as it takes.
    signal: sound ? signal : within(signal, 60_000),
  })
}
