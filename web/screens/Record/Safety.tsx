import { CloudOff, HardDrive, LogIn, MonitorSmartphone, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { Recorder } from '../../capture/state.ts'
import type { Icon } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

/** A chunk is a second long, and the next one is always on its way. */
const usuallyWaiting = 4

type Line = { icon: Icon; words: string; look: string }

function lineOf({ queue, keptHere }: Recorder): Line {
  const seconds = Math.round(queue.waiting)
  const waiting = `${seconds} s waiting to be sent`
  const where = keptHere ? 'and saved in this browser' : 'and in memory only: keep this page open'
  switch (queue.trouble) {
    case 'network':
      return {
        icon: CloudOff,
        words: `The server cannot be reached. Audio is saved in ${keptHere ? 'this browser' : 'memory only: keep this page open'}. ${seconds} seconds are waiting.`,
        look: 'text-warn font-medium',
      }
    case 'signed_out':
      return {
        icon: LogIn,
        words: `${waiting} ${where}. Your session has ended: sign in again in another tab`,
        look: 'text-warn',
      }
    case 'elsewhere':
      return {
        icon: MonitorSmartphone,
        words: `This meeting is being recorded on another page or another device. ${waiting} ${where}; they will be sent when that device stops.`,
        look: 'text-warn',
      }
    case 'deleted':
      return {
        icon: TriangleAlert,
        words: `${Math.round(queue.safe + queue.waiting)} s recorded; none of it is still on the appliance`,
        look: 'text-warn',
      }
    case 'refused':
      return {
        icon: TriangleAlert,
        words: `${waiting} ${where}; they will be sent when you stop`,
        look: 'text-warn',
      }
    case null:
      if (!keptHere)
        return {
          icon: TriangleAlert,
          words: 'This browser cannot keep its own copy until the audio is safe: keep this page open.',
          look: 'text-warn',
        }
      return queue.waiting > usuallyWaiting
        ? { icon: HardDrive, words: waiting, look: 'text-ink-2' }
        : { icon: ShieldCheck, words: '', look: 'text-good' }
  }
}

/** How much of it is on the server's disk, and what is not yet. */
export function Safety({ recorder }: { recorder: Recorder }) {
  const { phase, queue, paused } = recorder
  const shown = phase !== 'ready' && phase !== 'starting'
  const { icon: LineIcon, words, look } = lineOf(recorder)
  // Its room is kept where nothing else changes its place at the start.
  if (!shown) return <div className="h-7 max-lg:hidden" />
  return (
    <div className="flex min-h-7 flex-col items-center justify-center text-center compact:contents">
      {queue.trouble !== 'deleted' && (
        <p className="flex items-center gap-1.5 text-read font-medium text-good tabular-nums">
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
          {/* In a pause two clocks that differ by a part of a second would be read as a loss. */}
          {paused && queue.waiting === 0 ? 'Everything recorded is safe' : `${Math.floor(queue.safe)} s safe`}
        </p>
      )}
      {words && phase !== 'unsaved' && (
        <p className={cx('flex items-start gap-1.5 text-left text-sm tabular-nums compact:col-span-2', look)}>
          <LineIcon size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
          {words}
        </p>
      )}
    </div>
  )
}
