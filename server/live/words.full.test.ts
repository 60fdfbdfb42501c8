import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newRecording, recordedChunks } from '../test/capture.ts'
import { until } from '../test/client.ts'
import { liveSocket } from '../test/live-socket.ts'
import { childOf } from '../test/process.ts'
import { startAppliance } from '../test/server.ts'
import { meeting } from '../test/speech.ts'

test('live text that is a minute behind says so, and leaves out what waits', async () => {
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id })
  await until(async () => services.liveEngine.endpoint(), Boolean)
  process.kill(await childOf(process.pid, /live\/empty/), 'SIGKILL') // while another comes up, words wait
  for (const chunk of chunks.slice(0, 80)) client.chunk(chunk)
  await until(
    async () => client.all('transcript_behind').map(({ seconds }) => seconds),
    (seconds) => Math.max(...seconds) > 60 && seconds.at(-1)! < 20,
  )
  for (const chunk of chunks.slice(80, 90)) {
    client.chunk(chunk)
    await pause(300)
  }
  await until(
    async () => client.all('transcript_segment').at(-1)?.end ?? 0,
    (end) => end > 80,
  )
  const heard = client.all('transcript_segment')
  const seconds = heard.reduce((sum, { start, end }) => sum + end - start, 0)
  expect(seconds).toBeLessThan(60)
}, 180_000)
