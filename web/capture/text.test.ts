import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '#contract/live.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { isEmpty, noText, withMessage, withSegments, withTranscript, type LiveSegment } from './text.ts'

const said = (text: string, id: number | null = null): LiveSegment => ({
  id,
  text,
  timestamp: 0,
  speaker: null,
})

const transcript = (part: Partial<Transcript>): Transcript => ({
  content: '',
  text: '',
  segments: [],
  speakers: {},
  attendees: [],
  location: null,
  version: 0,
  origin: null,
  candidate: null,
  complete: false,
  bundled: false,
  model: null,
  language: null,
  gaps: [],
  pauses: [],
  takes: [],
  diarisation: {
    available: false,
    state: 'none',
    code: null,
    reason: null,
    speakers: null,
    asked: null,
    listed: null,
    by: null,
    bundled: false,
  },
  ...part,
})

const segment = (id: number, text: string, speaker: string | null = null) => ({
  id,
  text,
  speaker,
  timestamp: id,
  start: id,
  end: id + 1,
  words: [],
})

describe('the words of a recording under way', () => {
  it('appends, and ignores words without an id that are there already', () => {
    const first = withSegments(noText, [said('Good morning.'), said('Welcome.')], 'ws')
    const second = withSegments(first, [said('Welcome.'), said('Item one.')], 'ws')
    expect(second.segments.map(({ text }) => text)).toEqual(['Good morning.', 'Welcome.', 'Item one.'])
    expect(second.source).toBe('ws')
  })

  it('tells segments with an id apart by it', () => {
    const first = withSegments(noText, [said('Yes.', 1), said('Yes.', 2)], 'ws')
    const second = withSegments(first, [said('Yes, indeed.', 2)], 'events')
    expect(second.segments.map(({ text }) => text)).toEqual(['Yes.', 'Yes, indeed.'])
  })

  it('keeps its source when nothing came', () => {
    expect(withSegments(noText, [], 'api').source).toBe('none')
  })
})

describe('a fetched transcript', () => {
  it('is empty while nobody has begun', () => {
    expect(isEmpty(transcript({ complete: true }))).toBe(true)
    expect(isEmpty(transcript({ version: 1 }))).toBe(false)
  })

  it('adds pieces while it is being made, and replaces them when it is complete', () => {
    const begun = withTranscript(noText, transcript({ segments: [segment(7, 'Good')] }), 'api')
    expect(begun).toMatchObject({ complete: false, source: 'api' })
    const whole = withTranscript(
      begun,
      transcript({
        segments: [segment(1, 'Good morning.', 'Speaker 1')],
        speakers: { 'Speaker 1': 'Grace' },
        version: 1,
        complete: true,
        bundled: true,
      }),
      'events',
    )
    expect(whole).toMatchObject({ complete: true, source: 'events', bundled: true })
    expect(whole.segments).toEqual([{ id: 1, text: 'Good morning.', timestamp: 1, speaker: 'Grace' }])
  })

  it('gives way to a later version, and is not complete while that one is made', () => {
    const version = (number: number, text: string, complete = true) =>
      transcript({ version: number, complete, segments: [segment(number, text)] })
    const first = withTranscript(noText, version(1, 'Good morning.'), 'api')
    const waits = withTranscript(first, version(1, 'Good morning.', false), 'events')
    expect(waits).toMatchObject({ complete: false, version: 1 })
    expect(waits.segments.map(({ text }) => text)).toEqual(['Good morning.'])
    const second = withTranscript(waits, version(2, 'Good morning. Welcome.'), 'events')
    expect(second).toMatchObject({ complete: true, version: 2 })
    expect(second.segments.map(({ text }) => text)).toEqual(['Good morning. Welcome.'])
    expect(withTranscript(first, version(2, 'Good morning. Welcome.'), 'api').version).toBe(2)
    // Answers from before say nothing new.
    expect(withTranscript(second, version(1, 'Good morning.'), 'events')).toBe(second)
    expect(withTranscript(second, version(2, 'Good morning.', false), 'api')).toBe(second)
  })
})

describe('what comes over the socket', () => {
  const heard = (id: string, text: string, start: number): ServerMessage => ({
    type: 'transcript_segment',
    recordingId: 1,
    text,
    timestamp: start,
    id,
    start,
    end: start + 1,
    bundled: true,
  })
  const uncertain = (text: string): ServerMessage => ({
    type: 'transcript_uncertain',
    recordingId: 1,
    text,
    start: 3,
    end: 4,
  })

  it('appends words by id, so that the second "Yes." of a vote stays', () => {
    const text = [
      heard('a', 'Yes.', 0),
      heard('b', 'Yes.', 2),
      heard('a', 'Yes.', 0),
      uncertain('and'),
    ].reduce(withMessage, noText)
    expect(text.segments.map(({ text }) => text)).toEqual(['Yes.', 'Yes.'])
    expect(text).toMatchObject({ uncertain: 'and', source: 'ws', bundled: true })
  })

  it('gives way to the transcript piece by piece, and never for less', () => {
    const live = [heard('a', 'Good', 0), heard('b', 'morning.', 1), heard('c', 'Item', 5)].reduce(
      withMessage,
      noText,
    )
    const piece = transcript({ segments: [segment(0, 'Good morning.'), segment(1, 'Welcome.')] })
    const text = withTranscript(live, piece, 'api')
    expect(text.segments.map(({ text }) => text)).toEqual(['Good morning.', 'Welcome.', 'Item'])
    expect(withTranscript(live, transcript({}), 'api').segments).toHaveLength(3)
  })

  it('goes on after a lost line: nothing twice, nothing out of place', () => {
    const before = [heard('r1-1', 'Good', 0), heard('r1-2', 'morning.', 1), heard('r1-3', 'Item', 5)].reduce(
      withMessage,
      noText,
    )
    // The server was killed with the last words in hand, and tells them anew.
    const again: ServerMessage[] = [heard('r2-1', 'Item one:', 5.1), heard('r2-2', 'the budget.', 6)]
    const told = again.reduce(withMessage, before)
    expect(told.segments.map(({ text }) => text)).toEqual(['Good', 'morning.', 'Item one:', 'the budget.'])
    // What is fetched has what was told to nobody; what came after its last word stays.
    const kept = transcript({
      segments: [segment(-1, 'Good morning.'), { ...segment(-3, 'Item one:'), start: 5, end: 6 }],
    })
    const filled = withTranscript(told, kept, 'api')
    expect(filled.segments.map(({ text }) => text)).toEqual(['Good morning.', 'Item one:', 'the budget.'])
    expect(withTranscript(filled, kept, 'api').segments).toEqual(filled.segments)
  })

  it('keeps uncertain words of a lost line until the words that take their place come', () => {
    const started: ServerMessage = {
      type: 'recording_started',
      recordingId: 1,
      epoch: 0,
      nextChunk: 1,
      withoutWords: null,
    }
    const lost = [uncertain('and so'), started].reduce(withMessage, noText)
    expect(lost.uncertain).toBe('and so')
    const earlier = transcript({ segments: [segment(-1, 'Good morning.')] })
    const until = (end: number) => ({ ...earlier, segments: [{ ...earlier.segments[0]!, end }] })
    expect(withTranscript(lost, until(2.5), 'api').uncertain).toBe('and so')
    expect(withTranscript(lost, until(3.5), 'api').uncertain).toBe('')
    expect(withMessage(lost, heard('b', 'And so', 3)).uncertain).toBe('')
    expect(withMessage(lost, uncertain('and so on')).uncertain).toBe('and so on')
  })

  it('leaves no fetched live words beside the passages that took their place', () => {
    const fetched = (...segments: Transcript['segments']) => transcript({ segments })
    const live = withTranscript(noText, fetched(segment(-2, 'good'), segment(-3, 'mourning')), 'events')
    expect(live.segments.map(({ text }) => text)).toEqual(['good', 'mourning'])
    const text = withTranscript(live, fetched(segment(7, 'Good morning.'), segment(-9, 'Item')), 'events')
    expect(text.segments.map(({ text }) => text)).toEqual(['Good morning.', 'Item'])
  })

  it('ends with the complete one', () => {
    const whole = withMessage(withMessage(noText, uncertain('Good')), {
      type: 'transcript_complete',
      recordingId: 1,
      version: 1,
      text: 'Good morning.',
      segments: [segment(1, 'Good morning.')],
      bundled: false,
    })
    expect(whole).toMatchObject({ complete: true, uncertain: '', source: 'ws' })
    expect(withMessage(whole, heard('z', 'late', 9))).toBe(whole)
  })
})

it('says what live text leaves out, once, until the transcript has it', () => {
  const skips = { type: 'transcript_skipped', recordingId: 1, start: 130, end: 185 } as const
  const text = withMessage(withMessage(noText, skips), skips)
  expect(text.skipped).toEqual([{ start: 130, end: 185 }])
  const early = transcript({ complete: false, segments: [segment(100, 'Good morning.')] })
  expect(withTranscript(text, early, 'events').skipped).toHaveLength(1)
  const late = transcript({ complete: false, segments: [segment(190, 'Thank you.')] })
  expect(withTranscript(text, late, 'events').skipped).toEqual([])
})
