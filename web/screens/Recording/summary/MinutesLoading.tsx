import { Skeleton } from '../../../ui/Skeleton.tsx'

/** Minutes that are still to come, or did not. */
export function MinutesLoading({ failed }: { failed: boolean }) {
  if (failed) return <p className="text-ink-2">The summary could not be loaded.</p>
  return (
    <div role="status" aria-label="The summary: loading" className="space-y-4">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  )
}
