import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import type { InstalledModel, ModelFetch, ModelsOverview } from '#contract/models.ts'
import { useModelActions } from '../../hooks/models.ts'
import { useModels } from '../../hooks/system.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { bytes, shortDate } from '../../ui/format.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { fetchState, underWay } from '../../ui/models.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { AddModel } from './AddModel.tsx'
import { DiarisationModels } from './DiarisationModels.tsx'
import { FetchBanner } from './FetchBanner.tsx'
import { FetchModel, ModelCell, OfferedCell } from './ModelCells.tsx'

type ModelActions = ReturnType<typeof useModelActions>

/** What turns sound into words: what is here, and what could be. */
export function Models() {
  const models = useModels()
  const actions = useModelActions()
  const [adding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<InstalledModel | null>(null)

  return (
    <Section
      title="Speech models"
      description="Larger models make fewer mistakes but take longer."
      action={
        <Button small icon={Plus} onClick={() => setAdding(true)}>
          Add from file
        </Button>
      }
      bare
    >
      <Fetched answer={models} what="The speech models" rows={6}>
        {(overview) => (
          <div className="space-y-4">
            <Constraints models={overview} />
            <Suited models={overview} />
            {actions.error && !doomed && <FailureBanner error={actions.error} />}
            {overview.fetch && <Coming fetch={overview.fetch} actions={actions} />}
            <Installed models={overview} actions={actions} onRemove={setDoomed} />
            <Catalogue models={overview} actions={actions} />
            <DiarisationModels models={overview} />
          </div>
        )}
      </Fetched>
      {adding && <AddModel onClose={() => setAdding(false)} />}
      {doomed && (
        <FormDialog
          title="Remove model"
          submit="Remove"
          danger
          action={actions}
          onClose={() => {
            actions.clear()
            setDoomed(null)
          }}
          onSubmit={() => void actions.remove(doomed.id).then((done) => done && setDoomed(null))}
        >
          <p>
            {doomed.name} ({bytes(doomed.sizeBytes)}) is deleted from this machine. Transcripts that it made
            stay.
          </p>
        </FormDialog>
      )}
    </Section>
  )
}

/** What the machine's settings decide, in a line each. */
function Constraints({ models: { fixed, offline } }: { models: ModelsOverview }) {
  if (!fixed && !offline) return null
  return (
    <div className="text-ink-2">
      {fixed && (
        <p>
          <code>APPLIANCE_SPEECH_MODEL</code> names {fixed}, which overrides any choice made here.
        </p>
      )}
      {offline && (
        <p>
          <code>APPLIANCE_OFFLINE</code> is set, so nothing is downloaded. You can add a model from a file.
        </p>
      )}
    </div>
  )
}

/** The model that came along is small: what would suit this machine better. */
function Suited({ models }: { models: ModelsOverview }) {
  const active = models.installed.find((model) => model.active)
  const suited = models.catalogue.find(({ recommended, installed }) => recommended && !installed)
  if (!active?.bundled || !suited) return null
  return (
    <p className="text-ink-2">
      {active.name} came with the appliance. {suited.name} ({bytes(suited.sizeBytes)}) suits this machine and
      makes fewer mistakes.
    </p>
  )
}

function Coming({ fetch, actions }: { fetch: ModelFetch; actions: ModelActions }) {
  return (
    <FetchBanner
      fetch={fetch}
      name={fetch.modelName}
      source={fetch.source}
      progress={fetchState(fetch)}
      busy={actions.busy}
      onRetry={() => void actions.pull(fetch.modelId)}
      onCancel={() => void actions.cancel(fetch)}
    />
  )
}

type ListProps = { models: ModelsOverview; actions: ModelActions }

function Installed({ models, actions, onRemove }: ListProps & { onRemove: (model: InstalledModel) => void }) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <h3 className="px-4 pt-3 font-semibold">On this machine</h3>
      {models.installed.length === 0 ? (
        <p className="px-4 pt-1 pb-3 text-ink-2">None yet. Download one below, or add one from a file.</p>
      ) : (
        <Table
          label="Models on this machine"
          rows={models.installed}
          keyOf={(model) => model.id}
          columns={[
            {
              label: 'Model',
              render: (model) => (
                <ModelCell name={model.name} below={model.id}>
                  {model.active && (
                    <Chip tone="good" icon={Check}>
                      In use
                    </Chip>
                  )}
                </ModelCell>
              ),
            },
            { label: 'Languages', render: languages },
            { label: 'Added', render: ({ addedAt }) => shortDate(addedAt) ?? 'Included with the appliance' },
            { label: 'Size', numeric: true, render: ({ sizeBytes }) => bytes(sizeBytes) },
          ]}
          renderActions={(model) =>
            !model.active && (
              <>
                <Button
                  small
                  aria-label={`Use ${model.name}`}
                  disabled={actions.busy || models.fixed !== null}
                  onClick={() => void actions.choose(model.id)}
                >
                  Use
                </Button>
                {!model.bundled && (
                  <Button
                    small
                    look="quiet"
                    aria-label={`Remove ${model.name}`}
                    disabled={actions.busy}
                    onClick={() => onRemove(model)}
                  >
                    Remove
                  </Button>
                )}
              </>
            )
          }
        />
      )}
    </div>
  )
}

function languages({ multilingual }: { multilingual: boolean }): string {
  return multilingual ? 'Many' : 'English'
}

function Catalogue({ models, actions }: ListProps) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <h3 className="px-4 pt-3 font-semibold">Available to download</h3>
      <Table
        label="Models available to download"
        rows={models.catalogue}
        keyOf={(model) => model.id}
        columns={[
          {
            label: 'Model',
            render: (model) => <OfferedCell model={model} />,
          },
          { label: 'Languages', render: languages },
          { label: 'Licence', render: ({ licence }) => licence },
          { label: 'Memory', numeric: true, render: ({ memoryBytes }) => bytes(memoryBytes) },
          { label: 'Size', numeric: true, render: ({ sizeBytes }) => bytes(sizeBytes) },
        ]}
        renderActions={(model) => (
          <FetchModel
            model={model}
            from={model.url}
            disabled={actions.busy || models.offline || underWay(models.fetch)}
            onFetch={() => void actions.pull(model.id)}
          />
        )}
      />
    </div>
  )
}
