import { useEffect, useRef, useState, type RefObject } from 'react'

/** So near the end counts as being there, in pixels. */
const near = 32

/**
 * Keeps the latest words in view, until the person scrolls up to read; at the end again it goes on.
 * @param length changes whenever there is more
 */
export function useFollowWords(box: RefObject<HTMLElement | null>, length: string) {
  const [following, setFollowing] = useState(true)
  const last = useRef(0)

  useEffect(() => {
    const element = box.current
    if (!element || !following) return
    element.scrollTo({ top: element.scrollHeight })
    last.current = element.scrollTop
  }, [box, length, following])

  return {
    following,
    /** Called when it has been scrolled, by whomever. */
    onScroll: () => {
      const element = box.current
      if (!element) return
      const atEnd = element.scrollHeight - element.clientHeight - element.scrollTop < near
      // Words that are added move nothing upwards: that is a person.
      if (atEnd) setFollowing(true)
      else if (element.scrollTop < last.current) setFollowing(false)
      last.current = element.scrollTop
    },
    goToEnd: () => setFollowing(true),
  }
}
