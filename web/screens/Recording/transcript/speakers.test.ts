import { describe, expect, it } from 'vitest'
import type { Segment } from '#contract/transcripts.ts'
import { initialsOf, speakersOf } from './speakers.ts'

const said = (speaker: string | null): Segment => ({
  id: 1,
  text: 'Yes.',
  speaker,
  timestamp: 0,
  start: 0,
  end: 1,
  words: [],
})

describe('initialsOf', () => {
  it.each([
    ['Speaker 3', 'S3'],
    ['Speaker 12', 'S12'],
    ['Anna van der Berg', 'AB'],
    ['priya', 'P'],
    ['', '?'],
  ])('%s is %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})

describe('speakersOf', () => {
  it('keeps a colour when a name is given', () => {
    const segments = [said('Speaker 10'), said('Speaker 2'), said(null)]
    const before = speakersOf({ segments, speakers: {} })
    const after = speakersOf({
      segments,
      speakers: { 'Speaker 2': 'Tom', 'Speaker 10': 'Anna Bell' },
    })
    expect([...before.keys()]).toEqual(['Speaker 2', 'Speaker 10'])
    expect(after.get('Speaker 2')).toMatchObject({ name: 'Tom', colour: before.get('Speaker 2')?.colour })
    expect(after.get('Speaker 10')).toMatchObject({ name: 'Anna Bell', initials: 'AB' })
  })
})
