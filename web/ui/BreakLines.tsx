import { CirclePause, MicOff, MonitorSmartphone, ScreenShareOff, Unplug } from 'lucide-react'
import { notRecorded, pausedFor, type Break } from './breaks.ts'
import { cx } from './cx.ts'
import { position } from './format.ts'

/** What happened between two lines of a transcript: a pause, or something that was not recorded. */
export function BreakLines({ breaks }: { breaks: readonly Break[] | undefined }) {
  return breaks?.map((one) => <BreakLine key={`${one.kind} ${one.at}`} one={one} />)
}

const signs = {
  gap: Unplug,
  pause: CirclePause,
  take: MonitorSmartphone,
  skipped: null,
  tab: ScreenShareOff,
  microphone: MicOff,
}
const warns: ReadonlySet<Break['kind']> = new Set(['gap', 'tab', 'microphone'])

function BreakLine({ one }: { one: Break }) {
  const Sign = signs[one.kind]
  return (
    <p
      className={cx(
        'flex items-center gap-2 px-2 py-1.5 text-sm tabular-nums',
        warns.has(one.kind) ? 'text-warn' : 'text-ink-3',
      )}
    >
      {Sign && <Sign size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />}
      {wordsOf(one)}
    </p>
  )
}

function wordsOf({ kind, at, length }: Break): string {
  if (kind === 'gap') return notRecorded(length)
  if (kind === 'tab') return 'The tab or screen audio stopped here'
  if (kind === 'microphone') return 'The microphone stopped here'
  if (kind === 'pause') return pausedFor(length)
  if (kind === 'take') return 'Recorded on another device at the same time from here'
  return `Live text skipped ${position(at)} to ${position(at + length)}; the transcript will include it.`
}
