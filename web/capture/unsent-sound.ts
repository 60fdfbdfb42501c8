import type { Source } from './sources.ts'
import type { Chunk } from './transport.ts'

/** Sound that is not on the server yet, kept in this browser (IndexedDB) over reloads, crashes and power cuts. */

export type UnsentRecording = {
  recordingId: number
  /** Who recorded it; null: nobody said, where nobody signs in. */
  personId: number | null
  title: string
  /** ISO 8601. */
  startedAt: string
  /** Seconds recorded so far, sent or not. */
  seconds: number
  /** The page's recorder, as the server knows it; an earlier version kept none of these. */
  recorder?: string
  /** What it was recorded from. */
  source?: Source
  /** Whether those present were told; null: nobody said. */
  peopleTold?: boolean | null
  /** The latest that was recorded here. */
  epoch?: number
  /** What the page's clock said, in seconds, and when that was: milliseconds since 1970; null: it stands, in a pause. */
  elapsed?: number
  elapsedAt?: number | null
  /** Seconds of all pauses by that clock, at the same time. */
  paused?: number
  /** When that was while a pause lasts; null: none does. */
  pausedAt?: number | null
}

const name = 'recorder'
/** A disk that takes longer is not waited for: the sound goes to the server meanwhile. Milliseconds. */
const patience = 2000

let opening: Promise<IDBDatabase> | null = null

/** The database; while an earlier version of this page keeps it from being opened, every call fails at once. */
function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 2)
    const tooLate = setTimeout(() => reject(new Error('IndexedDB did not open in time.')), patience)
    request.onblocked = () =>
      reject(new Error('Another tab with an earlier version of this page holds the IndexedDB.'))
    request.onupgradeneeded = ({ oldVersion }) => {
      const key = ['recordingId', 'epoch', 'number']
      if (oldVersion < 1) {
        request.result.createObjectStore('captures', { keyPath: 'recordingId' })
        request.result.createObjectStore('chunks', { keyPath: key })
      }
      // Each epoch's first chunk, sent or not: without its header nothing of what is left can be played.
      if (oldVersion < 2) request.result.createObjectStore('headers', { keyPath: key })
    }
    request.onsuccess = () => {
      clearTimeout(tooLate)
      // Another tab with a later version of this page must not wait for this one to be closed.
      request.result.onversionchange = () => {
        request.result.close()
        opening = null
      }
      // Where it was given up, the next call finds it open.
      opening = Promise.resolve(request.result)
      resolve(request.result)
    }
    request.onerror = () => {
      clearTimeout(tooLate)
      opening = null
      reject(request.error ?? new Error('IndexedDB did not open.'))
    }
  })
  return opening
}

/** @throws Error when it takes longer than the patience; it may still be done */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The disk did not take it in time.')), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Stores = { captures: IDBObjectStore; chunks: IDBObjectStore; headers: IDBObjectStore }

/** Runs one transaction; resolves with what `work` asked for once it is on disk. */
async function transact<T>(mode: IDBTransactionMode, work: (stores: Stores) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['captures', 'chunks', 'headers'], mode, {
      durability: 'strict',
    })
    const request = work({
      captures: transaction.objectStore('captures'),
      chunks: transaction.objectStore('chunks'),
      headers: transaction.objectStore('headers'),
    })
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser kept nothing.'))
  })
}

const chunksOf = (id: number, epoch?: number, before?: number): IDBKeyRange =>
  epoch === undefined
    ? IDBKeyRange.bound([id], [id, []])
    : IDBKeyRange.bound([id, epoch], [id, epoch, before ?? []], false, before !== undefined)

export const unsentSound = {
  captures: () => transact<UnsentRecording[]>('readonly', ({ captures }) => captures.getAll()),
  /** @throws Error when the disk does not take it, or not in time */
  putChunk: (chunk: Chunk, capture: UnsentRecording) =>
    inTime(
      transact('readwrite', ({ captures, chunks, headers }) => {
        captures.put(capture)
        if (chunk.number === 0) headers.put(chunk)
        return chunks.put(chunk)
      }),
    ),
  putCapture: (capture: UnsentRecording) => transact('readwrite', ({ captures }) => captures.put(capture)),
  /** What the server has not said to have, in the order in which it was recorded. */
  chunks: (id: number) => transact<Chunk[]>('readonly', ({ chunks }) => chunks.getAll(chunksOf(id))),
  /** The first chunk of each epoch. */
  headers: (id: number) => transact<Chunk[]>('readonly', ({ headers }) => headers.getAll(chunksOf(id))),
  /** Forgets what the server has. @param nextChunk the first that it does not have */
  dropSafe: (id: number, epoch: number, nextChunk: number) =>
    transact('readwrite', ({ chunks }) => chunks.delete(chunksOf(id, epoch, nextChunk))),
  /** Forgets the epochs from this one on; all of the recording when nothing of it waits then. */
  discardFrom: (id: number, epoch: number) =>
    transact('readwrite', ({ captures, chunks, headers }) => {
      const later = IDBKeyRange.bound([id, epoch], [id, []])
      chunks.delete(later)
      headers.delete(later)
      const left = chunks.count(chunksOf(id))
      left.onsuccess = () => {
        if (left.result > 0) return
        captures.delete(id)
        headers.delete(chunksOf(id))
      }
      return left
    }),
  discard: (id: number) =>
    transact('readwrite', ({ captures, chunks, headers }) => {
      captures.delete(id)
      headers.delete(chunksOf(id))
      return chunks.delete(chunksOf(id))
    }),
}
