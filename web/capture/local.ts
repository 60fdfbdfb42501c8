import type { Chunk } from './transport.ts'

/** Sound that is not on the server yet, kept in this browser (IndexedDB) over reloads, crashes and power cuts. */

export type LocalCapture = {
  recordingId: number
  /** Who recorded it; null: nobody said, where nobody signs in. */
  personId: number | null
  title: string
  /** ISO 8601. */
  startedAt: string
  /** Seconds recorded so far, sent or not. */
  seconds: number
  /** The page's recorder, as the server knows it, and its pauses in milliseconds; an earlier version kept neither. */
  recorder?: string
  pausedFor?: number
}

const name = 'recorder'

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 2)
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
      // Another tab with a later version of this page must not wait for this one to be closed.
      request.result.onversionchange = () => {
        request.result.close()
        opening = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open.'))
  }).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
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

export const local = {
  captures: () => transact<LocalCapture[]>('readonly', ({ captures }) => captures.getAll()),
  putChunk: (chunk: Chunk, capture: LocalCapture) =>
    transact('readwrite', ({ captures, chunks, headers }) => {
      captures.put(capture)
      if (chunk.number === 0) headers.put(chunk)
      return chunks.put(chunk)
    }),
  /** What the server has not said to have, in the order in which it was recorded. */
  chunks: (id: number) => transact<Chunk[]>('readonly', ({ chunks }) => chunks.getAll(chunksOf(id))),
  /** The first chunk of each epoch. */
  headers: (id: number) => transact<Chunk[]>('readonly', ({ headers }) => headers.getAll(chunksOf(id))),
  /** Forgets what the server has. @param nextChunk the first that it does not have */
  dropSafe: (id: number, epoch: number, nextChunk: number) =>
    transact('readwrite', ({ chunks }) => chunks.delete(chunksOf(id, epoch, nextChunk))),
  discard: (id: number) =>
    transact('readwrite', ({ captures, chunks, headers }) => {
      captures.delete(id)
      headers.delete(chunksOf(id))
      return chunks.delete(chunksOf(id))
    }),
}
