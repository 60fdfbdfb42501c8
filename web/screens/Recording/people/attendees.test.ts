import { describe, expect, it } from 'vitest'
import { filledIn, freshId, infoOf, online } from './attendees.ts'

describe('the attendees', () => {
  it('begin with one row per speaker, in their order, online', () => {
    const speakers = { 'Speaker 10': '', 'Speaker 2': 'Tom' }
    expect(infoOf({ attendees: [], segments: [], speakers, location: null })).toEqual({
      attendees: [
        { speakerId: 'Speaker 2', name: 'Tom', role: '', email: '' },
        { speakerId: 'Speaker 10', name: 'Speaker 10', role: '', email: '' },
      ],
      location: online,
    })
  })

  it('stand in the order in which they begin to speak, where names have taken the place of numbers', () => {
    const words = ['Dame Alice', 'Speaker 10', 'Bob', 'Speaker 2', 'Dame Alice']
    const segments = words.map((speaker, id) => {
      return { id, speaker, timestamp: id, start: id, end: id + 1, text: '', words: [] }
    })
    expect(
      infoOf({ attendees: [], segments, speakers: {}, location: null }).attendees.map(({ name }) => name),
    ).toEqual(['Dame Alice', 'Speaker 2', 'Bob', 'Speaker 10'])
  })

  it('are what was saved, once something was', () => {
    const attendees = [{ speakerId: 'x', name: 'Anna' }]
    const location = { type: 'physical', name: 'Town hall' } as const
    expect(infoOf({ attendees, segments: [], speakers: { 'Speaker 1': 'Tom' }, location })).toEqual({
      attendees,
      location,
    })
  })

  it('are sent without blanks', () => {
    expect(
      filledIn([
        { speakerId: 'a', name: ' Anna ', role: ' ', email: '' },
        { speakerId: 'b', name: '  ', role: '', email: '' },
        { speakerId: 'c', name: '', role: 'Chair' },
      ]),
    ).toEqual([
      { speakerId: 'a', name: 'Anna' },
      { speakerId: 'c', name: '', role: 'Chair' },
    ])
  })

  it('get ids that are free', () => {
    expect(freshId([{ speakerId: 'attendee-2', name: '' }])).toBe('attendee-3')
  })
})
