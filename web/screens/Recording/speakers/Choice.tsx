import type { ReactNode } from 'react'
import type { Speaker } from '../transcript/speakers.ts'
import { SpeakerChip } from './SpeakerChip.tsx'
import { cx } from '../../../ui/cx.ts'

type ChoiceProps = {
  legend: string
  name: string
  /** By value; the first is chosen, unless `onChoose` is there. */
  options: readonly { value: string; label: ReactNode }[]
  /** None is chosen at first; told once one is. */
  onChoose?: () => void
}

/** One of a few, a line each. */
export function Choice({ legend, name, options, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="divide-y divide-line rounded-md border border-line">
        {options.map(({ value, label }, index) => (
          <label
            key={value}
            className={cx(
              'flex min-h-10 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-sunken pointer-coarse:min-h-11',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={!onChoose && index === 0}
              onChange={onChoose}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function speakerOption(speaker: Speaker) {
  return {
    value: speaker.label,
    label: (
      <span className="flex min-w-0 items-center gap-2.5">
        <SpeakerChip speaker={speaker} />
        <span className="min-w-0 break-words">{speaker.name}</span>
      </span>
    ),
  }
}
