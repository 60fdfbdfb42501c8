import type { LanguageProps } from '../../hooks/language.ts'
import { Select } from '../../ui/Select.tsx'

const automatic = ''
const contextSizes = [4096, 8192, 16_384, 32_768, 65_536, 131_072]
const temperatures = [
  { value: 0, label: 'Most predictable' },
  { value: 0.2, label: 'Careful' },
  { value: 0.5, label: 'Freer' },
  { value: 0.8, label: 'Free' },
]

/** Which model is used and how; a choice holds from the next question on. */
export function LanguageChoices({ language, actions }: LanguageProps) {
  const { settings, status, contextSize, installed } = language
  const named = (embeds: boolean) =>
    installed.filter((model) => model.embeds === embeds).map(({ id }) => ({ value: id, label: id }))
  const tokens = (size: number): string => `${size.toLocaleString('en-GB')} tokens`
  return (
    <div className="grid gap-4 border-t border-line px-4 py-3 sm:grid-cols-2">
      <Select
        label="Model"
        disabled={actions.busy}
        value={settings.model ?? automatic}
        options={[
          { value: automatic, label: chosenFor(status.model, settings.model) },
          ...withCurrent(named(false), settings.model),
        ]}
        onChange={({ target }) => void actions.change({ model: target.value || null })}
      />
      <Select
        label="Model for search by meaning"
        disabled={actions.busy}
        value={settings.embeddingModel ?? automatic}
        options={[
          {
            value: automatic,
            label:
              named(true).length === 0
                ? 'None: words only'
                : chosenFor(status.embeddingModel, settings.embeddingModel),
          },
          ...withCurrent(named(true), settings.embeddingModel),
        ]}
        onChange={({ target }) => void actions.change({ embeddingModel: target.value || null })}
      />
      <div>
        <Select
          label="Context size"
          disabled={actions.busy}
          value={settings.contextSize ?? automatic}
          options={[
            {
              value: automatic,
              label:
                settings.contextSize === null && contextSize !== null
                  ? `Automatic (${tokens(contextSize)})`
                  : 'Automatic',
            },
            ...withCurrent(
              contextSizes.map((size) => ({ value: String(size), label: tokens(size) })),
              settings.contextSize === null ? null : String(settings.contextSize),
            ),
          ]}
          onChange={({ target }) =>
            void actions.change({ contextSize: target.value ? Number(target.value) : null })
          }
        />
        <p className="mt-1 text-sm text-ink-3">
          A larger size reads longer passages at once and uses more memory.
        </p>
      </div>
      <div>
        <Select
          label="Temperature"
          disabled={actions.busy}
          value={settings.temperature}
          options={withCurrent(
            temperatures.map(({ value, label }) => ({ value: String(value), label: `${label} (${value})` })),
            String(settings.temperature),
          )}
          onChange={({ target }) => void actions.change({ temperature: Number(target.value) })}
        />
        <p className="mt-1 text-sm text-ink-3">
          For minutes and for answers; a low one keeps to what was said.
        </p>
      </div>
    </div>
  )
}

const chosenFor = (used: string | null, chosen: string | null): string =>
  chosen === null && used ? `Automatic (${used})` : 'Automatic'

/** What was set elsewhere, or is gone meanwhile, is shown too. */
function withCurrent(
  options: { value: string; label: string }[],
  current: string | null,
): { value: string; label: string }[] {
  if (current === null || options.some(({ value }) => value === current)) return options
  return [...options, { value: current, label: current }]
}
