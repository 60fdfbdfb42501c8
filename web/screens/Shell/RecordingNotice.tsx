import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { isBusy, useRecorder, type Recorder } from '../../capture/state.ts'
import { useTabMark } from '../../hooks/page.ts'
import { lazyPart } from '../../ui/lazyPart.ts'

/** "● Board meeting" while it is recorded, "❚❚ …" in a pause, "○ …" while there is nothing to record from. */
function markOf({ phase, paused, stream, title }: Recorder): string | null {
  if (phase !== 'recording' && phase !== 'stopping') return null
  const sign = paused ? '❚❚' : stream === null ? '○' : '●'
  return `${sign} ${title}`
}

const fetchStrip = () => import('../Record/RecordingStrip.tsx')
const RecordingStrip = lazyPart(async () => (await fetchStrip()).RecordingStrip)
const tryAgain = 2000

/**
 * Whether the strip is there. It is fetched once it is needed on this page: it holds the recorder's own buttons, which most visits never need. It comes
 * with the recorder's screen, while the server is there; where it did not, it is tried again, and the page goes on without.
 */
function useStrip(needed: boolean): boolean {
  const [isThere, setThere] = useState(false)
  const missing = needed && !isThere
  useEffect(() => {
    if (!missing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let wanted = true
    const load = () =>
      fetchStrip().then(
        () => wanted && setThere(true),
        () => {
          if (wanted) timer = setTimeout(() => void load(), tryAgain)
        },
      )
    void load()
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [missing])
  return isThere
}

/** What else stays in view, and what is scrolled to, keeps below it. */
function useHeight(shown: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!shown || !element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--strip', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--strip')
    }
  }, [shown])
  return box
}

/** The recorder goes on while another screen is looked at, and says so, there and in the browser's tab. */
export function RecordingNotice() {
  const recorder = useRecorder()
  const [location] = useLocation()
  useTabMark(markOf(recorder))
  const busy = isBusy(recorder)
  const onRecorder = location === '/record'
  const isThere = useStrip(busy || onRecorder)
  const shown = busy && !onRecorder && isThere
  const box = useHeight(shown)
  return (
    shown && (
      <div ref={box} className="sticky top-0 z-20 print:hidden">
        <Suspense>
          <RecordingStrip />
        </Suspense>
      </div>
    )
  )
}
