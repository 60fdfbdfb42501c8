import { personHere } from '../../../session.ts'
import { forget, keep, kept, keptNames } from '../../../ui/kept.ts'

/** An edit that has not been saved, as this browser keeps it against a crash. */
export type KeptDraft = {
  recordingId: number
  /** The version that was being edited. */
  version: number
  /** The one segment that was being edited; null for the whole text. */
  segment: { id: number; start: number } | null
  text: string
  /** ISO 8601, UTC. */
  keptAt: string
}

export type DraftOf = Pick<KeptDraft, 'recordingId' | 'version' | 'segment'>

// Several people may use one browser.
const prefixOf = (recordingId: number) => `transcript-draft:${personHere() ?? 1}:${recordingId}:`

function nameOf({ recordingId, version, segment }: DraftOf): string {
  return `${prefixOf(recordingId)}${version}:${segment?.id ?? 'all'}`
}

/** @returns false when the browser has no room for it, or keeps nothing */
export function keepDraft(draft: KeptDraft): boolean {
  return keep(nameOf(draft), JSON.stringify(draft))
}

export function dropDraft(draft: DraftOf): void {
  forget(nameOf(draft))
}

/** What was kept of a recording's edits, the latest first. */
export function draftsOf(recordingId: number): KeptDraft[] {
  return keptNames(prefixOf(recordingId))
    .flatMap((name) => {
      try {
        const draft = JSON.parse(kept(name) ?? '') as Partial<KeptDraft>
        return typeof draft.text === 'string' && typeof draft.keptAt === 'string' ? [draft as KeptDraft] : []
      } catch {
        return []
      }
    })
    .sort((a, b) => b.keptAt.localeCompare(a.keptAt))
}
