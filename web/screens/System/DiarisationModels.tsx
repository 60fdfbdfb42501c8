import { Check } from 'lucide-react'
import type { ModelsOverview } from '#contract/models.ts'
import { Chip } from '../../ui/Chip.tsx'
import { bytes, shortDate } from '../../ui/format.ts'

/** What tells speakers apart: two models that go together. */
export function DiarisationModels({ models }: { models: ModelsOverview }) {
  const { active } = models.diarisation
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <h3 className="font-semibold">Speaker identification</h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        {active.segmentation}, {active.embedding}
        <Chip tone="good" icon={Check}>
          In use
        </Chip>
      </p>
      <p className="text-ink-2">
        {bytes(active.sizeBytes)},{' '}
        {active.bundled ? 'came with the appliance' : `added ${shortDate(active.addedAt) ?? 'earlier'}`}.
      </p>
    </div>
  )
}
