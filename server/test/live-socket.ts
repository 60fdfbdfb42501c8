import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { livePath, serverMessage, type ServerMessage } from '#contract/live.ts'
import { until } from './client.ts'

type Of<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

/** A client of the recorder's socket. Everything that it hears must be as the contract says. */
export type LiveClient = {
  socket: WebSocket
  heard: ServerMessage[]
  say(message: Record<string, unknown>): void
  chunk(bytes: Uint8Array): void
  /** The nth (from 0) message of a type that comes, or has come. */
  next<T extends ServerMessage['type']>(type: T, nth?: number): Promise<Of<T>>
  all<T extends ServerMessage['type']>(type: T): Of<T>[]
  /** Code of the end. */
  closed: Promise<number>
}

export async function liveSocket(
  url: string,
  headers: Record<string, string> = {},
  options: { autoPong?: boolean } = {},
): Promise<LiveClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + livePath, { headers, ...options })
  const heard: ServerMessage[] = []
  socket.on('message', (data: Buffer) => heard.push(serverMessage.parse(JSON.parse(data.toString('utf8')))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const all = <T extends ServerMessage['type']>(type: T): Of<T>[] =>
    heard.filter((message): message is Of<T> => message.type === type)
  return {
    socket,
    heard,
    say: (message) => socket.send(JSON.stringify(message)),
    chunk: (bytes) => socket.send(bytes),
    next: async (type, nth = 0) =>
      (await until(
        async () => all(type)[nth],
        (message) => message !== undefined,
        10,
      ))!,
    all,
    closed,
  }
}
