import { timeOfDay } from '../../../ui/format.ts'
import type { useAutosave } from './autosave.ts'

/** Whether what is being typed would outlive a crash. */
export function Kept({ draft }: { draft: Pick<ReturnType<typeof useAutosave>, 'keptAt' | 'refused'> }) {
  if (draft.refused) return <p className="text-sm text-warn">This browser cannot keep a draft: save often.</p>
  if (draft.keptAt === null) return null
  return <p className="text-sm text-ink-3 tabular-nums">Draft kept at {timeOfDay(draft.keptAt)}</p>
}
