import type { MinutesContent } from '#contract/minutes.ts'
import type { Speaker as Voice } from '#contract/speakers.ts'
import type { Attendee } from '#contract/transcripts.ts'

/** Somebody on the list of attendees, with the voices that are theirs. */
export type Person = {
  row: Attendee
  /** Place on the list, from 1. */
  number: number
  /** Mostly one; two where one voice was taken for two, or a namesake has no row. */
  voices: Voice[]
}

export type People = {
  named: Person[]
  /** Rows that stand for a voice whose name nobody knows. */
  unnamed: Person[]
  /** Voices for which there is no row. */
  unlisted: Voice[]
}

const folded = (name: string): string => name.trim().toLowerCase()

/** Matches each voice to an attendee: the row that bears its label, else the first row that bears its name. */
export function peopleOf(rows: readonly Attendee[], voices: readonly Voice[]): People {
  const owners = new Map<string, Voice[]>()
  const unlisted: Voice[] = []
  for (const voice of voices) {
    const { label, name } = voice
    const row =
      rows.find(({ speakerId }) => speakerId === label) ??
      (name === null ? undefined : rows.find((one) => folded(one.name) === folded(name)))
    if (!row) unlisted.push(voice)
    else owners.set(row.speakerId, [...(owners.get(row.speakerId) ?? []), voice])
  }
  const people = rows.map((row, at) => ({
    row,
    number: at + 1,
    voices: owners.get(row.speakerId) ?? [],
  }))
  // What is being typed counts when it is saved: a row must not move away from under it.
  const isUnnamed = ({ row, voices }: Person) =>
    voices.some(({ label, name }) => label === row.speakerId && name === null)
  return {
    named: people.filter((person) => !isUnnamed(person)),
    unnamed: people.filter(isUnnamed),
    unlisted,
  }
}

/** Names on the list for which no voice is known: one of them may be whoever speaks. */
export function silentNames({ named }: People): string[] {
  return named.flatMap(({ row, voices }) =>
    voices.length === 0 && row.name.trim() !== '' ? [row.name.trim()] : [],
  )
}

/** Another voice that has the name already, however it is written. */
export function namesake(
  voices: Readonly<Record<string, string>>,
  label: string,
  name: string,
): { other: string; known: string } | null {
  if (folded(name) === '') return null
  const found = Object.entries(voices).find(
    ([other, known]) => other !== label && folded(known) === folded(name),
  )
  return found ? { other: found[0], known: found[1] } : null
}

type Attendance = Pick<MinutesContent, 'present' | 'apologies'>

/** Whether somebody without a voice was there, in words; null: nothing says so. */
export function presenceOf(name: string, people: People, minutes: Attendance | null): string | null {
  const mine = folded(name)
  if (mine === '') return null
  if (minutes?.apologies.some(({ text }) => folded(text) === mine)) return 'Sent apologies'
  if (minutes?.present.some((one) => one.inAttendance && folded(one.name) === mine)) return 'In attendance'
  const open = people.unnamed.length + people.unlisted.filter((voice) => voice.name === null).length
  if (open > 0) return 'No voice assigned'
  return people.named.some(({ voices }) => voices.length > 0) ? 'Did not speak' : null
}
