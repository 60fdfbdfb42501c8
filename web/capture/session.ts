import { onConnected } from '../live.ts'
import { personHere, stayHere } from '../session.ts'
import { toast } from '../ui/Toaster.tsx'
import { stayAwake } from './awake.ts'
import type { PageClock } from './clock.ts'
import { ServerConnection } from './server-connection.ts'
import { unsentSound, type UnsentRecording } from './unsent-sound.ts'
import { holdCapture } from './lock.ts'
import type { SoundRecorder } from './media-recorder.ts'
import { ChunkQueue } from './queue.ts'
import type { Sound } from './sources.ts'
import { change, changeText, recorder } from './state.ts'
import { lineWords, type Choices } from './connection-messages.ts'
import type { Chunk } from './transport.ts'

/** The sound of one MediaRecorder; with its first chunk, which has the header, it plays. */
export type Part = { mimeType: string; chunks: Blob[] }

/** What one recording holds besides what is shown of it. */
export type Session = {
  id: number
  /** What is kept in this browser beside the chunks. */
  capture: UnsentRecording
  clock: PageClock
  line: ServerConnection
  queue: ChunkQueue
  /** The sound as it is opened, and as it is recorded. */
  input: Sound | null
  recording: SoundRecorder | null
  /** Until the recording before has handed over its last sound. */
  ending: Promise<void>
  epoch: number
  /** The first that this page makes; those before it were left behind. */
  firstEpoch: number
  /** Recorded seconds up to the latest chunk, and when that came (performance.now()). */
  until: number
  heardAt: number
  unwatch: () => void
  /** All that this page has recorded of it, for when the chunks did not come through; a browser keeps large ones on its disk. */
  parts: Part[]
  /** Until the latest chunk is on this disk, or is not waited for, and in the queue. */
  keeping: Promise<void>
  /** The disk did not take a chunk, or not in time: the next ones do not wait for it. */
  slowDisk: boolean
  release: () => void
  closing: AbortController
  saving: boolean
}

export type Begin = {
  id: number
  title: string
  startedAt: string
  recorder: string
  clock: PageClock
  /** Seconds that were recorded before. */
  seconds: number
  lastEpoch: number
  /** What another page left behind is sent before anything else. */
  left: Chunk[]
  choices: Choices
  /** Whether those present were told; null: nobody said. */
  peopleTold: boolean | null
  /** A person has ended it on another page or device. */
  onEnded: (own: Session, endedAt: string) => void
  onRefused: (error: Error) => void
  /** All of it has gone, or some of it may go again. */
  onMoved: (own: Session) => void
}

let session: Session | null = null
/** Of the recording before: its last words may still be on their way. */
let lingering: ServerConnection | null = null

export const sessionNow = (): Session | null => session

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
const hurry = (): void => {
  session?.line.hurry()
  session?.queue.hurry()
}

export function keepsNothing(error: unknown): void {
  // Every second would say the same.
  if (recorder().keptHere) console.error('This browser keeps no copy of the sound', error)
  change({ keptHere: false })
}

/** What the page's clock says, for a page that goes on later: in a pause it stands, and the pause goes on. */
function clockNow({ clock }: Session): Partial<UnsentRecording> {
  const { elapsed, paused, stands } = clock
  return {
    ...{ elapsed, paused },
    ...(stands ? { elapsedAt: null, pausedAt: Date.now() } : { elapsedAt: Date.now(), pausedAt: null }),
  }
}

/** Keeps a chunk on this disk, then has it sent: what is sent but not acknowledged may be lost on the way. */
export function take(own: Session, chunk: Chunk): void {
  const { source } = recorder()
  own.capture = { ...own.capture, seconds: chunk.until, epoch: chunk.epoch, source, ...clockNow(own) }
  const { capture } = own
  const put = () =>
    unsentSound.putChunk(chunk, capture).then(
      () => {
        own.slowDisk = false
      },
      (error: unknown) => {
        own.slowDisk = true
        keepsNothing(error)
      },
    )
  own.keeping = own.keeping
    .then(() => {
      const kept = put()
      return own.slowDisk ? undefined : kept
    })
    .then(() => own.queue.add(chunk))
}

/** The clock stands in a pause: a page that goes on later does not count it as missing. */
export function keepPause(own: Session): void {
  own.capture = { ...own.capture, ...clockNow(own) }
  const { capture } = own
  own.keeping = own.keeping
    .then(() => (own.slowDisk ? undefined : unsentSound.putCapture(capture)))
    .then(() => undefined)
    .catch(keepsNothing)
}

export function openSession(begin: Begin): Session {
  const { id, title, startedAt, recorder, clock, seconds, lastEpoch, left, peopleTold } = begin
  const stay = stayHere()
  const unlock = holdCapture(id)
  // The page's line of events is back first: the server answers again.
  const noHurry = onConnected(hurry)
  const line = new ServerConnection({
    ...begin.choices,
    ...lineWords({
      hurry: () => own.queue.hurry(),
      onEnded: (endedAt) => {
        if (session === own) begin.onEnded(own, endedAt)
      },
      isNow: () => session === own || lingering === line,
      onComplete: () => {
        if (lingering === line) hearNoMore()
      },
    }),
  })
  const own: Session = {
    id,
    capture: { recordingId: id, personId: personHere(), title, startedAt, seconds, recorder, peopleTold },
    clock,
    line,
    queue: new ChunkQueue({
      transport: line,
      safe: Math.max(0, seconds - left.length),
      lastLeft: lastEpoch,
      onChange: (queue) => {
        if (session === own) change({ queue })
        begin.onMoved(own)
      },
      onSafe: (epoch, nextChunk) => {
        own.keeping = own.keeping
          .then(() => unsentSound.dropSafe(id, epoch, nextChunk))
          .then(() => undefined)
          .catch(keepsNothing)
      },
      onRefused: begin.onRefused,
    }),
    input: null,
    recording: null,
    ending: Promise.resolve(),
    epoch: lastEpoch,
    firstEpoch: lastEpoch + 1,
    until: seconds,
    heardAt: performance.now(),
    unwatch: () => undefined,
    parts: [],
    keeping: Promise.resolve(),
    slowDisk: false,
    closing: new AbortController(),
    saving: false,
    release: () => {
      stay()
      unlock()
      noHurry()
      removeEventListener('beforeunload', warn)
      removeEventListener('online', hurry)
    },
  }
  session = own
  addEventListener('beforeunload', warn)
  addEventListener('online', hurry)
  stayAwake()
  for (const chunk of left) own.queue.add(chunk)
  change({ phase: 'recording', recordingId: id, clock: { before: seconds, since: null } })
  return own
}

/** Its sound is safe, or given up: the page is free for the next one. */
export function closeSession(own: Session, { hearOut }: { hearOut: boolean }): void {
  own.queue.stop()
  own.release()
  own.unwatch()
  if (session === own) session = null
  if (hearOut && own.line.isConnected) {
    own.line.linger()
    lingering = own.line
  } else own.line.close()
}

/** What may still come of the words of the recording before is no longer wanted. */
export function hearNoMore(): void {
  lingering?.close()
  lingering = null
  changeText((text) => ({ ...text, socket: 'None' }))
}

/** One file that plays: the parts of a second microphone cannot simply be joined to the first's. */
export function wholeSound(): Blob | null {
  const [part, ...more] = session?.parts ?? []
  if (!session || session.epoch > 0 || more.length > 0 || !part || part.chunks.length === 0) return null
  return new Blob(part.chunks, { type: part.mimeType })
}

/** All that this page has recorded, a file for each part. */
export function soundParts(): Blob[] {
  return (session?.parts ?? [])
    .filter(({ chunks }) => chunks.length > 0)
    .map(({ chunks, mimeType }) => new Blob(chunks, { type: mimeType }))
}

export function microphoneError(): void {
  toast({
    title: 'Microphone Error',
    description: 'Could not access your microphone. Please check browser permissions.',
    destructive: true,
  })
}
