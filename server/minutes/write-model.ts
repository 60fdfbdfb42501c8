import type { JobContext } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { MinutesPayload } from './jobs.ts'
import { createWriter, type WriteDeps } from './write.ts'

export type ModelDeps = WriteDeps & { language: LanguageEngine }

/** Minutes by the language model; where it fails, by rules, with the reason. */
export function createModelWriter(deps: ModelDeps) {
  const writer = createWriter(deps)
  return (wanted: MinutesPayload, context: JobContext): Promise<void> => writer.byRules(wanted, context)
}
