import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { SpeakerChip } from '../speakers/SpeakerChip.tsx'
import type { Speaker } from '../transcript/speakers.ts'

type PersonRowProps = {
  /** As whom the transcript shows them; null: no voice is known to be theirs. */
  speaker: Speaker | null
  /** Their fields on the list. */
  fields: ReactNode
  /** Whether they were there, where no voice says so. */
  presence: string | null
  /** Their voices. */
  children?: ReactNode
}

/** Somebody in the meeting: who they are, and below it their voice. */
export function PersonRow({ speaker, fields, presence, children }: PersonRowProps) {
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 px-4 py-3 md:grid-cols-[2.25rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <span className="flex h-9 items-center pointer-coarse:h-11">
        {speaker ? (
          <SpeakerChip speaker={speaker} />
        ) : (
          <UserRound size={20} strokeWidth={1.75} className="mx-1 text-ink-3" aria-hidden />
        )}
      </span>
      {fields}
      <div className="col-start-2 col-end-[-1] space-y-2 empty:hidden">
        {presence !== null && <p className="text-sm text-ink-3">{presence}</p>}
        {children}
      </div>
    </li>
  )
}
