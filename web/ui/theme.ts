import { useSyncExternalStore } from 'react'
import type { Settings } from '#contract/settings.ts'
import { writeStored } from './browser-storage.ts'

export type Theme = Settings['theme']

const listeners = new Set<() => void>()

/** The theme that the page has on; public/theme.js put it there before the first paint. */
export function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'dark' || theme === 'system' ? theme : 'light'
}

/** Puts a theme on, and keeps it for public/theme.js: the server's word comes too late for the first paint. */
export function wearTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  writeStored('theme', theme)
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
