import type { WebSocket } from 'ws'
import type { ServerEvent } from '#contract/events.ts'
import { eventsAfter, lastEventId, pruneEvents, type EventRow } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Person } from '../people/service.ts'

/** How often the table is asked; a question costs well under a millisecond. */
const pollMs = 200
const pruneEveryMs = 600_000
const pingEveryMs = 30_000

/** Tells a page that its person has to sign in again. */
export const closedByGate = 4401

/** Whose socket it is, and whether they may still be here. */
export type Visitor = { person: Person; mayStay: () => Promise<boolean> }

export type EventHub = {
  add(socket: WebSocket, visitor: Visitor): void
  /** To the open tabs of those who may know of it. */
  tell(row: EventRow): Promise<void>
  /** To every open tab, at once. */
  broadcast(event: ServerEvent): void
  close(): void
}

/**
 * Pushes what changes to the open tabs. Changes come from this process, the worker and the CLI, so they come by way of
 * the event table. `describe` turns a row into what is sent; null: nothing.
 */
export async function createEventHub(options: {
  db: Db
  log: Log
  version: string
  describe: (row: EventRow) => Promise<ServerEvent | null>
  /** Only the person who is its subject is told. */
  isPersonal: (row: EventRow) => boolean
  /** Whether somebody may know of it. */
  mayHear: (row: EventRow, person: Person) => Promise<boolean>
  /** Told of every change, whether a tab is open or not: for what the server itself has to do about it. */
  notice: (row: EventRow) => void
}): Promise<EventHub> {
  const { db, log, version, describe, isPersonal, mayHear, notice } = options
  const sockets = new Map<WebSocket, Visitor>()
  const answered = new WeakSet<WebSocket>()
  let last = await lastEventId(db.read)
  let closed = false

  const send = (socket: WebSocket, event: ServerEvent): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event))
  }
  const broadcast = (event: ServerEvent): void => {
    for (const socket of sockets.keys()) send(socket, event)
  }

  async function turnOut(socket: WebSocket, visitor: Visitor): Promise<boolean> {
    if (await visitor.mayStay()) return false
    socket.close(closedByGate, 'Please sign in')
    return true
  }

  /** What is one person's own business. It may be that they can no longer come in. */
  async function tellPerson(id: number | null, event: ServerEvent): Promise<void> {
    for (const [socket, visitor] of sockets)
      if (visitor.person.id === id && !(await turnOut(socket, visitor))) send(socket, event)
  }

  async function tell(row: EventRow): Promise<void> {
    const event = sockets.size > 0 ? await describe(row) : null
    if (event && isPersonal(row)) await tellPerson(row.subject, event)
    else if (event)
      for (const [socket, { person }] of sockets) if (await mayHear(row, person)) send(socket, event)
  }

  async function poll(): Promise<void> {
    const rows = await eventsAfter(db.read, last)
    // Several changes of one thing between two looks are one push, of how it is now.
    const newest = new Map(rows.map((row) => [`${row.topic} ${row.subject}`, row]))
    // Before they are told: one that cannot be told must not come again and again.
    last = rows.at(-1)?.id ?? last
    for (const row of newest.values()) {
      notice(row)
      try {
        await tell(row)
      } catch (error) {
        log.error({ err: error, topic: row.topic }, 'an event could not be sent') // the others can
      }
    }
  }

  let pollTimer: NodeJS.Timeout
  const loop = (): void => {
    poll()
      .catch((error: unknown) => log.error({ err: error }, 'events could not be read'))
      .finally(() => {
        if (!closed) pollTimer = setTimeout(loop, pollMs)
      })
  }
  loop()

  const pruneTimer = setInterval(() => {
    pruneEvents(db.write).catch((error: unknown) => log.error({ err: error }, 'events could not be pruned'))
  }, pruneEveryMs)

  const pingTimer = setInterval(() => {
    for (const [socket, visitor] of sockets) {
      turnOut(socket, visitor).catch((error: unknown) =>
        log.error({ err: error }, 'a session could not be checked'),
      )
      if (!answered.has(socket)) {
        socket.terminate()
        continue
      }
      answered.delete(socket)
      socket.ping()
    }
  }, pingEveryMs)

  return {
    add(socket, visitor) {
      if (closed) return socket.terminate()
      if (socket.readyState !== socket.OPEN) return // it went while we looked who it is
      // Listeners first and synchronously: frames that come before them are lost.
      socket.on('pong', () => answered.add(socket))
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', (error) => log.debug({ err: error }, 'events socket failed'))
      answered.add(socket)
      sockets.set(socket, visitor)
      send(socket, { type: 'hello', version })
    },
    tell,
    broadcast,
    close() {
      closed = true
      clearTimeout(pollTimer)
      clearInterval(pruneTimer)
      clearInterval(pingTimer)
      for (const socket of sockets.keys()) socket.close(1001, 'The appliance is stopping')
      // A tab that is frozen does not answer.
      setTimeout(() => sockets.forEach((_, socket) => socket.terminate()), 1000).unref()
    },
  }
}
