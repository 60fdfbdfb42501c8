import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { transcript, type Transcript } from '#contract/transcripts.ts'
import { send } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { longTest } from '../../test/long.ts'
import { startServerProcess } from '../../test/process.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const clock = (second: number): string =>
  [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(two).join(':')
const lines = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `[${clock(at)}] [Speaker ${1 + (at % 3)}] We agreed on point ${at} of the long agenda.`,
  ).join('\n')

/** Milliseconds of a call, and the slowest answer that somebody else got from the server meanwhile. */
type Timed = { status: number; text: string; ms: number; slowestHealth: number }

async function timed(url: string, method: string, path: string, body?: unknown): Promise<Timed> {
  const call = { done: false }
  const health = (async () => {
    let slowest = 0
    while (!call.done) {
      const asked = performance.now()
      await (await fetch(`${url}/api/health`)).arrayBuffer()
      slowest = Math.max(slowest, performance.now() - asked)
      await pause(20)
    }
    return slowest
  })()
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const began = performance.now()
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: sent,
  })
  const text = await answer.text()
  const ms = Math.round(performance.now() - began)
  call.done = true
  return { status: answer.status, text, ms, slowestHealth: Math.round(await health) }
}

async function newRecording(url: string): Promise<string> {
  const made = await send(url, 'POST', '/api/recordings', {
    title: 'All day',
    sourceType: 'uploaded_transcript',
  })
  return `/api/recordings/${z.number().parse(made.body['id'])}/transcript`
}

const read = ({ text }: Timed): Transcript => transcript.parse(JSON.parse(text))

// Generous, since the machine may be busy; each figure is printed.
const limits = { ms: 20_000, slowestHealth: 1500 }
function expectQuick(what: string, { status, ms, slowestHealth }: Timed, { ms: most } = limits): void {
  process.stdout.write(`${what}: ${status} in ${ms} ms, slowest /api/health ${slowestHealth} ms\n`)
  expect(ms, what).toBeLessThan(most)
  expect(slowestHealth, what).toBeLessThan(limits.slowestHealth)
}

longTest('a text of 130,000 lines is refused at once, and nobody else waits for it', async () => {
  const { url } = await startServerProcess(await temporaryFolder())
  const path = await newRecording(url)
  const refused = await timed(url, 'POST', path, { content: lines(130_000) })
  // Too many characters or too many lines: the first that is seen.
  expect([400, 413]).toContain(refused.status)
  expect(refused.text).toContain('Divide it')
  expectQuick('130,000 lines', refused, { ...limits, ms: 2000 })
})

longTest('50,000 lines are attached, edited and listed, and nobody else waits for them', async () => {
  const { url } = await startServerProcess(await temporaryFolder())
  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  const path = await newRecording(url)

  const attached = await timed(url, 'POST', path, { content: lines(50_000) })
  expect(attached.status).toBe(200)
  const whole = read(attached)
  expect(whole.segments).toHaveLength(50_000)
  expect(whole.segments.at(-1)?.text).toBe('We agreed on point 49999 of the long agenda.')
  const fetched = await timed(url, 'GET', path)
  expect(read(fetched)).toEqual(whole)

  const content = whole.content.replace('point 25000 of', 'point twenty-five thousand of')
  const edited = await timed(url, 'PUT', path, { content, basedOn: whole.version })
  const after = read(edited)
  expect(after.segments[25_000]?.text).toBe('We agreed on point twenty-five thousand of the long agenda.')

  const passage = `${path}/segments/${after.segments[40_000]!.id}`
  const corrected = await timed(url, 'PATCH', passage, {
    text: 'We deferred this point.',
    basedOn: after.version,
  })
  expect(read(corrected).segments[40_000]?.text).toBe('We deferred this point.')

  const listed = await timed(url, 'GET', `${path}/versions`)
  expect(JSON.parse(listed.text)).toHaveLength(3)

  expectQuick('attached', attached)
  expectQuick('fetched', fetched)
  expectQuick('edited', edited)
  expectQuick('a passage corrected', corrected)
  expectQuick('versions listed', listed, { ...limits, ms: 1000 })
})
