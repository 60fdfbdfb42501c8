import { Unplug } from 'lucide-react'
import { useLasting } from '../hooks/page.ts'
import { useConnection } from '../live.ts'
import { Banner } from './Banner.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Stands where a screen will be. */
export function ScreenComing() {
  const { state } = useConnection()
  const long = useLasting(true, 1000)
  return (
    <div className="min-h-[60vh] p-4 md:p-8">
      {long &&
        (state === 'lost' ? (
          <Banner tone="warn" icon={Unplug} live>
            The server cannot be reached. This page will open when it is back.
          </Banner>
        ) : (
          <p role="status" className="sr-only">
            Opening the page
          </p>
        ))}
      {/* The size of what every screen begins with. */}
      <Skeleton className="h-7 w-44" />
      <Skeleton className="mt-2 h-4 w-72 max-w-full" />
      <Skeleton className="mt-6 h-40 max-w-5xl" />
    </div>
  )
}
