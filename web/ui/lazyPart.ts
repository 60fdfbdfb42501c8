import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

const tryAgainMs = 2000
/** One fetch may be lost for no reason of the server's: Chromium ends all of them when the machine's network changes. */
const triesWhileItAnswers = 3

const serverAnswers = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )

/**
 * A part of the page whose code is fetched once it is wanted. While the server is away it is asked for again and again: the
 * page may be recording, so reloading it is no way out.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const fetchIt = async (): Promise<{ default: ComponentType<Props> }> => {
    for (let tries = 1; ;) {
      try {
        return { default: await load() }
      } catch (error) {
        // It answers, and has not got it: it was updated since this page came.
        if (tries >= triesWhileItAnswers)
          throw new Error('The appliance has been updated since this page was opened.', { cause: error })
      }
      const answers = await serverAnswers()
      if (answers) tries += 1
      if (!answers || tries > 2) await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
    }
  }
  return lazy(fetchIt)
}
