import { useMemo, useSyncExternalStore } from 'react'
import { personHere } from '../session.ts'
import { removeStored, writeStored, readStored, storedNames } from '../ui/browser-storage.ts'
import { toast } from '../ui/Toaster.tsx'

/** The cards of a recording's page that are edited. */
export type Card = 'details' | 'summary' | 'meeting' | 'transcript'

/** What is being edited. */
export type DraftOf = {
  /** What this browser keeps it under: each edit has its own, so that none takes another's place. */
  name: string
  /** The transcript's: the version that was being edited. */
  version?: number
  /** The transcript's: the one segment that was being edited; null for the whole text. */
  segment?: { id: number; start: number } | null
}

/** An edit that has not been saved, as this browser keeps it. */
export type KeptDraft = DraftOf & {
  text: string
  /** ISO 8601, UTC. */
  keptAt: string
}

/** Long enough to see that it was the wrong one. */
const undoFor = 10_000

let revision = 0
const listeners = new Set<() => void>()

function changed(): void {
  revision += 1
  for (const listener of listeners) listener()
}

// Several people may use one browser.
const prefixOf = (recordingId: number, card: Card) => `${card}-draft:${personHere() ?? 1}:${recordingId}:`

/** A name for an edit that begins. */
export function freshDraft(recordingId: number, card: Card): string {
  return prefixOf(recordingId, card) + Date.now().toString(36)
}

/** @returns false when the browser has no room for it, or keeps nothing */
export function keepDraft({ name, ...draft }: KeptDraft): boolean {
  const done = writeStored(name, JSON.stringify(draft))
  changed()
  return done
}

export function dropDraft(name: string): void {
  removeStored(name)
  changed()
}

/** Drops it, and offers to bring it back. */
export function discardDraft(draft: KeptDraft): void {
  dropDraft(draft.name)
  toast({
    title: 'Draft discarded',
    duration: undoFor,
    action: { label: 'Undo', onSelect: () => void keepDraft(draft) },
  })
}

function draftsOf(prefix: string): KeptDraft[] {
  return storedNames(prefix)
    .flatMap((name) => {
      try {
        const draft = JSON.parse(readStored(name) ?? '') as Partial<KeptDraft>
        if (typeof draft.text !== 'string' || typeof draft.keptAt !== 'string') return []
        return [{ ...draft, name, text: draft.text, keptAt: draft.keptAt }]
      } catch {
        return []
      }
    })
    .sort((a, b) => b.keptAt.localeCompare(a.keptAt))
}

/** What was kept of the edits of a card, the latest first. */
export function useDrafts(recordingId: number, card: Card): KeptDraft[] {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => revision,
  )
  const prefix = prefixOf(recordingId, card)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `now` says when to look again
  return useMemo(() => draftsOf(prefix), [prefix, now])
}
