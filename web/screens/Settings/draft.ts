import { useState } from 'react'
import type { Settings } from '#contract/settings.ts'
import type { SettingsAnswer } from '../../hooks/settings.ts'

/** What is changed and not saved: it outlives a look at another screen, and ends with the page. */
let unsaved: Partial<Settings> = {}

export type Draft = {
  /** As they would be once they are saved. */
  values: Settings
  /** Only what differs from what the server has. */
  changes: Partial<Settings>
  changed: boolean
  set: (changes: Partial<Settings>) => void
  discard: () => void
  /** Why a setting cannot act here; undefined where it can. */
  why: (name: keyof Settings) => string | undefined
}

export function useDraft({ settings, unavailable }: SettingsAnswer): Draft {
  const [edits, setEdits] = useState(unsaved)
  const keep = (next: Partial<Settings>) => {
    unsaved = next
    setEdits(next)
  }
  const changes = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => settings[name as keyof Settings] !== value),
  ) as Partial<Settings>
  return {
    values: { ...settings, ...changes },
    changes,
    changed: Object.keys(changes).length > 0,
    set: (more) => keep({ ...edits, ...more }),
    discard: () => keep({}),
    why: (name) => unavailable[name],
  }
}
