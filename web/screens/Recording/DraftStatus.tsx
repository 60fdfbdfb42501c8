import { timeOfDay } from '../../ui/format.ts'
import type { Autosave } from '../../hooks/autosave.ts'

/** Whether what is being typed would outlive a crash. */
export function DraftStatus({ draft }: { draft: Pick<Autosave, 'keptAt' | 'refused'> }) {
  if (draft.refused) return <p className="text-sm text-warn">This browser cannot save drafts: save often.</p>
  if (draft.keptAt === null) return null
  return <p className="text-sm text-ink-3 tabular-nums">Draft saved at {timeOfDay(draft.keptAt)}</p>
}
