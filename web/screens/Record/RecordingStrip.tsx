import { Circle, CirclePause, LoaderCircle, SquareArrowOutUpRight, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { elapsed, useRecorder, type Recorder } from '../../capture/state.ts'
import { useNow } from '../../hooks/page.ts'
import { buttonClass, type Icon } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { clockReading } from '../../ui/format.ts'
import { Controls } from './Controls.tsx'
import { Mend } from './SourceTroubles.tsx'
import { sourceTroubles } from './source-words.ts'

function stateOf({ phase, paused, stream }: Recorder): { icon: Icon; words: string; look: string } {
  if (phase === 'unsaved') return { icon: TriangleAlert, words: 'Not saved yet', look: 'text-warn' }
  if (phase === 'saving') return { icon: LoaderCircle, words: 'Saving', look: 'text-ink-2' }
  if (paused) return { icon: CirclePause, words: 'Paused', look: 'text-ink-2' }
  if (phase === 'recording' && stream === null)
    return { icon: TriangleAlert, words: 'Not recording', look: 'text-warn' }
  return { icon: Circle, words: 'Recording', look: 'fill-current text-bad' }
}

/** The recorder while another screen is looked at: its state, and the way to pause and to end it from there. */
export function RecordingStrip() {
  const recorder = useRecorder()
  useNow(1000)
  const { phase, title, queue } = recorder
  const { icon: StateIcon, words, look } = stateOf(recorder)
  const troubles = sourceTroubles(recorder)
  const [trouble] = troubles
  const unreachable =
    phase === 'recording' && queue.trouble === 'network'
      ? `The server cannot be reached. ${Math.round(queue.waiting)} seconds are waiting in this browser.`
      : null
  const deleted = queue.trouble === 'deleted' ? 'This recording was deleted on another page.' : null
  const warning = deleted ?? trouble?.words ?? unreachable
  return (
    <section
      aria-label="Recording in progress"
      className={cx(
        'border-b px-4 py-2 md:px-8',
        warning || phase === 'unsaved' ? 'border-warn-line bg-warn-wash' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-64 items-center gap-2">
          <StateIcon size={16} strokeWidth={2} className={cx('shrink-0', look)} aria-hidden />
          <span className={cx('shrink-0 font-semibold', look)}>{words}</span>
          <span className="shrink-0 font-semibold tabular-nums" role="timer" aria-label="Elapsed time">
            {clockReading(elapsed(recorder))}
          </span>
          <span className="truncate text-ink-2" title={title}>
            {title}
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          {phase !== 'saving' && phase !== 'unsaved' && <Controls recorder={recorder} small />}
          <Link
            href="/record"
            aria-label="Back to the recorder"
            className={cx(buttonClass('secondary', true), 'max-sm:ml-auto')}
          >
            <SquareArrowOutUpRight size={16} strokeWidth={1.75} className="max-sm:hidden" aria-hidden />
            Recorder
          </Link>
        </div>
      </div>
      {warning && (
        <div role="status" className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <p className="flex min-w-0 gap-2">
            <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
            <span className="min-w-0 tabular-nums">{warning}</span>
          </p>
          {trouble && !deleted && <Mend trouble={trouble} recorder={recorder} />}
        </div>
      )}
    </section>
  )
}
