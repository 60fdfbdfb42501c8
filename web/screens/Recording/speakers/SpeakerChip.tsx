import { cx } from '../../../ui/cx.ts'
import { speakerText, type Speaker } from '../transcript/speakers.ts'

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
