import { CircleCheck, CircleDashed, Unplug } from 'lucide-react'
import type { LanguagePull } from '#contract/language.ts'
import { useLanguage, useLanguageActions, type LanguageProps } from '../../hooks/language.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { bytes, dateAndTime } from '../../ui/format.ts'
import { pullState, underWay } from '../../ui/models.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { LanguageChoices } from './LanguageChoices.tsx'
import { FetchBanner } from './FetchBanner.tsx'
import { FetchModel, OfferedCell } from './ModelCells.tsx'
import { ModelTrial } from './ModelTrial.tsx'

/** What writes minutes and answers questions: whether it is there, which one, and what could be. */
export function LanguageModel() {
  const language = useLanguage()
  const actions = useLanguageActions()
  return (
    <Section
      title="Language model"
      description="Writes minutes and answers questions. It runs in Ollama, on this machine or another one."
      bare
    >
      <Fetched answer={language} what="The language model" rows={6}>
        {(overview) => (
          <div className="space-y-4">
            <FailureBanner error={actions.error} />
            {overview.pull && <Coming pull={overview.pull} language={overview} actions={actions} />}
            <div className="rounded-md border border-line bg-surface">
              <State language={overview} />
              <ModelTrial language={overview} actions={actions} />
              {overview.installed.length > 0 && <LanguageChoices language={overview} actions={actions} />}
            </div>
            <Catalogue language={overview} actions={actions} />
          </div>
        )}
      </Fetched>
    </Section>
  )
}

function Coming({ pull, language, actions }: LanguageProps & { pull: LanguagePull }) {
  const { modelId } = pull
  return (
    <FetchBanner
      fetch={pull}
      name={language.catalogue.find(({ id }) => id === modelId)?.name ?? modelId}
      source={`Ollama at ${new URL(language.status.host).host}`}
      progress={pullState(pull)}
      busy={actions.busy}
      onRetry={() => void actions.pull(modelId)}
      onCancel={() => void actions.cancel(pull)}
    />
  )
}

const states = {
  ready: { icon: CircleCheck, tone: 'good', word: 'Ready' },
  no_model: { icon: CircleDashed, tone: 'neutral', word: 'No model' },
  unreachable: { icon: Unplug, tone: 'neutral', word: 'Not reachable' },
} as const

function State({ language: { status, contextSize, lastFailure } }: Pick<LanguageProps, 'language'>) {
  const { icon, tone, word } = states[status.state]
  const where = `Ollama${status.version ? ` ${status.version}` : ''} at ${status.host}`
  return (
    <div className="px-4 py-3">
      <p className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-medium break-words">{status.model ?? 'Ollama'}</span>
        <Chip tone={tone} icon={icon}>
          {word}
        </Chip>
      </p>
      <p className="break-words text-ink-2">
        {status.state === 'ready'
          ? `${where}${contextSize ? `, reads ${contextSize.toLocaleString('en-GB')} tokens at once` : ''}.`
          : status.message}
      </p>
      {lastFailure && (
        <p className="mt-1 break-words text-ink-2">
          Failed last on {dateAndTime(lastFailure.at)}: {lastFailure.message}
        </p>
      )}
    </div>
  )
}

function Catalogue({ language, actions }: LanguageProps) {
  const { memoryBytes, offline, pull, status } = language
  return (
    <div className="rounded-md border border-line bg-surface">
      <h3 className="px-4 pt-3 font-semibold">Available to download</h3>
      <p className="px-4 text-ink-2">
        {offline ? (
          <>
            <code>APPLIANCE_OFFLINE</code> is set, so nothing is downloaded.
          </>
        ) : memoryBytes === null ? (
          'Ollama runs on another machine. Choose by that machine’s memory.'
        ) : (
          `This machine has ${bytes(memoryBytes)} of memory.`
        )}
      </p>
      <Table
        label="Language models available to download"
        rows={language.catalogue}
        keyOf={(model) => model.id}
        columns={[
          {
            label: 'Model',
            render: (model) => <OfferedCell model={model} />,
          },
          { label: 'Licence', render: ({ licence }) => licence },
          { label: 'Size', numeric: true, render: ({ sizeBytes }) => bytes(sizeBytes) },
        ]}
        renderActions={(model) => (
          <FetchModel
            model={model}
            disabled={actions.busy || offline || underWay(pull) || status.state === 'unreachable'}
            onFetch={() => void actions.pull(model.id)}
          />
        )}
      />
    </div>
  )
}
