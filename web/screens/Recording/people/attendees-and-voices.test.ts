import { expect, it } from 'vitest'
import type { Speaker as Voice } from '#contract/speakers.ts'
import { namesake, peopleOf, presenceOf, silentNames } from './attendees-and-voices.ts'

const voice = (label: string, name: string | null): Voice => ({
  ...{ label, name, state: name === null ? 'unknown' : 'confirmed', guesses: [] },
  ...{ speakingSeconds: 10, share: 0.5, estimated: false, turns: 2 },
})
const row = (speakerId: string, name: string) => ({ speakerId, name })

it('puts each voice with the row of its label, else with the row of its name', () => {
  const people = peopleOf(
    [row('attendee-1', 'Priya Shah'), row('Speaker 1', 'Anna Bell'), row('Speaker 3', 'Speaker 3')],
    [voice('Speaker 1', 'Anna Bell'), voice('Speaker 2', 'priya shah'), voice('Speaker 3', null)],
  )
  expect(people.named.map(({ row, voices }) => [row.name, voices.map(({ label }) => label)])).toEqual([
    ['Priya Shah', ['Speaker 2']],
    ['Anna Bell', ['Speaker 1']],
  ])
  expect(people.unnamed.map(({ row, number }) => [row.name, number])).toEqual([['Speaker 3', 3]])
  expect(people.unlisted).toEqual([])
})

it('leaves a row where it is while its name is being typed', () => {
  const people = peopleOf([row('Speaker 1', 'Ann')], [voice('Speaker 1', null)])
  expect(people.unnamed).toHaveLength(1)
})

it('names voices that are not on the list, and people without a voice', () => {
  const people = peopleOf([row('attendee-1', 'Bob Carr'), row('attendee-2', ' ')], [voice('Speaker 1', null)])
  expect(people.unlisted.map(({ label }) => label)).toEqual(['Speaker 1'])
  expect(silentNames(people)).toEqual(['Bob Carr'])
})

it('says who did not speak only when every voice has a name', () => {
  const rows = [row('Speaker 1', 'Anna Bell'), row('attendee-1', 'Bob Carr')]
  const known = peopleOf(rows, [voice('Speaker 1', 'Anna Bell')])
  expect(presenceOf('Bob Carr', known, null)).toBe('Did not speak')
  const open = peopleOf(rows, [voice('Speaker 1', 'Anna Bell'), voice('Speaker 2', null)])
  expect(presenceOf('Bob Carr', open, null)).toBe('No voice assigned')
  const minutes = { present: [], apologies: [{ text: 'Bob Carr', evidence: [] }] }
  expect(presenceOf('Bob Carr', open, minutes)).toBe('Sent apologies')
  expect(presenceOf('Bob Carr', peopleOf(rows, []), null)).toBeNull()
})

it('finds another voice of the same name, however it is written', () => {
  const names = { 'Speaker 1': 'Olivia', 'Speaker 2': 'Tom' }
  expect(namesake(names, 'Speaker 3', ' olivia ')).toEqual({ other: 'Speaker 1', known: 'Olivia' })
  expect(namesake(names, 'Speaker 1', 'Olivia')).toBeNull()
  expect(namesake(names, 'Speaker 3', '')).toBeNull()
})
