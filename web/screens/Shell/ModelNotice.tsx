import { Download, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { ModelFetch } from '#contract/models.ts'
import { useModelActions } from '../../hooks/models.ts'
import { useMe } from '../../hooks/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { fetchSentence } from '../../ui/models.ts'
import { Progress } from '../../ui/Progress.tsx'

type ModelNoticeProps = { fetch: ModelFetch }

/** The first real model is on its way, and recordings wait for it. */
export function ModelOnItsWay({ fetch }: ModelNoticeProps) {
  const { data: me } = useMe()
  const { busy, error, choose, cancel } = useModelActions()
  return (
    <Banner
      strip
      tone="neutral"
      icon={Download}
      action={
        me?.administrator && (
          <div className="flex flex-wrap gap-2">
            <Button small disabled={busy} onClick={() => void choose('demo')}>
              Try the demo meanwhile
            </Button>
            <Button small look="quiet" disabled={busy} onClick={() => void cancel(fetch)}>
              Cancel
            </Button>
          </div>
        )
      }
    >
      <p className="tabular-nums">{fetchSentence(fetch)} Recordings wait until it is here.</p>
      <Progress
        value={fetch.percent}
        label={`Fetching the speech model ${fetch.modelId}`}
        className="mt-1.5 w-72 max-w-full"
      />
      {error && (
        <p role="alert" className="mt-1 text-bad">
          {error.message}
        </p>
      )}
    </Banner>
  )
}

/** It did not come, and there is none but the demo. */
export function ModelNotFetched({ fetch }: ModelNoticeProps) {
  const { data: me } = useMe()
  const { busy, error, pull } = useModelActions()
  return (
    <Banner
      strip
      tone="warn"
      icon={TriangleAlert}
      live
      action={
        me?.administrator && (
          <div className="flex flex-wrap gap-2">
            <Button small disabled={busy} onClick={() => void pull(fetch.modelId)}>
              Try again
            </Button>
            <Link href="/system" className={buttonClass('quiet', true)}>
              System
            </Link>
          </div>
        )
      }
    >
      <p className="font-semibold">Speech model {fetch.modelId}</p>
      <p>
        {fetch.errorMessage ?? `${fetch.source} did not give it.`}{' '}
        {me && !me.administrator && 'An administrator can try again.'}
      </p>
      {error && (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      )}
    </Banner>
  )
}
