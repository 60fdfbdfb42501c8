import { deleteRecording } from '#contract/recordings.ts'
import type { CaptureState } from '#contract/capture.ts'
import { ApiError, call } from '../api.ts'
import { toast } from '../ui/Toaster.tsx'
import { follow } from './after-stop.ts'
import { captureOf, closeCapture, httpTransport } from './http.ts'
import { heldCaptures, holdCapture } from './lock.ts'
import { unsentSound, type UnsentRecording } from './unsent-sound.ts'
import { ChunkQueue, type QueueState } from './queue.ts'
import { leftParts, saveAsNew } from './rescue.ts'
import { recordedElsewhere } from './saving.ts'
import { change, recorder } from './state.ts'
import { noText } from './text.ts'

/** Recordings of this browser that were never closed: the page was reloaded, or the machine went down. */

export type Unfinished = UnsentRecording & {
  /** Seconds that are here and not on the server. */
  waiting: number
  /** The server has it no more: it was deleted there. */
  gone: boolean
}

const patience = 10_000

/** @param personId whose they are: several people may use one browser */
export async function unfinishedCaptures(personId: number): Promise<Unfinished[]> {
  // A browser that keeps nothing has nothing to offer.
  const captures = await unsentSound.captures().catch(() => [])
  if (captures.length === 0) return []
  const held = await heldCaptures()
  const found: Unfinished[] = []
  for (const capture of captures) {
    if (held.has(capture.recordingId) || capture.personId !== personId) continue
    const chunks = await unsentSound.chunks(capture.recordingId)
    const gone = await isGone(capture.recordingId)
    const last = chunks.at(-1)?.until ?? 0
    found.push({ ...capture, seconds: Math.max(capture.seconds, last), waiting: chunks.length, gone })
  }
  return found
}

/** Another device has gone on with it, or never stopped: it is that one's to close. */
function isTakenOver({ epoch }: Unfinished, { epochs }: CaptureState): boolean {
  const last = epochs.at(-1)
  return epoch !== undefined && last !== undefined && last.epoch !== epoch
}

/** What became of it. @param id of the recording that has it now @param added seconds that were here alone */
export type Saved = { id: number; added: number; asItsOwn: boolean }

/** What the server has of it; null: nothing, it was deleted. */
async function stateThere(id: number): Promise<CaptureState | null> {
  try {
    return await captureOf(id, new AbortController().signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** A server that cannot be asked has not said so. */
async function isGone(id: number): Promise<boolean> {
  return (await stateThere(id).catch(() => undefined)) === null
}

/** Sends what the server does not have. */
async function sendLeft(
  { recordingId: id, seconds }: Unfinished,
  onQueue: (state: QueueState) => void,
): Promise<void> {
  const chunks = await unsentSound.chunks(id)
  const safe = Math.max(0, (chunks[0]?.until ?? seconds) - (chunks.length > 0 ? 1 : 0))
  let refusal: Error | null = null
  let elsewhere = false
  const queue = new ChunkQueue({
    transport: httpTransport,
    safe,
    onChange: (state) => {
      elsewhere = state.trouble === 'elsewhere'
      onQueue(state)
    },
    onSafe: (epoch, nextChunk) => void unsentSound.dropSafe(id, epoch, nextChunk).catch(() => undefined),
    onRefused: (error) => {
      refusal = error
    },
  })
  try {
    for (const chunk of chunks) queue.add(chunk)
    if (!(await queue.drained(patience)))
      throw (
        refusal ??
        new Error(
          `${elsewhere ? recordedElsewhere : 'The server could not store it.'} It is still saved in this browser.`,
        )
      )
  } finally {
    queue.stop()
  }
}

/**
 * Sends what the server does not have and says that this is all of it. Where its recording takes no more sound, or is
 * gone, it becomes a recording of its own.
 * @throws ApiError when the server will never take it, else Error with a sentence for the person; everything is kept then
 */
export async function addLeft(
  capture: Unfinished,
  onQueue: (state: QueueState) => void = () => undefined,
): Promise<Saved> {
  const { recordingId, recorder: name, waiting: added } = capture
  const { signal } = new AbortController()
  const letGo = holdCapture(recordingId)
  try {
    const there = await stateThere(recordingId)
    const takes = there?.open ?? false
    let id = recordingId
    if (takes) {
      await sendLeft(capture, onQueue)
      const now = await captureOf(recordingId, signal)
      if (now.endedAt !== null || !isTakenOver(capture, now))
        await closeCapture(recordingId, { recorder: name }, signal)
    } else if (added > 0) id = await saveAsNew(capture, await leftParts(recordingId))
    await unsentSound.discard(recordingId)
    return { id, added, asItsOwn: id !== recordingId }
  } finally {
    letGo()
  }
}

/** The same for the recorder's own screen, which shows how it goes and what comes of it. */
export async function saveUnfinished(capture: Unfinished): Promise<void> {
  const { id } = await addLeft(capture, (queue) => {
    if (recorder().phase === 'ready') change({ queue })
  })
  // A recording under way has the panel; this one is found in the list.
  if (recorder().phase !== 'ready') return
  change({ savedId: id, endedElsewhere: null, outcome: null, text: noText })
  toast({ title: 'Recording saved' })
  follow(id, capture.seconds, { live: false })
}

/**
 * Forgets what is here. What the server has of it is closed, so that it can be heard; nothing at all is deleted.
 * @throws Error with a sentence for the person; everything is kept then
 */
export async function discardUnfinished(capture: Unfinished): Promise<void> {
  const { recordingId: id } = capture
  const { signal } = new AbortController()
  let kept: CaptureState | null = null
  try {
    kept = await captureOf(id, signal)
    if (kept.open && kept.bytes > 0 && (kept.endedAt !== null || !isTakenOver(capture, kept)))
      await closeCapture(id, { recorder: capture.recorder }, signal)
    else if (kept.open && kept.bytes === 0) await call(deleteRecording, { params: { id } })
  } catch (error) {
    // It has gone from the server too: nothing to be closed. Any other failure leaves everything as it is.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  await unsentSound.discard(id)
}

/** Its sound has been put somewhere else; what the server has of it stays as it is. */
export async function forgetUnfinished({ recordingId: id }: Unfinished): Promise<void> {
  await unsentSound.discard(id)
}
