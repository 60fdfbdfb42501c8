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

/**
 * Gives the focus to what a dialog was about. Where the button that opened it is another one by now, what the dialog itself
 * would find is somewhere else in the page.
 */
export function afterDialog(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus({ preventScroll: true })))
}
