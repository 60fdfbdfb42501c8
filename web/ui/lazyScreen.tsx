import { Unplug } from 'lucide-react'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { useLasting } from '../hooks/page.ts'
import { useConnection } from '../live.ts'
import { Banner } from './Banner.tsx'

const tryAgain = 2000

const serverAnswers = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )

/**
 * A screen whose code is fetched once it is wanted. While the server is away it is asked for again and again: the page
 * may be recording, so reloading it is no way out.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  const fetchIt = async (): Promise<{ default: ComponentType }> => {
    for (let answers = false; ;) {
      try {
        return { default: await load() }
      } catch (error) {
        // It has answered, and has not got it: it was updated since this page came.
        if (answers)
          throw new Error('The appliance has another version now than this page.', { cause: error })
      }
      answers = await serverAnswers()
      if (!answers) await new Promise((resolve) => setTimeout(resolve, tryAgain))
    }
  }
  return lazy(fetchIt)
}

/** Stands where a screen will be. */
export function ScreenComing() {
  const { state } = useConnection()
  const long = useLasting(true, 1000)
  return (
    <div className="min-h-[60vh] p-4 md:p-8">
      {long &&
        (state === 'lost' ? (
          <Banner tone="warn" icon={Unplug} live>
            The server cannot be reached. This page opens by itself as soon as it is back.
          </Banner>
        ) : (
          <p role="status" className="text-ink-2">
            Opening the page
          </p>
        ))}
    </div>
  )
}
