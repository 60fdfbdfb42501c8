import { useEffect, useRef } from 'react'
import type { Player } from '../../hooks/player.ts'
import { skipSeconds } from './PlayerBar.tsx'

const step = 5

export const shortcuts: [keys: string, what: string][] = [
  ['Space or K', 'Play or pause'],
  ['J', 'Back 10 seconds'],
  ['L', 'Forward 10 seconds'],
  ['←', 'Back 5 seconds'],
  ['→', 'Forward 5 seconds'],
  ['Ctrl F or ⌘ F', 'Find in the transcript'],
  ['?', 'Show these shortcuts'],
]

/** Keys that belong to what has the focus: typing, choosing, and a button's own space. */
const ownKeys =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="alertdialog"]'

/** A time stamp that was clicked keeps the focus: space plays and pauses there too, and Enter presses it. */
const stamps = '[data-play]'

/** The player's keys, wherever the focus is unless it is in a field, a menu or a dialog. @param player null without sound */
export function useShortcuts(player: Player | null, showHelp: () => void): void {
  const latest = useRef({ player, showHelp })
  useEffect(() => {
    latest.current = { player, showHelp }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(ownKeys))
        return
      if (event.key === ' ' && target.closest('button, a, summary') && !target.closest(stamps)) return
      const { player, showHelp } = latest.current
      const actions: Record<string, () => void> = {
        ...(player && {
          ' ': player.toggle,
          k: player.toggle,
          j: () => player.skip(-skipSeconds),
          l: () => player.skip(skipSeconds),
          arrowleft: () => player.skip(-step),
          arrowright: () => player.skip(step),
        }),
        '?': showHelp,
      }
      const action = actions[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    // Some browsers press a button when space is let go, whatever became of the key's way down.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === ' ' && (event.target as Element).closest(stamps)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    addEventListener('keyup', onKeyUp)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('keyup', onKeyUp)
    }
  }, [])
}
