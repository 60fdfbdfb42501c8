import { Download, TriangleAlert } from 'lucide-react'
import type { LanguagePull } from '#contract/language.ts'
import type { ModelFetch } from '#contract/models.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { underWay } from '../../ui/models.ts'

type FetchBannerProps = {
  fetch: ModelFetch | LanguagePull
  /** What people call the model. */
  name: string
  /** Where it comes from. */
  source: string
  /** How far it is, and how long it takes still. */
  progress: string
  busy: boolean
  onRetry: () => void
  onCancel: () => void
}

/** A model on its way, or the last one that failed to come. */
export function FetchBanner({ fetch, name, source, progress, busy, onRetry, onCancel }: FetchBannerProps) {
  if (fetch.state === 'failed')
    return (
      <Banner
        tone="bad"
        icon={TriangleAlert}
        action={
          <Button small disabled={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p className="font-semibold">{name}</p>
        <p>{fetch.errorMessage ?? `${source} could not provide it.`}</p>
      </Banner>
    )
  if (!underWay(fetch)) return null
  return (
    <Banner
      tone="neutral"
      icon={Download}
      action={
        <Button small disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <p className="font-semibold">
        {name} from {source}
      </p>
      <p className="text-ink-2 tabular-nums">{progress}</p>
      <Progress value={fetch.percent} label={`Downloading ${name}`} className="mt-1.5 w-96 max-w-full" />
    </Banner>
  )
}
