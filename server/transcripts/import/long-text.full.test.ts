import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect } from 'vitest'
import { z } from 'zod'
import { transcript } from '#contract/transcripts.ts'
import { send } from '../../test/client.ts'
import { longTest } from '../../test/long.ts'
import { startAppliance } from '../../test/server.ts'

const lines = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `[${[Math.floor(at / 3600), Math.floor(at / 60) % 60, at % 60].map((n) => String(n).padStart(2, '0')).join(':')}] [Speaker ${1 + (at % 3)}] We agreed on point ${at} of the long agenda.`,
  ).join('\n')

longTest(
  'a text of 130,000 lines is attached and read in about a second, and nobody else waits for it',
  async () => {
    // Of the server alone: the test is in a process of its own.
    const { url } = await startAppliance()
    await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
    const made = await send(url, 'POST', '/api/recordings', {
      title: 'All day',
      sourceType: 'uploaded_transcript',
    })
    const address = `${url}/api/recordings/${z.number().parse(made.body['id'])}/transcript`
    const body = JSON.stringify({ content: lines(130_000) })
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const headers = { 'content-type': 'application/json' }
    const attached = await fetch(address, { method: 'POST', headers, body })
    const answer = await attached.arrayBuffer()
    delay.disable()
    expect(attached.status).toBe(200)
    // It was stopped for 10.8 seconds once; half a second is much on a busy machine.
    expect(delay.max / 1e6).toBeLessThan(2000)
    const whole = transcript.parse(JSON.parse(Buffer.from(answer).toString('utf8')))
    expect(whole.segments).toHaveLength(130_000)
    expect(whole.segments.at(-1)?.text).toBe('We agreed on point 129999 of the long agenda.')
    expect(await (await fetch(address)).json()).toEqual(whole)
  },
)
