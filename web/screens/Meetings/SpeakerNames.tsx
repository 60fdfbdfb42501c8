import { Field } from '../../ui/Field.tsx'
import type { Speakers } from './transcript-file.ts'

/** One name is one speaker, so whoever types it twice is told. */
function hintFor(speakers: Speakers, label: string): string | undefined {
  const name = folded(speakers[label])
  const other = Object.keys(speakers).find((one) => one !== label && folded(speakers[one]) === name)
  return name === '' || other === undefined
    ? undefined
    : `The same name as ${other}: both become one speaker. If they are two people, give them different names.`
}

const folded = (name: string | undefined): string => (name ?? '').trim().replace(/\s+/g, ' ')

type SpeakerNamesProps = {
  speakers: Speakers
  disabled: boolean
  onChange: (speakers: Speakers) => void
}

/** A name for each label that stands in the text; nothing where there are none. */
export function SpeakerNames({ speakers, disabled, onChange }: SpeakerNamesProps) {
  const labels = Object.keys(speakers)
  if (labels.length === 0) return null
  return (
    <fieldset disabled={disabled} className="space-y-3 border-t border-line pt-3">
      <legend className="sr-only">Speaker configuration</legend>
      <div aria-hidden>
        <p className="font-semibold">Speakers</p>
        <p className="text-sm text-ink-3">Names replace the labels. Leave a name blank to keep its label.</p>
      </div>
      {labels.map((label) => (
        <Field
          key={label}
          label={label}
          value={speakers[label]}
          placeholder="Name"
          hint={hintFor(speakers, label)}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...speakers, [label]: target.value })}
        />
      ))}
    </fieldset>
  )
}
