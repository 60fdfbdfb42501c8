import { useSyncExternalStore } from 'react'
import { removeStored, writeStored, readStored, storedNames } from '../ui/browser-storage.ts'

/**
 * Large uploads that this browser began and never finished: the page was closed or reloaded. A page cannot open a file
 * again by itself, so the person chooses it again; the address of what the server has is kept by tus.
 */
export type UnfinishedUpload = { key: string; name: string; size: number; title: string }

type Kept = Omit<UnfinishedUpload, 'key'> & { personId: number; at: number }

const prefix = 'unfinished upload '
/** The server keeps what came for a day (server/http/resumable.ts). */
const keptMs = 24 * 3_600_000

const keyOf = ({ name, size, lastModified }: File): string => `${prefix}${name} ${size} ${lastModified}`

/**
 * Remembers an upload as long as it is not over, and that this tab is at work on it.
 * @returns what ends it: `over` when nothing is left to go on with
 */
export function remember(file: File, title: string, personId: number): (over: boolean) => void {
  const key = keyOf(file)
  const entry: Kept = { name: file.name, size: file.size, title, personId, at: Date.now() }
  writeStored(key, JSON.stringify(entry))
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // Only there over HTTPS and on this machine; without it another tab may offer what is under way here.
  void navigator.locks?.request(key, () => held).catch(() => undefined)
  return (over) => {
    letGo()
    if (over) removeStored(key)
  }
}

/** It need not be offered: it is not wanted any more. */
export const forgetUpload = (file: File): void => removeStored(keyOf(file))

let found: readonly UnfinishedUpload[] = []
const listeners = new Set<() => void>()

function show(uploads: readonly UnfinishedUpload[]): void {
  found = uploads
  for (const listener of listeners) listener()
}

function read(key: string): Kept | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Looks once, when the page is opened: what ends badly later has its line in the tray already. */
export async function lookForUnfinished(personId: number): Promise<void> {
  const names = storedNames(prefix)
  if (names.length === 0) return
  const locks = await navigator.locks?.query()
  const held = new Set(locks?.held?.map(({ name }) => name))
  show(
    names.flatMap((key) => {
      const entry = read(key)
      if (!entry || Date.now() - entry.at > keptMs) removeStored(key)
      else if (entry.personId === personId && !held.has(key))
        return [{ key, name: entry.name, size: entry.size, title: entry.title }]
      return []
    }),
  )
}

/** Takes it off the page; what is kept of it goes with it. */
export function dismissUnfinished({ key }: UnfinishedUpload): void {
  removeStored(key)
  show(found.filter((one) => one.key !== key))
}

export function useUnfinishedUploads(): readonly UnfinishedUpload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => found,
  )
}
