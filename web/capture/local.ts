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
}

const name = 'recorder'

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('captures', { keyPath: 'recordingId' })
      request.result.createObjectStore('chunks', { keyPath: ['recordingId', 'epoch', 'number'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open.'))
  }).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

/** Runs one transaction; resolves with what `work` asked for once it is on disk. */
async function transact<T>(
  mode: IDBTransactionMode,
  work: (captures: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['captures', 'chunks'], mode, { durability: 'strict' })
    const request = work(transaction.objectStore('captures'), transaction.objectStore('chunks'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser kept nothing.'))
  })
}

const chunksOf = (id: number, epoch?: number, before?: number): IDBKeyRange =>
  epoch === undefined
    ? IDBKeyRange.bound([id], [id, []])
    : IDBKeyRange.bound([id, epoch], [id, epoch, before ?? []], false, before !== undefined)

export const local = {
  captures: () => transact<LocalCapture[]>('readonly', (captures) => captures.getAll()),
  putChunk: (chunk: Chunk, capture: LocalCapture) =>
    transact('readwrite', (captures, chunks) => {
      captures.put(capture)
      return chunks.put(chunk)
    }),
  /** In the order in which they were recorded. */
  chunks: (id: number) => transact<Chunk[]>('readonly', (_, chunks) => chunks.getAll(chunksOf(id))),
  /** Forgets what the server has. @param nextChunk the first that it does not have */
  dropSafe: (id: number, epoch: number, nextChunk: number) =>
    transact('readwrite', (_, chunks) => chunks.delete(chunksOf(id, epoch, nextChunk))),
  discard: (id: number) =>
    transact('readwrite', (captures, chunks) => {
      captures.delete(id)
      return chunks.delete(chunksOf(id))
    }),
}
