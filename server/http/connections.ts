import type { WebSocket } from 'ws'
import { heartbeatEveryMs } from '#contract/live.ts'
import type { Log } from '../log.ts'
import type { Person } from '../people/service.ts'
import { asViewer } from '../viewer.ts'
import { closedByGate } from './events.ts'

/** One client's socket, as what speaks over it sees it. */
export type Connection = {
  send(text: string): void
  close(code: number, reason: string): void
}

/** What speaks over a connection. Frames come one after the other, each when the one before is done. */
export type Protocol = {
  text(frame: string): Promise<void>
  binary(frame: Buffer): Promise<void>
  /** The other end has been heard, if only by a sign of life. */
  heard(): void
  /** Frames that have come and were not begun are dropped. */
  gone(): void
}

/** Who is at the other end now; null: they may no longer be here. */
export type Identify = () => Promise<Person | null>

export type ConnectionHub = {
  /** To be called as soon as the socket is open, before anything is awaited: frames that come earlier are lost. */
  add(
    socket: WebSocket,
    identify: Identify,
    open: (connection: Connection, person: () => Person) => Protocol,
  ): void
  /** Turns out those of a person's sockets that may not stay. */
  look(personId: number | null): void
  close(): void
}

/** How often the other end is asked whether it is there; the tests are less patient. */
export const beats = { everyMs: heartbeatEveryMs }
/** So often by a sign that no client has to answer itself: a page that pauses its recorder stays known as the one that records. */
const pingEveryMs = 5000

/** Frames that wait; beyond it the sender has to, by TCP's own means. */
const mostBytes = 4 * 1024 * 1024
const mostFrames = 256
/** Somebody who takes so little that this gathers gets no more. */
const mostUnsentBytes = 8 * 1024 * 1024

type Open = { socket: WebSocket; visit: () => Promise<void>; personId: number | null; answered: boolean }

type Frame = { data: Buffer; isBinary: boolean }

/** What has come over a socket: dealt with one after the other, as long as `mayGoOn`. Too much of it and the sender waits. */
function createFrameQueue(
  socket: WebSocket,
  mayGoOn: () => boolean,
  deal: (frame: Frame) => Promise<void>,
): { add(frame: Frame): void; goOn(): void; drop(): void } {
  const frames: Frame[] = []
  let waiting = 0
  let busy = false

  async function work(): Promise<void> {
    if (busy || !mayGoOn()) return
    busy = true
    for (let frame = frames.shift(); frame && mayGoOn(); frame = frames.shift()) {
      await deal(frame)
      waiting -= frame.data.length
      if (socket.isPaused && waiting < mostBytes / 2 && frames.length < mostFrames / 2) socket.resume()
    }
    busy = false
  }

  return {
    add(frame) {
      frames.push(frame)
      waiting += frame.data.length
      if (waiting > mostBytes || frames.length > mostFrames) socket.pause()
      void work()
    },
    goOn: () => void work(),
    drop: () => void frames.splice(0),
  }
}

/** Sockets on which both ends talk: in order, bounded, asked for signs of life, closed when the session ends. */
export function createConnectionHub({
  log,
  heartbeat,
}: {
  log: Log
  heartbeat: () => string
}): ConnectionHub {
  const connections = new Set<Open>()
  let closed = false

  function add(
    socket: WebSocket,
    identify: Identify,
    open: (connection: Connection, person: () => Person) => Protocol,
  ): void {
    let protocol: Protocol | null = null
    let person: Person | null = null
    const connection: Open = { socket, visit, personId: null, answered: true }

    async function visit(): Promise<void> {
      person = await identify()
      connection.personId = person?.id ?? null
      if (!person) socket.close(closedByGate, 'Please sign in')
    }

    const mayGoOn = (): boolean => connections.has(connection) && person !== null && protocol !== null
    const frames = createFrameQueue(socket, mayGoOn, async ({ data, isBinary }) => {
      const to = protocol!
      try {
        await asViewer(person!, () => (isBinary ? to.binary(data) : to.text(data.toString('utf8'))))
      } catch (error) {
        log.error({ err: error }, 'a frame of a socket could not be dealt with')
      }
    })

    function alive(): void {
      connection.answered = true
      protocol?.heard()
    }

    socket.on('message', (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => {
      const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
      alive()
      frames.add({ data: bytes, isBinary })
    })
    socket.on('pong', alive)
    socket.on('error', (error) => log.debug({ err: error }, 'a live socket failed'))
    socket.on('close', () => {
      connections.delete(connection)
      frames.drop()
      protocol?.gone()
    })
    if (closed) return socket.terminate()
    connections.add(connection)

    const handle: Connection = {
      send(text) {
        if (socket.readyState !== socket.OPEN) return
        if (socket.bufferedAmount > mostUnsentBytes) return socket.terminate()
        socket.send(text)
      },
      close: (code, reason) => {
        connections.delete(connection) // what it has sent and was not begun is dropped
        protocol?.gone()
        socket.close(code, reason)
      },
    }
    visit()
      .then(() => {
        if (!person || !connections.has(connection)) return
        protocol = open(handle, () => person!)
        frames.goOn()
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a live socket could not be opened')
        socket.close(1011, 'Something went wrong inside the appliance')
      })
  }

  function beat(): void {
    timer = setTimeout(beat, beats.everyMs)
    for (const connection of connections) {
      if (!connection.answered) {
        connection.socket.terminate()
        continue
      }
      connection.answered = false
      if (connection.socket.readyState === connection.socket.OPEN) connection.socket.send(heartbeat())
      check(connection)
    }
  }
  let timer = setTimeout(beat, beats.everyMs)
  const pings = setInterval(() => {
    for (const { socket } of connections) if (socket.readyState === socket.OPEN) socket.ping()
  }, pingEveryMs)

  function check(connection: Open): void {
    connection.visit().catch((error: unknown) => log.error({ err: error }, 'a session could not be checked'))
  }

  return {
    add,
    look(personId) {
      for (const connection of connections) if (connection.personId === personId) check(connection)
    },
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(pings)
      const open = [...connections]
      for (const { socket } of open) socket.close(1001, 'The appliance is stopping')
      setTimeout(() => open.forEach(({ socket }) => socket.terminate()), 1000).unref()
    },
  }
}
