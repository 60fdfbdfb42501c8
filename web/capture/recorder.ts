import { createRecording, deleteRecording } from '#contract/recordings.ts'
import { call, userId } from '../api.ts'
import { markTab } from '../hooks/page.ts'
import { stayHere, personHere } from '../session.ts'
import { toast } from '../ui/Toaster.tsx'
import { mayDoze, stayAwake } from './awake.ts'
import { follow, unfollow } from './follow.ts'
import { closeCapture, httpTransport } from './http.ts'
import { holdCapture } from './lock.ts'
import { local, type LocalCapture } from './local.ts'
import {
  closeMicrophone,
  MicrophoneDeniedError,
  openMicrophone,
  recordSound,
  type SoundRecorder,
} from './microphone.ts'
import { ChunkQueue } from './queue.ts'
import { change, elapsed, isBusy, nothingRecorded, recorder } from './state.ts'
import { noText } from './text.ts'

/** The specification's: milliseconds in which the last words are still caught. */
const tail = 2000
/** How long Stop waits for a server that does not answer before it says so. */
const patience = 10_000
const microphoneAgain = 2000

/** What one recording holds besides what is shown of it. */
type Session = {
  id: number
  /** What is kept in this browser beside the chunks. */
  capture: LocalCapture
  queue: ChunkQueue
  sound: SoundRecorder | null
  epoch: number
  /** All of it, for when the chunks did not come through; a browser keeps large ones on its disk. */
  sounds: Blob[]
  /** Until the latest chunk is on this disk and in the queue. */
  keeping: Promise<void>
  release: () => void
  closing: AbortController
  saving: boolean
}

let session: Session | null = null

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
const hurry = (): void => session?.queue.hurry()

/** One file that plays: the parts of a second microphone cannot simply be joined to the first's. */
export function wholeSound(): Blob | null {
  if (!session || session.epoch > 0 || session.sounds.length === 0) return null
  return new Blob(session.sounds, { type: session.sounds[0]?.type ?? 'audio/webm' })
}

function microphoneError(): void {
  toast({
    title: 'Microphone Error',
    description: 'Could not access your microphone. Please check browser permissions.',
    destructive: true,
  })
}

async function create(title: string): Promise<number | null> {
  const body = { title, userId }
  try {
    const answer = await call(createRecording, { body })
    return answer.recording?.id ?? answer.id
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    toast({ title: 'Error', description: `Failed to create recording: ${message}`, destructive: true })
    return null
  }
}

/** @returns null when there is none; the person has been told */
async function microphone(): Promise<MediaStream | null> {
  try {
    return await openMicrophone()
  } catch (error) {
    if (error instanceof MicrophoneDeniedError)
      toast({
        title: 'Microphone access denied',
        description: 'Please allow microphone access to record audio',
        destructive: true,
      })
    else microphoneError()
    return null
  }
}

/** Starts a recording. Its place on the server comes first, so that no word is said into the void. */
export async function start(given: string): Promise<boolean> {
  const title = given.trim()
  if (isBusy(recorder())) return false
  if (!title) {
    toast({
      title: 'Meeting title required',
      description: 'Please enter a title for your meeting',
      destructive: true,
    })
    return false
  }
  unfollow()
  change({ ...nothingRecorded, phase: 'starting', title, savedId: null, outcome: null, text: noText })
  const id = await create(title)
  if (id === null) {
    change({ phase: 'ready' })
    return false
  }
  const stream = await microphone()
  if (!stream) {
    await call(deleteRecording, { params: { id } }).catch((error: unknown) => {
      console.error('The empty recording was not deleted', error)
    })
    change({ phase: 'ready' })
    return false
  }
  begin(id, title, stream)
  return true
}

function begin(id: number, title: string, stream: MediaStream): void {
  const stay = stayHere()
  const unlock = holdCapture(id)
  const own: Session = {
    id,
    capture: {
      recordingId: id,
      personId: personHere(),
      title,
      startedAt: new Date().toISOString(),
      seconds: 0,
    },
    queue: new ChunkQueue({
      transport: httpTransport,
      onChange: (queue) => {
        change({ queue })
        // What could not be sent at Stop has gone after all.
        if (recorder().phase === 'unsaved' && own.queue.empty && !own.saving) void save(own)
      },
      onSafe: (epoch, nextChunk) => void local.dropSafe(id, epoch, nextChunk).catch(keepsNothing),
    }),
    sound: null,
    epoch: -1,
    sounds: [],
    keeping: Promise.resolve(),
    closing: new AbortController(),
    saving: false,
    release: () => {
      stay()
      unlock()
      removeEventListener('beforeunload', warn)
      removeEventListener('online', hurry)
    },
  }
  session = own
  addEventListener('beforeunload', warn)
  addEventListener('online', hurry)
  stayAwake()
  markTab('● ')
  change({ phase: 'recording', recordingId: id })
  listen(own, stream)
  toast({
    title: 'Recording in HTTP mode',
    description: 'Using reliable HTTP upload... Real-time transcription disabled',
  })
}

function keepsNothing(error: unknown): void {
  console.error('This browser keeps no copy of the sound', error)
  change({ keptHere: false })
}

/** Records from a microphone: the first one, or another after that has gone. */
function listen(own: Session, stream: MediaStream): void {
  own.epoch += 1
  const { id, epoch } = own
  let number = 0
  change({ stream, clock: { before: elapsed(recorder()), since: performance.now() } })
  own.sound = recordSound({
    stream,
    onSound: (sound, mimeType) => {
      const chunk = { recordingId: id, epoch, number, mimeType, until: elapsed(recorder()), sound }
      number += 1
      own.sounds.push(sound)
      // On this disk first: what is sent but not acknowledged may be lost on the way.
      own.keeping = own.keeping
        .then(() => local.putChunk(chunk, { ...own.capture, seconds: chunk.until }))
        .catch(keepsNothing)
        .then(() => own.queue.add(chunk))
    },
    onLost: () => void findMicrophone(own),
  })
}

function pauseClock(): void {
  change({ clock: { before: elapsed(recorder()), since: null }, stream: null })
}

/** The microphone was unplugged, or taken away: goes on with whichever there is. */
async function findMicrophone(own: Session): Promise<void> {
  closeMicrophone(recorder().stream)
  own.sound = null
  pauseClock()
  microphoneError()
  while (recorder().phase === 'recording') {
    const stream = await openMicrophone().catch(() => null)
    if (stream && recorder().phase === 'recording') return listen(own, stream)
    closeMicrophone(stream)
    await sleep(microphoneAgain)
  }
}

/** Ends the recording: the tail, the microphone, what is still to be sent, and what comes after. */
export async function stop(): Promise<void> {
  const own = session
  if (!own || recorder().phase !== 'recording') return
  change({ phase: 'stopping' })
  await sleep(tail)
  await own.sound?.stop()
  closeMicrophone(recorder().stream)
  pauseClock()
  markTab('')
  mayDoze()
  await own.keeping
  await save(own)
}

/** Sends what is left and closes the recording; what cannot be sent stays here. */
async function save(own: Session): Promise<void> {
  own.saving = true
  const seconds = recorder().clock.before
  change({ phase: 'saving', failure: null })
  try {
    const all = await own.queue.drained(patience)
    const whole = all ? null : wholeSound()
    if (!all && !whole) throw new Error('Some of it has not come through.')
    await closeCapture(own.id, whole, own.closing.signal)
  } catch (error) {
    own.saving = false
    change({ phase: 'unsaved', failure: error instanceof Error ? error.message : String(error) })
    toast({
      title: 'Upload Error',
      description: 'Could not upload audio. Please try again.',
      destructive: true,
    })
    return
  }
  finish(own)
  change({ savedId: own.id, queue: { safe: seconds, waiting: 0, trouble: null } })
  toast({ title: 'Recording saved' })
  follow(own.id, seconds)
}

function finish(own: Session): void {
  own.queue.stop()
  own.release()
  if (session === own) session = null
  void local.discard(own.id).catch(keepsNothing)
  change({ ...nothingRecorded })
}

/** The person asks again after an upload that failed. */
export async function saveAgain(): Promise<void> {
  if (!session || recorder().phase !== 'unsaved') return
  session.queue.retry()
  await save(session)
}
