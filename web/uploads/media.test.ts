import { describe, expect, it } from 'vitest'
import { meter } from '../send.ts'
import { isAccepted, isVideo, titleFrom } from './media.ts'

describe('the kinds of files', () => {
  it.each([
    ['a.mp3', 'audio/mpeg', true],
    ['a.xyz', 'audio/x-anything', true],
    ['a.mov', 'video/quicktime', true],
    ['a.mkv', 'video/x-matroska', true],
    ['a.mkv', 'video/matroska', true],
    ['a.mp3', 'application/octet-stream', true],
    ['a.wmv', 'video/x-ms-wmv', false],
    ['a.txt', 'text/plain', false],
    ['a.pdf', 'application/pdf', false],
    ['board.MKV', '', true],
    ['board.opus', '', true],
    ['board', '', false],
    ['notes.txt', '', false],
  ])('%s of type "%s": %s', (name, type, accepted) => {
    expect(isAccepted({ name, type })).toBe(accepted)
  })

  it('knows video by type, and by extension where there is none', () => {
    expect(isVideo({ name: 'a', type: 'video/mp4' })).toBe(true)
    expect(isVideo({ name: 'a.webm', type: 'audio/webm' })).toBe(false)
    expect(isVideo({ name: 'a.mkv', type: '' })).toBe(true)
  })

  it('titles a recording after its file', () => {
    expect(titleFrom('Board meeting 3.4.wav')).toBe('Board meeting 3.4')
    expect(titleFrom('minutes')).toBe('minutes')
  })
})

describe('meter', () => {
  it('says nothing until it has measured for half a second', () => {
    const measure = meter(1000)
    expect(measure(0, 0)).toMatchObject({ rate: null, secondsLeft: null })
    expect(measure(100, 400).rate).toBeNull()
    expect(measure(250, 1000)).toEqual({ sent: 250, total: 1000, rate: 250, secondsLeft: 3 })
  })

  it('forgets what was more than five seconds ago', () => {
    const measure = meter(100_000)
    measure(0, 0)
    measure(50_000, 1000)
    measure(50_100, 7000)
    expect(measure(50_200, 8000).rate).toBe(100)
  })
})
