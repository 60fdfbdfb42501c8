import { Unplug } from 'lucide-react'
import { useLasting } from '../hooks/page.ts'
import { useConnection } from '../live.ts'
import { Banner } from './Banner.tsx'

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
          <p role="status" className="text-ink-2">
            Opening the page
          </p>
        ))}
    </div>
  )
}
