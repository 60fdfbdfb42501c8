import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

let corner: HTMLElement | null = null
const listeners = new Set<() => void>()

function setCorner(element: HTMLElement | null): void {
  corner = element
  for (const listener of listeners) listener()
}

/** The corner in which things float over the page, one above the other: they cover it and never push it. */
export function FloatingCorner({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-3 z-50 flex flex-col items-center gap-2 sm:right-5 sm:bottom-5 sm:left-auto sm:items-end print:hidden">
      <div ref={setCorner} className="beside-dialogs flex w-full flex-col gap-2 empty:hidden sm:w-90" />
      {children}
    </div>
  )
}

/** Puts something into the corner, from wherever it is known. */
export function Float({ children }: { children: ReactNode }) {
  const here = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => corner,
  )
  return here && createPortal(<div className="pointer-events-auto">{children}</div>, here)
}
