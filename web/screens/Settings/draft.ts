import { useState } from 'react'
import type { Settings } from '#contract/settings.ts'
import type { SettingsAnswer } from '../../hooks/settings.ts'

/** What is changed and not saved stays with the tab: it outlives a look at another screen, and a reload. */
const keptAs = (personId: number): string => `unsaved settings of person ${personId}`

/** For a browser that keeps nothing: until the page is left. */
let unkept: Partial<Settings> = {}

function readEdits(personId: number, settings: Settings): Partial<Settings> {
  let kept: unknown = unkept
  try {
    kept = JSON.parse(sessionStorage.getItem(keptAs(personId)) ?? 'null') ?? unkept
  } catch {
    // Storage is refused, or somebody has written something else there.
  }
  // An older version may have kept what is no setting any more.
  return Object.fromEntries(
    Object.entries(kept ?? {}).filter(
      ([name, value]) => name in settings && typeof value === typeof settings[name as keyof Settings],
    ),
  ) as Partial<Settings>
}

function keepEdits(personId: number, edits: Partial<Settings>): void {
  unkept = edits
  try {
    if (Object.keys(edits).length === 0) sessionStorage.removeItem(keptAs(personId))
    else sessionStorage.setItem(keptAs(personId), JSON.stringify(edits))
  } catch {
    // Storage is refused: `unkept` has them.
  }
}

export type Draft = {
  /** As they would be once they are saved. */
  values: Settings
  /** Only what differs from what the server has. */
  changes: Partial<Settings>
  changed: boolean
  /** Some of the changes were made before the screen was left, and come back with it. */
  returned: boolean
  set: (changes: Partial<Settings>) => void
  discard: () => void
  /** Why a setting cannot act here; undefined where it can. */
  why: (name: keyof Settings) => string | undefined
}

export function useDraft(personId: number, { settings, unavailable }: SettingsAnswer): Draft {
  const [edits, setEdits] = useState(() => readEdits(personId, settings))
  const [returned, setReturned] = useState(Object.keys(edits).length > 0)
  const keep = (next: Partial<Settings>) => {
    keepEdits(personId, next)
    setEdits(next)
  }
  const changes = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => settings[name as keyof Settings] !== value),
  ) as Partial<Settings>
  const changed = Object.keys(changes).length > 0
  return {
    values: { ...settings, ...changes },
    changes,
    changed,
    returned: returned && changed,
    set: (more) => keep({ ...edits, ...more }),
    discard: () => {
      setReturned(false)
      keep({})
    },
    why: (name) => unavailable[name],
  }
}
