import { useSyncExternalStore } from 'react'
import type { Cache, ScopedMutator } from 'swr'
import { listActions } from '#contract/actions.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listDocuments } from '#contract/documents.ts'
import { eventsPath, type ServerEvent } from '#contract/events.ts'
import { getLanguage } from '#contract/language.ts'
import { getSummaryEngine } from '#contract/minutes.ts'
import { listModels, type ModelsOverview } from '#contract/models.ts'
import { getMe, listSessions, listTokens } from '#contract/people.ts'
import type { Recording } from '#contract/recordings.ts'
import { getSettings } from '#contract/settings.ts'
import { getSystemReport, type SystemStatus } from '#contract/system.ts'
import { ApiError, call, keys, UnreachableError } from './api.ts'
import { leaveForSignIn } from './session.ts'

/**
 * The page's one line to the server. Everything the server pushes is written into the caches that the screens
 * read (SWR), so the list, the sidebar, a recording's page and the tab's title always say the same.
 */

type Connection = {
  state: 'connecting' | 'open' | 'lost'
  /** When what is on the page was last known to be true; milliseconds since 1970, null before the first answer. */
  trueAt: number | null
  /** The server has been replaced by another version since this page was loaded. */
  updated: boolean
}

/** The server closes the socket with it when the session behind it has ended. */
const signedOutCode = 4401
const firstDelay = 500
const longestDelay = 5000
/** A line that is not there by then is tried anew: a packet into a network that was away is waited for much longer. */
const openWithin = 5000
/** A server that restarts quickly is nobody's business. */
const quietFor = 1500

let connection: Connection = { state: 'connecting', trueAt: null, updated: false }
const listeners = new Set<() => void>()

function change(part: Partial<Connection>): void {
  connection = { ...connection, ...part }
  for (const listener of listeners) listener()
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => connection,
  )
}

/** The server has just answered: what is shown is true as of now, and the socket need not wait for its turn. */
export function markTrue(): void {
  change({ trueAt: Date.now() })
  if (connection.state === 'lost') reconnectNow()
}

/** Newest first, as the server sorts. */
export function withRecording(list: Recording[], changed: Recording): Recording[] {
  if (list.some((recording) => recording.id === changed.id)) {
    return list.map((recording) => (recording.id === changed.id ? changed : recording))
  }
  return [changed, ...list].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
}

type Store = { cache: Cache; mutate: ScopedMutator }

/**
 * Changes an answer that is on the page. One that is not there yet is fetched instead: writing into it would
 * make SWR drop the answer that is under way.
 */
function update<T>({ cache, mutate }: Store, key: string, change: (data: T) => T): void {
  const data = cache.get(key)?.data as T | undefined
  if (data === undefined) void mutate(key)
  else void mutate(key, change(data), { revalidate: false })
}

/** Puts a recording that has just come from the server over what the page has. */
export function putRecording(store: Store, recording: Recording): void {
  update<Recording[]>(store, keys.recordings, (list) => withRecording(list, recording))
  update<Recording>(store, keys.recording(recording.id), () => recording)
}

export function dropRecording(store: Store, id: number): void {
  update<Recording[]>(store, keys.recordings, (list) => list.filter((recording) => recording.id !== id))
  void store.mutate(keys.recording(id))
}

/** Pieces of a transcript can finish faster than it is worth fetching it. */
const transcriptPause = 1000
const waitingTranscripts = new Set<number>()

function fetchTranscriptSoon({ mutate }: Store, id: number): void {
  if (waitingTranscripts.has(id)) return
  waitingTranscripts.add(id)
  setTimeout(() => {
    waitingTranscripts.delete(id)
    void mutate(keys.transcript(id))
    void mutate(keys.speakers(id))
    void mutate(keys.voices(id))
    void mutate(keys.minutes(id)) // they may be stale now
  }, transcriptPause)
}

let firstVersion: string | null = null
const connected = new Set<() => void>()

/** Whether what is kept under this key was fetched from the path or from below it. A key may be a list that begins with it. */
function covers(path: string, key: unknown): boolean {
  const asked: unknown = Array.isArray(key) ? key[0] : key
  return (
    typeof asked === 'string' &&
    (asked === path || asked.startsWith(`${path}/`) || asked.startsWith(`${path}?`))
  )
}

function apply(store: Store, event: ServerEvent): void {
  switch (event.type) {
    case 'hello':
      firstVersion ??= event.version
      change({ state: 'open', updated: event.version !== firstVersion })
      void store.mutate(() => true)
      for (const listener of connected) listener()
      break
    case 'recording':
      putRecording(store, event.recording)
      break
    case 'recording_deleted':
      dropRecording(store, event.id)
      break
    case 'transcript':
      fetchTranscriptSoon(store, event.recordingId)
      break
    case 'speakers':
      void store.mutate(keys.speakers(event.recordingId))
      break
    case 'minutes':
      void store.mutate(keys.minutes(event.recordingId))
      // A document that was made of others can no longer be signed.
      void store.mutate((key) => covers(listDocuments.path, key))
      break
    case 'actions':
      if (event.recordingId !== null) void store.mutate(keys.actions(event.recordingId))
      // A column of the page at a time, and what a series has left open.
      void store.mutate(
        (key) =>
          typeof key === 'string' &&
          (key.startsWith(`${listActions.path}?`) || key.endsWith('/matters-arising')),
      )
      void store.mutate((key) => typeof key === 'string' && key.startsWith(`${getCalendar.path}?`))
      break
    case 'engine':
      update<SystemStatus>(store, keys.status, (status) => ({ ...status, engine: event.engine }))
      void store.mutate(getSystemReport.path)
      break
    case 'model_fetch':
      update<SystemStatus>(store, keys.status, (status) => ({ ...status, modelFetch: event.fetch }))
      update<ModelsOverview>(store, listModels.path, (models) => ({ ...models, fetch: event.fetch }))
      break
    case 'models':
      void store.mutate(listModels.path)
      void store.mutate(getSystemReport.path)
      break
    case 'language':
      void store.mutate(getLanguage.path)
      void store.mutate(getSummaryEngine.path)
      break
    case 'changed':
      void store.mutate((key) => event.paths.some((path) => covers(path, key)))
      break
    case 'me':
      for (const { path } of [getMe, getSettings, listSessions, listTokens]) void store.mutate(path)
      break
  }
}

/** Calls back whenever the server is there again (or for the first time). Returns the way out. */
export function onConnected(listener: () => void): () => void {
  connected.add(listener)
  return () => void connected.delete(listener)
}

let hurry: () => void = () => undefined

/** Tries the server again at once instead of at the next turn. */
export function reconnectNow(): void {
  hurry()
}

/** A socket that the gate refuses looks like a lost server; a plain call tells the two apart, and leaves for the sign-in page. */
async function askWhoWeAre(): Promise<void> {
  try {
    await call(getMe)
  } catch (error) {
    // The server is away, which the socket's next attempts are about.
    if (!(error instanceof UnreachableError) && !(error instanceof ApiError)) throw error
  }
}

/** Keeps the socket open until the returned function is called. */
export function connect(store: Store): () => void {
  let socket: WebSocket | null = null
  let attempt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let complaint: ReturnType<typeof setTimeout> | undefined
  let opening: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const open = () => {
    clearTimeout(retry)
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const current = new WebSocket(`${scheme}//${location.host}${eventsPath}`)
    socket = current
    let greeted = false
    clearTimeout(opening)
    opening = setTimeout(() => current.readyState === WebSocket.CONNECTING && current.close(), openWithin)
    current.onmessage = (message: MessageEvent<string>) => {
      greeted = true
      attempt = 0
      clearTimeout(complaint)
      complaint = undefined
      markTrue()
      apply(store, JSON.parse(message.data) as ServerEvent)
    }
    current.onclose = ({ code }) => {
      if (stopped || socket !== current) return
      socket = null
      if (code === signedOutCode) return leaveForSignIn()
      if (!greeted) void askWhoWeAre()
      if (connection.state === 'open') markTrue()
      complaint ??= setTimeout(() => change({ state: 'lost' }), quietFor)
      // Up to a fifth more at random, so that a hundred tabs do not come back in the same instant.
      const delay = Math.min(longestDelay, firstDelay * 2 ** attempt) * (1 + Math.random() / 5)
      attempt += 1
      retry = setTimeout(open, delay)
    }
  }

  /** The person came back, or the network did: do not make them wait for the next attempt. */
  const retryNow = () => {
    if (socket !== null || document.visibilityState !== 'visible') return
    attempt = 0
    open()
  }
  hurry = retryNow
  /** What was begun while there was no network comes to nothing. */
  const networkIsBack = () => {
    const stuck = socket?.readyState === WebSocket.CONNECTING ? socket : null
    if (stuck) socket = null
    stuck?.close()
    retryNow()
  }

  open()
  addEventListener('online', networkIsBack)
  document.addEventListener('visibilitychange', retryNow)
  return () => {
    stopped = true
    clearTimeout(retry)
    clearTimeout(complaint)
    clearTimeout(opening)
    removeEventListener('online', networkIsBack)
    document.removeEventListener('visibilitychange', retryNow)
    socket?.close()
  }
}
