import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How every encrypted connection begins; no request in plain HTTP does. */
const handshakeByte = 22
/** Whoever has not said a word by then has nothing to say. */
const silenceMs = 20_000

/**
 * Has the port of plain HTTP understand HTTPS too. A browser that was told to come by HTTPS alone keeps the port that was
 * typed: http://name:8080 becomes https://name:8080.
 * @returns closes the connections on which nothing was said yet
 */
export function alsoSpeakTls(plain: Server, secure: Server): () => void {
  // Node's own, which makes a connection one of HTTP.
  const own = plain.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  const silent = new Set<Socket>()

  function wait(socket: Socket): void {
    const forget = (): void => {
      silent.delete(socket)
      socket.destroy()
    }
    const listen = (): void => {
      const first = socket.read(1) as Buffer | null
      if (first === null) return void socket.once('readable', listen)
      for (const event of endings) socket.removeListener(event, forget)
      socket.setTimeout(0, forget)
      silent.delete(socket)
      socket.unshift(first)
      if (first[0] === handshakeByte) secure.emit('connection', socket)
      else for (const listener of own) listener.call(plain, socket)
    }
    silent.add(socket)
    for (const event of endings) socket.once(event, forget)
    socket.setTimeout(silenceMs, forget)
    listen()
  }

  plain.removeAllListeners('connection')
  plain.on('connection', wait)
  return () => silent.forEach((socket) => socket.destroy())
}

const endings = ['error', 'end', 'close']
