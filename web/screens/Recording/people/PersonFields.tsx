import { X } from 'lucide-react'
import type { Attendee } from '#contract/transcripts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { inputClass } from '../../../ui/Field.tsx'

type PersonFieldsProps = {
  row: Attendee
  number: number
  /** The voice by which the row is found again. */
  voice: string | undefined
  /** What is wrong with it; null: nothing. */
  problem: string | null
  focus: boolean
  onChange: (part: Partial<Attendee>) => void
  onRemove: () => void
}

/** Name, role and email of somebody on the list. */
export function PersonFields({ row, number, voice, problem, focus, onChange, onRemove }: PersonFieldsProps) {
  const who = `attendee ${number}`
  return (
    <>
      <input
        aria-label={`Name of ${who}`}
        placeholder="Name"
        dir="auto"
        data-voice={voice}
        value={row.name}
        maxLength={200}
        autoFocus={focus}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
        className={`${inputClass} font-medium`}
      />
      <input
        aria-label={`Role of ${who} (optional)`}
        placeholder="Role (optional)"
        dir="auto"
        value={row.role ?? ''}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ role: event.target.value })}
        className={`${inputClass} max-md:col-start-2`}
      />
      <IconButton
        icon={X}
        label={`Remove ${row.name.trim() || who}`}
        onClick={onRemove}
        className="mt-0.5 max-md:col-start-3 max-md:row-start-1"
      />
      <input
        type="email"
        aria-label={`Email of ${who}`}
        placeholder="Email"
        value={row.email ?? ''}
        maxLength={254}
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${row.speakerId}-problem` : undefined}
        onChange={(event) => onChange({ email: event.target.value })}
        className={`${inputClass} col-start-2 md:col-end-4`}
      />
      {problem && (
        <p
          id={`${row.speakerId}-problem`}
          role="alert"
          className="col-start-2 -mt-1 text-sm text-bad md:col-end-4"
        >
          {problem}
        </p>
      )}
    </>
  )
}
