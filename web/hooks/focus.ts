import { useEffect, useState } from 'react'

/**
 * Gives the focus back when what had it has gone from the page: the function that it returns takes where to, asked for
 * after the page has changed. A focus that is somewhere stays there.
 */
export function useReturnFocus(): (find: () => HTMLElement | null | undefined) => void {
  const [wanted, setWanted] = useState<{ find: () => HTMLElement | null | undefined } | null>(null)
  useEffect(() => {
    if (!wanted || (document.activeElement && document.activeElement !== document.body)) return
    wanted.find()?.focus({ preventScroll: true })
  }, [wanted])
  return (find) => setWanted({ find })
}
