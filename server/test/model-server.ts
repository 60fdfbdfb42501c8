import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { toyFile } from './toys.ts'
import { temporaryFolder } from './files.ts'

/** How a server of model files may fail. */
export type Mode =
  | 'ok'
  /** Says nothing more after a part, without closing. */
  | 'stall'
  /** Closes after a part. */
  | 'cut'
  /** Answers a range with another one, and says so. */
  | 'wrongRange'
  /** Says that it is the range that was asked for, and sends the beginning. */
  | 'lyingRange'
  /** Answers a range with the whole file. */
  | 'ignoresRange'
  /** Has no such range. */
  | 'noRange'
  | 'wrongBytes'
  | 'extraBytes'
  | 'endless'
  | 'html'
  | 'tiny'
  | 'unavailable'
  | 'missing'
  | 'forbidden'
  | 'redirect'
  | 'circle'
  | 'toHttp'
  | 'slow'
  /** Never answers. */
  | 'silent'

export type Asked = { range: string | null; ifRange: string | null }

/** The bundled model with a byte behind its end: it works as the bundled does, and is another file. */
export async function almostToy(): Promise<Buffer> {
  return Buffer.concat([await readFile(toyFile), Buffer.from([0])])
}

/** A web server with one model, which fails as it is told to. */
export class ModelServer {
  /** What it was asked for, in order; the appliance's look whether it is reachable (one byte) left out. */
  readonly asked: Asked[] = []
  readonly url: string
  readonly sha1: string
  /** How much of the model it has sent, all answers together (`slow` alone counts). */
  sentBytes = 0
  etag: string | null = '"v1"'
  /** After so many bytes of an answer it stalls or closes. */
  partBytes = 1_000_000
  /** `slow`: so many bytes each 50 ms. */
  paceBytes = 200_000
  private readonly bytes: Buffer
  private modes: Mode[]

  private constructor(server: Server, bytes: Buffer, modes: Mode[], secure: boolean) {
    this.bytes = bytes
    this.modes = modes
    this.sha1 = createHash('sha1').update(bytes).digest('hex')
    const { port } = server.address() as AddressInfo
    this.url = `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/ggml-test.en.bin`
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.answer(request, response).catch(() => response.destroy())
    })
  }

  /** @param modes one for each request in turn; the last one stays */
  static async start(
    bytes: Buffer,
    modes: Mode[] = ['ok'],
    tls: { key: string; cert: string } | null = null,
  ): Promise<ModelServer> {
    const server = tls ? createTlsServer(tls) : createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return new ModelServer(server, bytes, modes, tls !== null)
  }

  /** From the next request on. */
  set(...modes: Mode[]): void {
    this.modes = modes
  }

  /** Settings of an appliance whose only model to fetch, `base.en`, is this one. */
  async environment(more: { sizeBytes?: number } = {}): Promise<Record<string, string>> {
    const file = join(await temporaryFolder(), 'models.json')
    const model = {
      id: 'base.en',
      name: 'Whisper base, English only',
      url: this.url,
      sizeBytes: more.sizeBytes ?? this.bytes.length,
      approximate: true,
      sha1: this.sha1,
      sha256: null,
      licence: 'MIT',
      memoryBytes: 388_000_000,
      multilingual: false,
      suits: 'Tests.',
    }
    await writeFile(file, JSON.stringify({ models: [model] }))
    return { APPLIANCE_OFFLINE: '0', APPLIANCE_MODEL_MANIFEST: file }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const range = request.headers.range ?? null
    const isLook = range === 'bytes=0-0'
    const mode = (isLook ? this.modes[0] : this.modes.length > 1 ? this.modes.shift() : this.modes[0])!
    if (!isLook) this.asked.push({ range, ifRange: (request.headers['if-range'] as string) ?? null })
    const from = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    const redirects = {
      redirect: '/elsewhere.bin',
      circle: '/ggml-test.en.bin',
      toHttp: 'http://127.0.0.1/x',
    }
    switch (mode) {
      case 'unavailable':
        return void response.writeHead(503).end('later')
      case 'missing':
        return void response.writeHead(404).end('no')
      case 'forbidden':
        return void response.writeHead(403).end('no')
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Sign in')
      case 'tiny':
        return void response.writeHead(200, { 'content-length': 3 }).end('v 1')
      case 'redirect':
      case 'circle':
      case 'toHttp':
        return void response.writeHead(302, { location: redirects[mode] }).end()
      case 'silent':
        return
      case 'noRange':
        if (range)
          return void response.writeHead(416, { 'content-range': `bytes */${this.bytes.length}` }).end()
        return this.send(response, mode, 0, null)
      default: {
        const fits =
          this.etag === null || !request.headers['if-range'] || request.headers['if-range'] === this.etag
        return this.send(response, mode, fits && mode !== 'ignoresRange' ? from : 0, fits ? range : null)
      }
    }
  }

  private async send(
    response: ServerResponse,
    mode: Mode,
    from: number,
    range: string | null,
  ): Promise<void> {
    const total = this.bytes.length
    const asPart = range !== null && mode !== 'ignoresRange'
    const shownFrom = mode === 'wrongRange' && asPart ? from + 1 : from
    let body = this.bytes.subarray(mode === 'lyingRange' && asPart ? 0 : from)
    if (mode === 'lyingRange' && asPart) body = body.subarray(0, total - from)
    if (mode === 'wrongBytes') body = Buffer.from(body).fill(1, 0, 100)
    if (mode === 'extraBytes') body = Buffer.concat([body, Buffer.alloc(10)])
    response.writeHead(asPart ? 206 : 200, {
      'content-type': 'application/octet-stream',
      ...(this.etag === null ? {} : { etag: this.etag }),
      ...(mode === 'endless' ? {} : { 'content-length': body.length }),
      ...(asPart ? { 'content-range': `bytes ${shownFrom}-${total - 1}/${total}` } : {}),
    })
    if (mode === 'cut' || mode === 'stall') {
      response.write(body.subarray(0, this.partBytes))
      if (mode === 'stall') return
      await pause(100) // what undici has not handed on yet when the connection ends is lost
      response.socket?.end()
    } else if (mode === 'slow') {
      for (let at = 0; at < body.length && !response.destroyed; at += this.paceBytes) {
        response.write(body.subarray(at, at + this.paceBytes))
        this.sentBytes += this.paceBytes
        await pause(50)
      }
      response.end()
    } else if (mode === 'endless') {
      while (!response.destroyed) {
        if (!response.write(Buffer.alloc(1_000_000))) await pause(5)
      }
    } else response.end(body)
  }
}
