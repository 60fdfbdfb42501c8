import { useId } from 'react'
import { useColleagues } from '../hooks/access.ts'
import { Fetched } from './Screen.tsx'

export type Choice<Kind extends string> = { value: Kind; label: string; description: string }

type WhoCanSeeProps<Kind extends string> = {
  choices: readonly Choice<Kind>[]
  value: Kind
  onChange: (kind: Kind) => void
  /** The choice by which people are chosen one by one. */
  named: Kind
  chosen: ReadonlySet<number>
  onChosen: (people: ReadonlySet<number>) => void
  /** Sees it whatever is chosen. */
  owner?: { id: number } | null
}

/** Who may see something, one of a few kinds; for one of them people are named. */
export function WhoCanSee<Kind extends string>({
  choices,
  value: current,
  onChange,
  named,
  chosen,
  onChosen,
  owner,
}: WhoCanSeeProps<Kind>) {
  const id = useId()
  return (
    <>
      <fieldset className="space-y-3">
        <legend className="sr-only">Open to</legend>
        {choices.map(({ value, label, description }) => (
          <div key={value} className="flex items-start gap-3">
            <input
              id={`${id}-${value}`}
              type="radio"
              name={id}
              value={value}
              checked={current === value}
              onChange={() => onChange(value)}
              className="mt-1 accent-accent"
            />
            <span>
              <label htmlFor={`${id}-${value}`} className="block font-medium">
                {label}
              </label>
              <span className="block text-ink-2">{description}</span>
            </span>
          </div>
        ))}
      </fieldset>
      {current === named && <NamedPeople chosen={chosen} onChosen={onChosen} without={owner?.id} />}
    </>
  )
}

function NamedPeople({
  chosen,
  onChosen,
  without,
}: {
  chosen: ReadonlySet<number>
  onChosen: (people: ReadonlySet<number>) => void
  without: number | undefined
}) {
  const colleagues = useColleagues()
  const toggle = (id: number): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <Fetched answer={colleagues} what="The people" rows={3}>
      {(people) => (
        <fieldset className="max-h-56 overflow-y-auto rounded-md border border-line">
          <legend className="sr-only">People</legend>
          {people
            .filter(({ id }) => id !== without)
            .map(({ id, name }) => (
              <label key={id} className="flex min-h-10 items-center gap-3 px-3">
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                  className="accent-accent"
                />
                {name}
              </label>
            ))}
        </fieldset>
      )}
    </Fetched>
  )
}
