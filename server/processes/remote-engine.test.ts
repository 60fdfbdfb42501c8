import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { systemStatus } from '#contract/system.ts'
import { newRecording, recordedChunks } from '../test/capture.ts'
import { ended, getRecording, getTranscript, until, uploaded } from '../test/client.ts'
import { liveSocket } from '../test/live-socket.ts'
import { startAppliance } from '../test/server.ts'
import { meeting } from '../test/speech.ts'
import { toyFile } from '../test/toys.ts'
import { freePort } from './free-port.ts'

/** whisper.cpp's own server with OpenAI's call, in a process that is not the appliance's. */
async function startSpeechServer(port: number): Promise<ChildProcess> {
  const binary = join(process.env.APPLIANCE_ENGINE_DIR!, 'bin', 'whisper-server')
  const child = spawn(
    binary,
    [
      ...['--host', '127.0.0.1', '--port', String(port), '-m', toyFile, '-t', '1'],
      ...['--inference-path', '/v1/audio/transcriptions'],
    ],
    { stdio: 'ignore', env: { PATH: process.env.PATH, OMP_WAIT_POLICY: 'passive' } },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    Boolean,
  )
  return child
}

const engineOf = async (url: string) =>
  systemStatus.parse(await (await fetch(`${url}/api/system/status`)).json()).engine

test('a speech server elsewhere transcribes; while it is gone recordings wait', async () => {
  const port = await freePort('127.0.0.1')
  const speechUrl = `http://127.0.0.1:${port}/v1/`
  const first = await startSpeechServer(port)
  const { url } = await startAppliance({ env: { APPLIANCE_SPEECH_URL: speechUrl } })
  const { wav } = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const { id } = await uploaded(url, wav)
  expect(await ended(url, id)).toMatchObject({ status: 'done', bundled: false })
  const heard = await getTranscript(url, id)
  expect(heard.model).toBe(`Speech server 127.0.0.1:${port}`)
  expect(heard.segments.flatMap(({ words }) => words).length).toBeGreaterThan(20)

  first.kill('SIGKILL')
  const down = await until(
    () => engineOf(url),
    ({ state }) => state === 'failed',
  )
  expect(down.message).toContain('does not answer. Recordings wait')
  const { id: later } = await uploaded(url, wav)
  expect((await getRecording(url, later)).status).toMatch(/waiting|transcribing/)
  await startSpeechServer(port)
  expect(await ended(url, later)).toMatchObject({ status: 'done' })
  expect((await getTranscript(url, later)).text).toContain('Good morning everyone')
})

test('a slow server is waited for; one that answers with no transcript fails the recording, and says so', async () => {
  let isWrong = false
  const key = 'a-key-of-the-test'
  const server = createServer((request, response) => {
    request.resume()
    if (request.headers.authorization !== `Bearer ${key}`) return void response.writeHead(401).end()
    if (request.method !== 'POST') return void response.end('ok')
    const answer = {
      segments: [{ start: 0, end: 1, text: 'Hello there.' }],
      words: [
        { word: 'Hello', start: 0, end: 0.4 },
        { word: 'there.', start: 0.5, end: 1 },
      ],
    }
    void pause(isWrong ? 0 : 1500).then(() =>
      response.end(isWrong ? '<html>Sign in</html>' : JSON.stringify(answer)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const speechUrl = `http://127.0.0.1:${port}`
  const env = { APPLIANCE_SPEECH_URL: speechUrl, APPLIANCE_SPEECH_KEY: key }
  const { url } = await startAppliance({ env })
  const { wav } = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const { id } = await uploaded(url, wav)
  await ended(url, id)
  expect((await getTranscript(url, id)).text).toContain('Hello there.')
  isWrong = true
  const { id: failed } = await uploaded(url, wav)
  expect(await ended(url, failed)).toMatchObject({ status: 'failed', failureCode: 'engine_answer' })

  for (const path of ['/api/system/status', '/api/system/report'])
    expect(await (await fetch(url + path)).text()).not.toContain(key)

  const without = await startAppliance({ env: { APPLIANCE_SPEECH_URL: speechUrl } })
  const { id: refused } = await uploaded(without.url, wav)
  expect(await ended(without.url, refused)).toMatchObject({
    ...{ status: 'failed', failureCode: 'engine_answer' },
    failureReason: expect.stringContaining('APPLIANCE_SPEECH_KEY'),
  })
})

test('live text comes from a speech server of its own', async () => {
  const port = await freePort('127.0.0.1')
  await startSpeechServer(port)
  const { url } = await startAppliance({ env: { APPLIANCE_LIVE_URL: `http://127.0.0.1:${port}` } })
  const { wav } = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id })
  await client.next('recording_started')
  for (const chunk of await recordedChunks(wav)) {
    client.chunk(chunk)
    await pause(100)
  }
  client.say({ type: 'stop_recording', recordingId: id })
  await client.next('recording_stopped')
  const segments = client.all('transcript_segment')
  expect(segments.map(({ text }) => text).join(' ')).toContain('Good morning everyone')
  // The local engine's own live text would say so.
  expect(segments.filter(({ bundled }) => bundled)).toEqual([])
  expect(client.all('error')).toEqual([])
})
