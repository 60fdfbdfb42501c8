import { Circle, CircleDot, CirclePause, LoaderCircle, MicOff, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { elapsed, recorder as now, type Recorder } from '../../capture/state.ts'
import type { Icon } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { clockReading } from '../../ui/format.ts'

type State = { icon: Icon; words: string; look: string; spins?: boolean }

const awaited = {
  microphone: 'Waiting for the microphone',
  screen: 'Waiting for you to share',
  both: 'Waiting for the microphone and tab',
} as const

function stateOf({ phase, stream, paused, source }: Recorder): State {
  switch (phase) {
    case 'ready':
      return { icon: Circle, words: 'Ready to record', look: 'text-ink-2' }
    case 'starting':
      return { icon: LoaderCircle, words: awaited[source], look: 'text-ink-2', spins: true }
    case 'recording':
      if (paused) return { icon: CirclePause, words: 'Paused', look: 'text-ink-2' }
      return stream
        ? { icon: CircleDot, words: 'Recording', look: 'text-bad' }
        : {
            icon: MicOff,
            words: source === 'screen' ? 'Waiting for shared audio' : 'Waiting for a microphone',
            look: 'text-warn',
          }
    case 'stopping':
      return { icon: CircleDot, words: 'Finishing the recording', look: 'text-bad' }
    case 'saving':
      return { icon: LoaderCircle, words: 'Saving', look: 'text-ink-2', spins: true }
    case 'unsaved':
      return { icon: TriangleAlert, words: 'Not saved yet', look: 'text-warn' }
  }
}

/** Recording or not, and for how long: to be read from across a table. */
export function Clock({ recorder }: { recorder: Recorder }) {
  const figures = useRef<HTMLParagraphElement>(null)
  const { icon: StateIcon, words, look, spins } = stateOf(recorder)
  const { clock } = recorder

  useEffect(() => {
    const show = () => {
      if (figures.current) figures.current.textContent = clockReading(elapsed(now()))
    }
    show()
    if (clock.since === null) return
    const timer = setInterval(show, 200)
    return () => clearInterval(timer)
  }, [clock])

  return (
    <div className="text-center compact:contents">
      <p
        role="status"
        className={cx(
          'flex items-center justify-center gap-2 text-lg font-semibold compact:justify-start',
          look,
        )}
      >
        <StateIcon size={20} strokeWidth={2} className={cx(spins && 'animate-spin')} aria-hidden />
        {words}
      </p>
      <p
        ref={figures}
        role="timer"
        aria-label="Elapsed time"
        className={cx(
          'text-clock tabular-nums compact:col-start-2 compact:row-span-2 compact:row-start-1 compact:text-clock-small',
          recorder.phase === 'ready' ? 'font-normal text-ink-3' : 'font-semibold text-ink',
        )}
      >
        00:00
      </p>
    </div>
  )
}
