import { Skeleton } from '../../../ui/Skeleton.tsx'

const lines = ['w-11/12', 'w-4/5', 'w-full', 'w-2/3', 'w-5/6', 'w-3/4', 'w-11/12', 'w-1/2']

/** The lines of a transcript that is on its way. */
export function LinesComing() {
  return (
    <div className="h-[600px] max-h-[70vh] space-y-5 overflow-hidden px-4 py-4">
      {lines.map((width, at) => (
        <div key={at} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
          <Skeleton className="h-4 w-16" />
          <div className="space-y-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** The whole card. */
export function TranscriptComing() {
  return (
    <div
      role="status"
      aria-label="The transcript: loading"
      className="rounded-md border border-line bg-surface"
    >
      <div className="flex h-12 items-center border-b border-line px-4">
        <Skeleton className="h-4 w-24" />
      </div>
      <LinesComing />
    </div>
  )
}
