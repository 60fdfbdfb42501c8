import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'

type FollowOptions = {
  box: RefObject<HTMLDivElement | null>
  lines: Virtualizer<HTMLDivElement, Element>
  /** Index of the segment that is being said. */
  playing: number | null
  isPlaying: boolean
  following: boolean
  onLetGo: () => void
}

/** The part of the box that is on the screen, in pixels from its top; all of it when hardly any is. */
function seen(box: HTMLElement): { from: number; height: number } {
  const { top, bottom } = box.getBoundingClientRect()
  const from = Math.max(0, -top)
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
  return height < leastSeen ? { from: 0, height: box.clientHeight } : { from, height }
}

const leastSeen = 120
const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/** Keeps what is being said in view; whoever scrolls by hand while it plays is left in peace until they follow again. */
export function useFollow({ box, lines, playing, isPlaying, following, onLetGo }: FollowOptions): void {
  useEffect(() => {
    if (!following || playing === null) return
    const line = lines.measurementsCache[playing]
    if (!box.current || !line) return
    const { from, height } = seen(box.current)
    const top = lines.scrollOffset ?? 0
    if (line.start >= top + from && line.end <= top + from + height) return
    const target = Math.max(0, line.start - from - height / 3)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    // Over a long way nobody can watch anything pass by.
    const near = Math.abs(target - top) < height * 1.5
    lines.scrollToOffset(target, { behavior: near && !still ? 'smooth' : 'auto' })
  }, [box, lines, playing, following])

  const latest = useRef({ onLetGo, active: false })
  useEffect(() => {
    latest.current = { onLetGo, active: isPlaying && following }
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const letGo = () => {
      if (latest.current.active) latest.current.onLetGo()
    }
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target === element && scrollKeys.has(key)) letGo()
    }
    // On the box itself and beside its content is the scrollbar.
    const onPointer = ({ target, offsetX }: PointerEvent) => {
      if (target === element && offsetX > element.clientWidth) letGo()
    }
    const quiet = { passive: true } as const
    element.addEventListener('wheel', letGo, quiet)
    element.addEventListener('touchmove', letGo, quiet)
    element.addEventListener('keydown', onKey)
    element.addEventListener('pointerdown', onPointer)
    return () => {
      element.removeEventListener('wheel', letGo)
      element.removeEventListener('touchmove', letGo)
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('pointerdown', onPointer)
    }
  }, [box])
}
