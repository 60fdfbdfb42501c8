import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { ChunkQueue, type QueueState } from './queue.ts'
import { ChunkGapError, NotNowError, type Acknowledged, type Chunk } from './transport.ts'

const chunk = (number: number, epoch = 0): Chunk => ({
  recordingId: 1,
  epoch,
  number,
  mimeType: 'audio/webm',
  until: epoch * 100 + number + 1,
  sound: new Blob(['x']),
})

function queueWith(send: (chunk: Chunk) => Promise<Acknowledged>, lastLeft = -1) {
  const states: QueueState[] = []
  const safe: [number, number][] = []
  const refused: string[] = []
  const queue = new ChunkQueue({
    transport: { send },
    lastLeft,
    onChange: (state) => states.push(state),
    onSafe: (epoch, next) => safe.push([epoch, next]),
    onRefused: ({ message }) => refused.push(message),
  })
  return { queue, states, safe, refused }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('ChunkQueue', () => {
  it('sends one after the other, and knows how many seconds are safe', async () => {
    const sent: string[] = []
    const { queue, safe } = queueWith(({ epoch, number }) => {
      sent.push(`${epoch}.${number}`)
      return Promise.resolve({ nextChunk: number + 1 })
    })
    for (const one of [chunk(0), chunk(1), chunk(0, 1)]) queue.add(one)
    expect(await queue.drained(1000)).toBe(true)
    expect(sent).toEqual(['0.0', '0.1', '1.0'])
    expect(safe).toEqual([
      [0, 1],
      [0, 2],
      [1, 1],
    ])
    expect(queue.state).toEqual({ safe: 101, waiting: 0, trouble: null })
  })

  it('tries again with growing pauses while the network is gone, and says how much waits', async () => {
    const tries: number[] = []
    let up = false
    const { queue } = queueWith(({ number }) => {
      tries.push(Date.now())
      return up ? Promise.resolve({ nextChunk: number + 1 }) : Promise.reject(new NotNowError('gone'))
    })
    queue.add(chunk(0))
    queue.add(chunk(1))
    await vi.advanceTimersByTimeAsync(7100)
    expect(tries.map((at) => Math.round((at - (tries[0] ?? 0)) / 1000))).toEqual([0, 1, 3, 7])
    expect(queue.state).toEqual({ safe: 0, waiting: 2, trouble: 'network' })
    up = true
    queue.hurry()
    await vi.advanceTimersByTimeAsync(0)
    expect(queue.state).toEqual({ safe: 2, waiting: 0, trouble: null })
  })

  it('skips what the server has already, and ends where it asks for what is gone', async () => {
    const { queue } = queueWith(({ number }) =>
      number === 0 ? Promise.reject(new ChunkGapError(2)) : Promise.reject(new ChunkGapError(1)),
    )
    for (const number of [0, 1, 2]) queue.add(chunk(number))
    expect(await queue.drained(1000)).toBe(false)
    expect(queue.state).toEqual({ safe: 2, waiting: 1, trouble: 'refused' })
  })

  it('gives up waiting only when nothing has moved for that long', async () => {
    let release: () => void = () => undefined
    const { queue } = queueWith(
      ({ number }) =>
        new Promise((resolve) => {
          release = () => resolve({ nextChunk: number + 1 })
        }),
    )
    queue.add(chunk(0))
    queue.add(chunk(1))
    let result: boolean | null = null
    void queue.drained(1000).then((value) => (result = value))
    await vi.advanceTimersByTimeAsync(900)
    release()
    await vi.advanceTimersByTimeAsync(900)
    expect(result).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    expect(result).toBe(false)
  })

  it('stops asking a server that refuses for good', async () => {
    const { queue, refused } = queueWith(() => Promise.reject(new Error('deleted')))
    queue.add(chunk(0))
    expect(await queue.drained(1000)).toBe(false)
    expect(queue.refused).toBe(true)
    expect(refused).toEqual(['deleted'])
  })

  it('sets aside an epoch that was left behind and is refused, and goes on with the new sound', async () => {
    const { queue, safe, refused } = queueWith(
      ({ epoch, number }) =>
        epoch === 0
          ? Promise.reject(new ApiError('other bytes', 409, 'stale_version'))
          : Promise.resolve({ nextChunk: number + 1 }),
      0,
    )
    for (const one of [chunk(0), chunk(1), chunk(0, 1), chunk(1, 1)]) queue.add(one)
    expect(await queue.drained(1000)).toBe(true)
    expect(safe).toEqual([
      [1, 1],
      [1, 2],
    ])
    expect(refused).toEqual(['other bytes'])
    expect(queue.state.trouble).toBeNull()
  })

  it('takes no left-over for the only trouble when the recording itself is refused', async () => {
    const { queue } = queueWith(() => Promise.reject(new ApiError('closed', 409, 'recording_closed')), 0)
    for (const one of [chunk(0), chunk(0, 1)]) queue.add(one)
    expect(await queue.drained(1000)).toBe(false)
    expect(queue.state).toMatchObject({ trouble: 'refused', waiting: 101 })
  })

  it('asks again, when the server says, while another page records', async () => {
    let tries = 0
    const { queue } = queueWith(({ number }) => {
      tries += 1
      return tries < 4
        ? Promise.reject(
            new NotNowError('elsewhere', { elsewhere: true, retryAfter: tries === 3 ? 2 : null }),
          )
        : Promise.resolve({ nextChunk: number + 1 })
    })
    queue.add(chunk(0))
    await vi.advanceTimersByTimeAsync(4900)
    expect(queue.state).toMatchObject({ trouble: 'elsewhere', waiting: 1 })
    await vi.advanceTimersByTimeAsync(5200)
    expect(tries).toBe(3)
    await vi.advanceTimersByTimeAsync(2200)
    expect(queue.state).toMatchObject({ trouble: null, waiting: 0 })
  })
})
