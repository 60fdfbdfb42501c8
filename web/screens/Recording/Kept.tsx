import { timeOfDay } from '../../ui/format.ts'
import type { Autosave } from '../../hooks/autosave.ts'

/** Whether what is being typed would outlive a crash. */
export function Kept({ draft }: { draft: Pick<Autosave, 'keptAt' | 'refused'> }) {
  if (draft.refused) return <p className="text-sm text-warn">This browser cannot keep a draft: save often.</p>
  if (draft.keptAt === null) return null
  return <p className="text-sm text-ink-3 tabular-nums">Draft kept at {timeOfDay(draft.keptAt)}</p>
}
