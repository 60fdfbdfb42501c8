import { Check, Download } from 'lucide-react'
import type { ModelsOverview } from '#contract/models.ts'
import type { useModelActions } from '../../hooks/models.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { bytes, shortDate } from '../../ui/format.ts'
import { underWay } from '../../ui/models.ts'
import { demoIcon } from '../../ui/transcription.ts'

type DiarisationModelsProps = { models: ModelsOverview; actions: ReturnType<typeof useModelActions> }

/** What tells speakers apart: two models that go together. */
export function DiarisationModels({ models, actions }: DiarisationModelsProps) {
  const { active, known } = models.diarisation
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <h3 className="font-semibold">Telling speakers apart</h3>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {active.demo ? 'Came with the appliance' : `${active.segmentation}, ${active.embedding}`}
            <Chip tone="good" icon={Check}>
              In use
            </Chip>
            {active.demo && (
              <Chip tone="warn" icon={demoIcon}>
                Demo
              </Chip>
            )}
          </p>
          <p className="text-ink-2">
            {active.demo
              ? 'Knows synthetic voices alone.'
              : `${bytes(active.sizeBytes)}, added ${shortDate(active.addedAt) ?? 'earlier'}.`}
            {active.demo &&
              known &&
              ` To be fetched: ${known.segmentation} and ${known.embedding}, ${bytes(known.sizeBytes)}, licences ${known.licence}.`}
          </p>
        </div>
        {active.demo && known && (
          <Button
            small
            icon={Download}
            aria-label="Fetch the models that tell speakers apart"
            disabled={actions.busy || models.offline || underWay(models.fetch)}
            onClick={() => void actions.pull('diarisation')}
          >
            Fetch
          </Button>
        )}
      </div>
    </div>
  )
}
