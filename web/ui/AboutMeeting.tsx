import { useId } from 'react'
import useSWR from 'swr'
import { listLikelyPeople } from '#contract/meetings.ts'
import type { AboutMeeting } from '#contract/transcripts.ts'
import { call, urlOf } from '../api.ts'
import { cx } from './cx.ts'
import { inputClass } from './Field.tsx'
import { dayOf, momentOf } from './day.ts'

/** What has been answered; null: nobody has touched it, so what is offered holds. */
export type Answers = { day: string | null; people: string | null; speakers: string | null }
export const noAnswers: Answers = { day: null, people: null, speakers: null }

/** What is offered before anybody has answered. */
export type Offered = { day: string; people: string }

/** @param moment when it was, as far as is known; @param title whose last meeting tells who comes */
export function useOffered(title: string, moment: string | number | null): Offered {
  const name = title.trim()
  const query = { title: name }
  const { data } = useSWR(
    name === '' ? null : urlOf(listLikelyPeople, {}, query),
    () => call(listLikelyPeople, { query }),
    { keepPreviousData: true, dedupingInterval: 60_000 },
  )
  return {
    day: moment === null ? '' : dayOf(new Date(moment).toISOString()),
    people: data?.join(', ') ?? '',
  }
}

export const peopleIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((name) => name.replace(/\s+/g, ' ').trim())
      .filter((name) => name !== ''),
  ),
]

/** What the server is told. @param moment when it was, as far as is known */
export function aboutOf(answers: Answers, offered: Offered, moment: string | null): AboutMeeting {
  const day = answers.day ?? offered.day
  const people = peopleIn(answers.people ?? offered.people)
  const speakers = Number(answers.speakers)
  return {
    ...(day !== '' && { meetingDate: momentOf(day, moment) }),
    ...(people.length > 0 && { people }),
    ...(Number.isInteger(speakers) && speakers > 0 && speakers <= 50 && { speakers }),
  }
}

type AboutMeetingProps = {
  answers: Answers
  offered: Offered
  disabled?: boolean
  onChange: (answers: Answers) => void
}

/** Three questions whose answers make better minutes, one a line; none has to be answered. */
export function AboutMeetingFields({ answers, offered, disabled, onChange }: AboutMeetingProps) {
  const people = answers.people ?? offered.people
  const count = peopleIn(people).length
  const change = (part: Partial<Answers>) => onChange({ ...answers, ...part })
  return (
    <fieldset disabled={disabled} className="space-y-2">
      <legend className="mb-1 font-medium">
        About the meeting <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <Line
        label="When was it?"
        type="date"
        value={answers.day ?? offered.day}
        onChange={(day) => change({ day })}
      />
      <Line
        label="Who was there?"
        value={people}
        placeholder="Names, separated by commas"
        maxLength={4000}
        onChange={(names) => change({ people: names })}
      />
      <Line
        label="How many spoke?"
        type="number"
        value={answers.speakers ?? ''}
        placeholder={count > 0 ? `At most ${count}` : 'Found automatically'}
        onChange={(speakers) => change({ speakers })}
      />
    </fieldset>
  )
}

type LineProps = {
  label: string
  value: string
  type?: 'text' | 'date' | 'number'
  placeholder?: string
  maxLength?: number
  onChange: (value: string) => void
}

function Line({ label, type = 'text', onChange, ...input }: LineProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        type={type}
        autoComplete="off"
        {...input}
        {...(type === 'number' && { min: 1, max: 50, inputMode: 'numeric' })}
        onChange={({ target }) => onChange(target.value)}
        className={cx(inputClass, type !== 'text' && 'max-w-48')}
      />
    </div>
  )
}
