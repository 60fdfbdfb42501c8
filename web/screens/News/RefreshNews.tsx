import { RefreshCw } from 'lucide-react'
import { useSWRConfig } from 'swr'
import { refreshNews } from '#contract/news.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useFeeds } from '../../hooks/news.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** Has the feeds fetched; what comes appears by itself. */
export function RefreshNews({ companyId }: { companyId: number }) {
  const feeds = useFeeds(companyId)
  const action = useAction()
  const { mutate } = useSWRConfig()
  const job = feeds.data?.job ?? null
  const refresh = () =>
    action.run(async () => {
      try {
        const { job: started } = await call(refreshNews, { params: { id: companyId } })
        await feeds.mutate()
        if (started === null) await mutate((key) => typeof key === 'string' && key.includes('news'))
      } catch (error) {
        const description = error instanceof Error ? error.message : String(error)
        toast({ title: 'Failed to fetch news', description, destructive: true })
      }
    })
  return (
    <div className="flex items-center gap-3 pb-1">
      <span role="status" className="text-sm text-ink-2 tabular-nums">
        {job && (job.step ?? 'Fetching news')}
      </span>
      <Button small icon={RefreshCw} disabled={action.busy || job !== null} onClick={() => void refresh()}>
        Refresh News
      </Button>
    </div>
  )
}
