import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newRecording, recordedChunks } from '../../test/capture.ts'
import { until } from '../../test/client.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { childOf } from '../../test/process.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting } from '../../test/speech.ts'
import { pass } from './engine-passes.ts'

async function followed() {
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id })
  await until(async () => services.liveEngine.endpoint(), Boolean)
  const engine = await childOf(process.pid, /live\/empty/)
  const behind = () => client.all('transcript_behind').map((message) => message.seconds)
  const send = (from: number, to: number) => {
    for (const chunk of chunks.slice(from, to)) client.chunk(chunk)
  }
  const heardUntil = () => client.all('transcript_segment').at(-1)?.end ?? 0
  return { client, engine, behind, send, heardUntil }
}

test('what comes late all at once is caught up with, and nothing is left out', async () => {
  const { client, engine, behind, send, heardUntil } = await followed()
  process.kill(engine, 'SIGKILL') // while another comes up, words wait
  send(0, 80)
  await until(
    async () => behind(),
    (seconds) => Math.max(...seconds) > 60 && seconds.at(-1)! < 20,
  )
  await until(
    async () => heardUntil(),
    (end) => end > 70,
  )
  expect(client.all('transcript_skipped')).toEqual([])
}, 180_000)

test('live text that is a minute behind and stays so says it, and leaves out what waits', async () => {
  const { client, engine, behind, send, heardUntil } = await followed()
  process.kill(engine, 'SIGSTOP')
  send(0, 80)
  const skipped = await until(
    async () => client.all('transcript_skipped'),
    (all) => all.length > 0,
  )
  process.kill(engine, 'SIGCONT')
  expect(Math.max(...behind())).toBeGreaterThan(60)
  for (let at = 80; at < 95; at += 1) {
    send(at, at + 1)
    await pause(300)
  }
  await until(
    async () => heardUntil(),
    (end) => end > 80,
  )
  expect(skipped[0]!.end - skipped[0]!.start).toBeGreaterThan(40)
  const heard = client.all('transcript_segment')
  expect(heard.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(60)
}, 180_000)

test('an engine that hangs is given up, and another one goes on', async () => {
  const patience = pass.withinMs
  pass.withinMs = 2500
  onTestFinished(() => void (pass.withinMs = patience))
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const { url } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id })
  for (const chunk of chunks.slice(0, 8)) client.chunk(chunk)
  await client.next('transcript_segment')
  const hung = await childOf(process.pid, /live\/empty/)
  process.kill(hung, 'SIGSTOP')
  for (const chunk of chunks.slice(8, 20)) client.chunk(chunk)
  await until(
    async () => client.all('transcript_segment').at(-1)!.end,
    (end) => end > 9,
  )
  expect(await childOf(process.pid, /live\/empty/)).not.toBe(hung)
}, 60_000)
