import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { CaptureNow } from '#contract/capture.ts'
import { serverEvent } from '#contract/events.ts'
import { codeOf, newRecording, recordedWebm, sendAll, sendChunk, slices } from '../../test/capture.ts'
import { getRecording, until } from '../../test/client.ts'
import { startAppliance } from '../../test/server.ts'
import { longTest } from '../../test/long.ts'

longTest(
  'a recording that nobody goes on with is told to be unfinished; it may be deleted once its recorder cannot be offline any more',
  async () => {
    const { url } = await startAppliance()
    let told: CaptureNow | null = null
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`)
    socket.on('message', (data: Buffer) => {
      const event = serverEvent.parse(JSON.parse(String(data)))
      if (event.type === 'recording') told = event.recording.capture?.now ?? null
    })
    const tells = (is: (now: CaptureNow) => boolean): Promise<CaptureNow | null> =>
      until(
        async () => told,
        (now) => now !== null && is(now),
      )
    const id = await newRecording(url)
    const chunks = slices(await recordedWebm(6), 20_000)
    await sendAll(url, id, 0, chunks.slice(0, 3))
    await tells(({ state, seconds }) => state !== 'unheard' && (seconds ?? 0) > 1)
    const remove = (): Promise<Response> => fetch(`${url}/api/recordings/${id}`, { method: 'DELETE' })
    expect(await codeOf(await remove())).toEqual([409, 'in_progress'])

    const later = Date.now() + 40_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
    await tells(({ state }) => state === 'unheard')
    const { status, capture } = await getRecording(url, id)
    expect(status).toBe('recording')
    expect(capture?.now).toMatchObject({ state: 'unheard' })

    // Its recorder was only away.
    expect(await codeOf(await remove())).toEqual([409, 'in_progress'])
    expect((await sendChunk(url, id, [0, 3], chunks[3]!)).status).toBe(200)
    await tells(({ state }) => state !== 'unheard')
    expect(await codeOf(await remove())).toEqual([409, 'in_progress'])

    clock.mockImplementation(() => later + 40_000)
    await tells(({ state }) => state === 'unheard')
    expect(await codeOf(await remove())).toEqual([409, 'in_progress'])
    clock.mockImplementation(() => later + 11 * 60_000)
    expect((await remove()).status).toBe(200)
    clock.mockRestore()
    socket.close()
  },
)

test('a page that pauses is there; one that gives no sign of life is missing, and for how long', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const recorder = 'a page that records'
  const [first, second] = slices(await recordedWebm(4), 30_000)
  const send = (number: number, chunk: Uint8Array): Promise<Response> =>
    sendChunk(url, id, [0, number], chunk, undefined, { recorder })
  const now = async (): Promise<CaptureNow | null> => {
    await services.live.attend()
    return (await getRecording(url, id)).capture?.now ?? null
  }
  expect((await send(0, first!)).status).toBe(200)
  expect(await now()).toMatchObject({ state: 'coming', unheardFor: null })

  const start = Date.now()
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockImplementation(() => start + 6000)
  expect(await now()).toMatchObject({ state: 'coming' }) // nobody knows yet
  expect((await fetch(`${url}/api/recordings/${id}/capture?recorder=${recorder}`)).status).toBe(200)
  expect(await now()).toMatchObject({ state: 'quiet', unheardFor: null })

  clock.mockImplementation(() => start + 18_000)
  const missing = await now()
  expect(missing).toMatchObject({ state: 'missing' })
  expect(missing!.unheardFor).toBeCloseTo(12, 0)

  expect((await send(1, second!)).status).toBe(200)
  clock.mockRestore()
  expect(await now()).toMatchObject({ state: 'coming', unheardFor: null })
})
