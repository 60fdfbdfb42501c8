import { personHere, stayHere } from '../session.ts'
import { markTab } from '../hooks/page.ts'
import { toast } from '../ui/Toaster.tsx'
import { stayAwake } from './awake.ts'
import type { PageClock } from './clock.ts'
import { Line } from './line.ts'
import { local, type LocalCapture } from './local.ts'
import { holdCapture } from './lock.ts'
import type { SoundRecorder } from './media-recorder.ts'
import { ChunkQueue } from './queue.ts'
import type { Sound } from './sources.ts'
import { change, changeText } from './state.ts'
import { lineWords, type Choices } from './telling.ts'
import type { Chunk } from './transport.ts'

/** The sound of one MediaRecorder; with its first chunk, which has the header, it plays. */
export type Part = { mimeType: string; chunks: Blob[] }

/** What one recording holds besides what is shown of it. */
export type Session = {
  id: number
  /** What is kept in this browser beside the chunks. */
  capture: LocalCapture
  clock: PageClock
  line: Line
  queue: ChunkQueue
  /** The sound as it is opened, and as it is recorded. */
  input: Sound | null
  recording: SoundRecorder | null
  epoch: number
  /** Recorded seconds up to the latest chunk, and when that came (Date.now()). */
  until: number
  heardAt: number
  unwatch: () => void
  /** All that this page has recorded of it, for when the chunks did not come through; a browser keeps large ones on its disk. */
  parts: Part[]
  /** Chunks that are not kept on this disk as long as the server has not let this page go on with a recording; null: it has. */
  held: Chunk[] | null
  /** Until the latest chunk is on this disk and in the queue. */
  keeping: Promise<void>
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
  /** Somebody else may be recording it. */
  isAgain: boolean
  choices: Choices
  onRefused: (own: Session, error: Error) => void
  /** All of it has gone, or some of it may go again. */
  onMoved: (own: Session) => void
}

let session: Session | null = null
/** Of the recording before: its last words may still be on their way. */
let lingering: Line | null = null

export const sessionNow = (): Session | null => session

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
const hurry = (): void => {
  session?.line.hurry()
  session?.queue.hurry()
}

export function keepsNothing(error: unknown): void {
  console.error('This browser keeps no copy of the sound', error)
  change({ keptHere: false })
}

/** Keeps a chunk on this disk, then has it sent: what is sent but not acknowledged may be lost on the way. */
export function take(own: Session, chunk: Chunk): void {
  own.capture = { ...own.capture, seconds: chunk.until, pausedFor: own.clock.paused }
  const { capture } = own
  const held = own.held
  if (held) held.push(chunk)
  own.keeping = own.keeping
    .then(() => (held ? undefined : local.putChunk(chunk, capture)))
    .catch(keepsNothing)
    .then(() => own.queue.add(chunk))
}

/** The server takes this page's sound: from now on it is kept here too. */
function admitted(own: Session): void {
  const held = own.held ?? []
  own.held = null
  for (const chunk of held)
    own.keeping = own.keeping
      .then(() => local.putChunk(chunk, own.capture))
      .then(() => undefined)
      .catch(keepsNothing)
}

export function openSession(begin: Begin): Session {
  const { id, title, startedAt, recorder, clock, seconds, left, isAgain } = begin
  const stay = stayHere()
  const unlock = holdCapture(id)
  const line = new Line({
    ...begin.choices,
    ...lineWords({
      hurry: () => own.queue.hurry(),
      isNow: () => session === own || lingering === line,
      onComplete: () => {
        if (lingering === line) hearNoMore()
      },
    }),
  })
  const own: Session = {
    id,
    capture: { recordingId: id, personId: personHere(), title, startedAt, seconds, recorder, pausedFor: 0 },
    clock,
    line,
    queue: new ChunkQueue({
      transport: line,
      safe: Math.max(0, seconds - left.length),
      onChange: (queue) => {
        if (session === own) change({ queue })
        begin.onMoved(own)
      },
      onSafe: (epoch, nextChunk) => {
        if (epoch > begin.lastEpoch) admitted(own)
        own.keeping = own.keeping
          .then(() => local.dropSafe(id, epoch, nextChunk))
          .then(() => undefined)
          .catch(keepsNothing)
      },
      onRefused: (error) => begin.onRefused(own, error),
    }),
    input: null,
    recording: null,
    epoch: begin.lastEpoch,
    until: seconds,
    heardAt: Date.now(),
    unwatch: () => undefined,
    parts: [],
    held: isAgain ? [] : null,
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
