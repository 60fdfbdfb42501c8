// A recorder without a browser: a WebM as a MediaRecorder makes it, in chunks of a second, over the recorder's socket. It
// keeps what was not acknowledged and sends it again, as the page does.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'

/** @param {import('ws').RawData} data as text frames bring it */
const read = (data) => JSON.parse(Buffer.from(/** @type {Buffer} */ (data)).toString())

export const mimeType = 'audio/webm;codecs=opus'

/**
 * @param {string} wav
 * @param {string} webm where the WebM goes
 * @param {{ from?: number, seconds?: number }} [part]
 * @returns {Buffer[]} each holds about a second; the first has the head too
 */
export function webmChunks(wav, webm, { from = 0, seconds } = {}) {
  const length = seconds === undefined ? [] : ['-t', String(seconds)]
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-ss', String(from), ...length, '-i', wav, '-ac', '1'],
    ...['-c:a', 'libopus', '-b:a', '128k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000', webm],
  ])
  const bytes = readFileSync(webm)
  const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
  /** @type {number[]} */
  const starts = []
  for (let at = bytes.indexOf(cluster); at !== -1; at = bytes.indexOf(cluster, at + 4)) starts.push(at)
  return starts.map((start, i) => bytes.subarray(i === 0 ? 0 : start, starts[i + 1] ?? bytes.length))
}

/**
 * @param {{ url: () => string, recordingId: number, onMessage?: (message: any) => void }} options
 */
export function socketRecorder({ url, recordingId, onMessage = () => undefined }) {
  const recorder = randomUUID()
  /** @type {Buffer[][]} */
  const epochs = []
  /** Chunks of each epoch that the server has said are safe. @type {number[]} */
  const safe = []
  /** @type {WebSocket | null} */
  let socket = null
  let ready = false
  let sent = 0
  const closing = new AbortController()
  let elapsed = 0
  /** When the epoch began. */
  let began = 0
  /** @type {string | null} */
  let refused = null

  const epoch = () => epochs.length - 1

  function push() {
    if (!ready || !socket || socket.readyState !== WebSocket.OPEN) return
    const chunks = epochs[epoch()] ?? []
    for (const chunk of chunks.slice(sent)) socket.send(chunk)
    sent = chunks.length
  }

  function start() {
    ready = false
    if (epochs.length === 0 || socket?.readyState !== WebSocket.OPEN) return
    const from = { epoch: epoch(), recorder, elapsed: began, uncertain: true }
    socket.send(JSON.stringify({ type: 'start_recording', recordingId, mimeType, ...from }))
  }

  /** @param {any} message */
  function take(message) {
    onMessage(message)
    if (message.type === 'recording_started') {
      safe[message.epoch] = Math.max(safe[message.epoch] ?? 0, message.nextChunk)
      sent = message.nextChunk
      ready = true
      push()
    } else if (message.type === 'chunk_received')
      safe[message.epoch] = Math.max(safe[message.epoch] ?? 0, message.nextChunk)
    else if (message.type === 'error' && message.code !== 'engine_crashed') {
      // An engine that is down takes the words for a while, and nothing of the sound.
      refused = `${message.code}: ${message.message}`
      ready = false
    }
  }

  async function line() {
    while (!closing.signal.aborted) {
      const own = new WebSocket(`${url().replace(/^http/, 'ws')}/api/ws/simple`)
      socket = own
      await new Promise((resolve) => {
        own.on('open', start)
        own.on('message', (data) => take(read(data)))
        own.on('error', () => undefined) // close follows
        own.on('close', resolve)
      })
      ready = false
      await pause(200)
    }
  }
  const over = line()

  return {
    /**
     * A new MediaRecorder. What the last one has not got through is lost with it, unless `settled` was awaited.
     * @param {number} at seconds by the recorder's clock
     */
    newEpoch(at) {
      elapsed = at
      began = at
      epochs.push([])
      safe.push(0)
      sent = 0
      start()
    },
    /** @param {Buffer} chunk @param {number} seconds by the recorder's clock, at its end */
    record(chunk, seconds) {
      epochs.at(-1)?.push(chunk)
      elapsed = seconds
      push()
    },
    /** The line is cut; it comes back by itself. */
    cut: () => socket?.terminate(),
    /** Starts again on the same line: after the server has refused a chunk that it may take later. */
    again: start,
    /** Chunks that are safe, in each epoch. */
    safe: () => safe.slice(),
    refused: () => refused,
    /** All that was recorded is safe. @param {number} [patience] milliseconds */
    async settled(patience = 60_000) {
      for (const end = Date.now() + patience; Date.now() < end; await pause(20))
        if ((safe.at(-1) ?? 0) >= (epochs.at(-1)?.length ?? 0)) return true
      return false
    },
    /** @returns when the server says that it is stopped */
    async stop() {
      const own = socket
      if (!own) throw new Error('there is no line')
      const stopped = new Promise((resolve, reject) => {
        own.on('message', (data) => {
          if (read(data).type === 'recording_stopped') resolve(undefined)
        })
        own.on('close', () => reject(new Error('the line was lost at Stop')))
      })
      own.send(JSON.stringify({ type: 'stop_recording', recordingId, elapsed }))
      await stopped
    },
    /** The tab is closed. */
    async leave() {
      closing.abort()
      socket?.terminate()
      await over
    },
  }
}
