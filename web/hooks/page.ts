import { useEffect, useState } from 'react'

let screenTitle = ''
/** What stands before every screen's title. */
let tabMark: string | null = null

function titleTab(): void {
  document.title = tabMark === null ? `${screenTitle} · Meeting Appliance` : `${tabMark} – ${screenTitle}`
}

/** What the browser's tab says. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    screenTitle = title
    titleTab()
  }, [title])
}

/** While a meeting is recorded each screen's tab names it: "● Board meeting – Meeting Recorder". Its sign wears a red dot. */
export function useTabMark(mark: string | null): void {
  useEffect(() => {
    if (mark === tabMark) return
    tabMark = mark
    titleTab()
    const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (sign) sign.href = mark === null ? '/favicon.svg' : '/favicon-recording.svg'
  }, [mark])
}

/** The current time, renewed so that "5 minutes ago" stays true. @param every milliseconds */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/** True once `condition` has held for `delay` milliseconds: for words that a short hitch is not worth. */
export function useLasting(condition: boolean, delay: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasting(true), delay)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [condition, delay])
  return lasting
}

/**
 * Fetches again and again while the page is looked at.
 * SWR's own refreshInterval stops at the first error; what failed once must come back by itself.
 * @param every milliseconds; 0 for never
 */
export function usePolling(fetchAgain: () => Promise<unknown>, every: number): void {
  useEffect(() => {
    if (!every) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void fetchAgain()
    }, every)
    return () => clearInterval(timer)
  }, [fetchAgain, every])
}

/** Leaving the page would end what is under way without a word: the browser asks first. */
export function useLeaveWarning(underWay: boolean): void {
  useEffect(() => {
    if (!underWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [underWay])
}
