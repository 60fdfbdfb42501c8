import { getRecording, putDuration, type Recording } from '#contract/recordings.ts'
import { getTranscript, type Transcript } from '#contract/transcripts.ts'
import { call } from '../api.ts'
import { toast } from '../ui/Toaster.tsx'
import { change, changeText as setText, recorder } from './state.ts'
import { isEmpty, withTranscript } from './text.ts'

/** What comes after the sound is saved: its transcript, and its length. */

/** The specification's waits before each of the attempts after an upload over HTTP. */
const pollDelays = [3000, 5000, 7000]
/** And those of the Live Transcript panel, after a first look. */
const panelRetries = 3
const panelPause = 2000
const lookAgain = 5000

let following = new AbortController()

function sleep(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** @returns null when it cannot be had for now */
async function fetchTranscript(id: number, signal: AbortSignal): Promise<Transcript | null> {
  try {
    return await call(getTranscript, { params: { id }, query: { t: String(Date.now()) }, signal })
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function fetchRecording(id: number, signal: AbortSignal): Promise<Recording | null> {
  try {
    return await call(getRecording, { params: { id }, signal })
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** So much later it is looked again: what was heard in the moment of the first look is kept by then. */
const secondLook = 4000

/**
 * The words that the server has of a recording under way, for a panel that has missed some: the line was lost, or the page
 * goes on with a recording. Those that come meanwhile stay.
 * @param wanted false once the panel shows something else
 */
export async function fillWords(id: number, wanted: () => boolean): Promise<void> {
  const { signal } = new AbortController()
  const isWanted = () => wanted() && recorder().recordingId === id
  for (const pause of [0, panelPause, secondLook]) {
    await sleep(pause, signal)
    if (!isWanted()) return
    const transcript = await fetchTranscript(id, signal)
    if (!transcript || !isWanted()) continue
    // Whatever was finished before, more is being recorded.
    setText((text) => withTranscript(text, { ...transcript, complete: false }, 'api'))
  }
}

/** The panel's own look: at once and up to three times more; then it waits for events. */
async function fillPanel(id: number, signal: AbortSignal): Promise<void> {
  setText((text) => ({ ...text, loading: true }))
  for (let attempt = 0; attempt <= panelRetries; attempt += 1) {
    if (attempt > 0) await sleep(panelPause, signal)
    const transcript = await fetchTranscript(id, signal)
    if (!transcript || isEmpty(transcript)) continue
    setText((text) => ({ ...withTranscript(text, transcript, 'api'), loading: false }))
    if (transcript.complete) return
  }
  setText((text) => ({ ...text, loading: false, source: text.complete ? text.source : 'events' }))
}

/** Shows what the page's line of events has brought: also that a complete one is about to be made again. */
export function takeTranscript(transcript: Transcript): void {
  if (isEmpty(transcript)) return
  setText((text) => ({ ...withTranscript(text, transcript, 'events'), loading: false }))
}

/** @returns whether it is there, whole */
async function look(id: number, signal: AbortSignal): Promise<boolean> {
  const transcript = await fetchTranscript(id, signal)
  if (!transcript || isEmpty(transcript) || !transcript.complete) return false
  setText((text) => ({ ...withTranscript(text, transcript, 'api'), loading: false }))
  return true
}

const atWork = new Set<Recording['status']>(['recording', 'waiting', 'transcribing'])

/** Waits as long as its transcription is queued or running. @returns whether there is a transcript then */
async function waitForWork(id: number, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const recording = await fetchRecording(id, signal)
    if (recording && !atWork.has(recording.status)) return look(id, signal)
    await sleep(lookAgain, signal)
  }
}

function saidNothing(): void {
  change({ outcome: 'none' })
  toast({
    title: 'Transcript issue',
    description: 'Could not retrieve transcript, but audio was saved successfully',
    destructive: true,
  })
}

async function storeDuration(id: number, seconds: number): Promise<void> {
  try {
    await call(putDuration, { params: { id }, body: { duration: seconds } })
  } catch (error) {
    // The server reads the length from the sound itself as well.
    console.error('The duration was not stored', error)
  }
}

async function poll(id: number, seconds: number, live: boolean, signal: AbortSignal): Promise<void> {
  change({ outcome: 'polling' })
  // What was complete before the last of the sound came may be so no longer.
  let ready = live && recorder().text.complete && (await look(id, signal))
  // After a socket there is no need to hurry: it says itself when the transcript is complete.
  for (const delay of live ? [] : pollDelays) {
    await sleep(delay, signal)
    ready = await look(id, signal)
    if (ready) break
  }
  const recording = ready ? null : await fetchRecording(id, signal)
  const working = recording !== null && atWork.has(recording.status)
  change({ outcome: ready ? 'ready' : 'working' })
  if (!ready && !working) saidNothing()
  await storeDuration(id, seconds)
  if (ready || working)
    toast({
      title: 'Recording complete',
      description:
        ready || recorder().text.complete
          ? 'Transcription ready'
          : 'The transcript will appear when it is ready. You can leave this page.',
    })
  if (!working) return
  if (await waitForWork(id, signal)) {
    change({ outcome: 'ready' })
    toast({ title: 'Transcription ready' })
  } else saidNothing()
}

/**
 * @param seconds what the recorder measured
 * @param live the words come over the socket too
 */
export function follow(id: number, seconds: number, { live }: { live: boolean }): void {
  unfollow()
  following = new AbortController()
  const { signal } = following
  // They end in nothing but the abort, which is a new recording's.
  fillPanel(id, signal).catch(() => undefined)
  poll(id, seconds, live, signal).catch(() => undefined)
}

export function unfollow(): void {
  following.abort()
}
