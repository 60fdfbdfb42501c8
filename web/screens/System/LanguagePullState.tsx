import { Download, TriangleAlert } from 'lucide-react'
import type { LanguagePull } from '#contract/language.ts'
import type { useLanguageActions } from '../../hooks/language.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { percent, timeLeft } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'

export const isPulling = (pull: LanguagePull | null): boolean =>
  pull?.state === 'queued' || pull?.state === 'running'

type PullStateProps = { pull: LanguagePull; actions: ReturnType<typeof useLanguageActions> }

/** A language model on its way, or the last one that failed to come. */
export function LanguagePullState({ pull, actions }: PullStateProps) {
  if (pull.state === 'failed')
    return (
      <Banner
        tone="bad"
        icon={TriangleAlert}
        action={
          <Button small disabled={actions.busy} onClick={() => void actions.pull(pull.modelId)}>
            Try again
          </Button>
        }
      >
        <p className="font-semibold">{pull.modelId} could not be fetched</p>
        <p>{pull.errorMessage}</p>
      </Banner>
    )
  if (!isPulling(pull)) return null
  const left = pull.secondsLeft === null ? '' : `, ${timeLeft(pull.secondsLeft)}`
  return (
    <Banner
      tone="neutral"
      icon={Download}
      action={
        <Button small disabled={actions.busy} onClick={() => void actions.cancel(pull)}>
          Cancel
        </Button>
      }
    >
      <p className="font-semibold">{pull.modelId} comes to Ollama</p>
      <p className="text-ink-2 tabular-nums">
        {pull.state === 'queued'
          ? 'Waiting for its turn'
          : `${pull.step ?? 'Beginning'}, ${percent(pull.percent)}${left}`}
      </p>
      <Progress value={pull.percent} label={`Fetching ${pull.modelId}`} className="mt-1.5 w-96 max-w-full" />
    </Banner>
  )
}
