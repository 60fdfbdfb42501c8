import { onConnected, reconnectNow } from '../live.ts'

/** When an upload whose line has gone is worth another try, before its own turn comes. */

const wishes = new Set<() => void>()

/** Calls back when the network or the server is back, and when the person says so. Returns the way out. */
export function onWorthTrying(listener: () => void): () => void {
  wishes.add(listener)
  addEventListener('online', listener)
  const end = onConnected(listener)
  return () => {
    wishes.delete(listener)
    removeEventListener('online', listener)
    end()
  }
}

/** The person does not want to wait. */
export function tryNow(): void {
  reconnectNow()
  for (const listener of wishes) listener()
}
