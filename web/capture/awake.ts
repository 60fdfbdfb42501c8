/** Keeps the screen from going dark, where the browser can; a phone that sleeps stops recording. */

let lock: WakeLockSentinel | null = null
let wanted = false

async function ask(): Promise<void> {
  // Browsers take it away whenever the page is hidden, and refuse it on a low battery.
  if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  lock = await navigator.wakeLock.request('screen').catch(() => null)
  if (!wanted) void lock?.release()
}

const askAgain = (): void => void ask()

export function stayAwake(): void {
  wanted = true
  document.addEventListener('visibilitychange', askAgain)
  void ask()
}

export function mayDoze(): void {
  wanted = false
  document.removeEventListener('visibilitychange', askAgain)
  void lock?.release()
  lock = null
}
