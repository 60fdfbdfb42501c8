import { cx } from '../../../ui/cx.ts'
import type { Speaker } from '../transcript/speakers.ts'

/** Whole class names, which Tailwind finds by reading .tsx files. */
export const speakerText = [
  'text-speaker-1',
  'text-speaker-2',
  'text-speaker-3',
  'text-speaker-4',
  'text-speaker-5',
  'text-speaker-6',
  'text-speaker-7',
  'text-speaker-8',
] as const

/** A speaker's initials in their colour; the name stands beside it. */
export function SpeakerChip({ speaker }: { speaker: Speaker }) {
  return (
    <span
      aria-hidden
      className={cx(
        'flex h-5.5 min-w-7 shrink-0 items-center justify-center rounded-md border border-current px-1 text-xs font-semibold',
        speakerText[speaker.colour],
      )}
    >
      {speaker.initials}
    </span>
  )
}
