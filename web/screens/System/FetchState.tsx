import { Download, TriangleAlert } from 'lucide-react'
import type { ModelFetch } from '#contract/models.ts'
import type { useModelActions } from '../../hooks/models.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { bytes } from '../../ui/format.ts'
import { fetchProgress, underWay } from '../../ui/models.ts'
import { Progress } from '../../ui/Progress.tsx'

type FetchStateProps = { fetch: ModelFetch; actions: ReturnType<typeof useModelActions> }

/** A model on its way, or the last one that failed to come. */
export function FetchState({ fetch, actions }: FetchStateProps) {
  if (fetch.state === 'failed') {
    return (
      <Banner
        tone="bad"
        icon={TriangleAlert}
        action={
          <Button small disabled={actions.busy} onClick={() => void actions.pull(fetch.modelId)}>
            Try again
          </Button>
        }
      >
        <p className="font-semibold">{fetch.modelName} could not be fetched</p>
        <p>{fetch.errorMessage ?? `${fetch.source} did not give it.`}</p>
      </Banner>
    )
  }
  if (!underWay(fetch)) return null
  return (
    <Banner
      tone="neutral"
      icon={Download}
      action={
        <Button small disabled={actions.busy} onClick={() => void actions.cancel(fetch)}>
          Cancel
        </Button>
      }
    >
      <p className="font-semibold">
        {fetch.modelName} from {fetch.source}
      </p>
      <p className="text-ink-2 tabular-nums">
        {bytes(fetch.receivedBytes)}
        {fetch.totalBytes > 0 && ` of ${bytes(fetch.totalBytes)}`}, {fetchProgress(fetch)}
      </p>
      <Progress
        value={fetch.percent}
        label={`Fetching ${fetch.modelName}`}
        className="mt-1.5 w-96 max-w-full"
      />
    </Banner>
  )
}
