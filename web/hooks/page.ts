import { useEffect, useState } from 'react'

/** What the browser's tab says. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Meeting Appliance`
  }, [title])
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
