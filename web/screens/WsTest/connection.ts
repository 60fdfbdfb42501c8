import { livePath, type ClientMessage, type ServerMessage } from '#contract/live.ts'

/** One try of the recorder's socket, as /ws-test makes it. */

export type Status = 'Idle' | 'Connecting' | 'Connected' | 'Error'

/** The specification's. */
const openWithin = 5000

export function addressOfSocket(): string {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${livePath}`
}

type TryOptions = { onStatus: (status: Status) => void; onLog: (line: string) => void }

/** Opens the socket and says what happens. Returns the way out. */
export function tryConnection({ onStatus, onLog }: TryOptions): () => void {
  const address = addressOfSocket()
  let status: Status = 'Connecting'
  let sentAt = 0
  const become = (next: Status) => {
    status = next
    onStatus(next)
  }
  become('Connecting')
  onLog(`Connecting to ${address}`)
  const socket = new WebSocket(address)
  const timer = setTimeout(() => {
    onLog('No connection within 5 seconds')
    become('Error')
    leave()
  }, openWithin)

  socket.onopen = () => {
    clearTimeout(timer)
    become('Connected')
    sentAt = Date.now()
    const ping: ClientMessage = { type: 'ping', timestamp: sentAt }
    socket.send(JSON.stringify(ping))
    onLog(`Connected; ping sent with timestamp ${sentAt}`)
  }
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as ServerMessage
    if (message.type === 'pong' && message.timestamp === sentAt) onLog(`pong after ${Date.now() - sentAt} ms`)
    else onLog(`Received: ${data}`)
    if (message.type !== 'heartbeat') return
    const pong: ClientMessage = { type: 'pong', timestamp: Date.now(), respondingTo: message.timestamp }
    socket.send(JSON.stringify(pong))
  }
  socket.onerror = () => {
    clearTimeout(timer)
    onLog('The browser reports an error on the connection')
    become('Error')
  }
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer)
    onLog(`Closed with code ${code}${reason && `: ${reason}`}`)
    if (status === 'Connecting') become('Error')
    else if (status === 'Connected') become('Idle')
  }

  const leave = () => {
    clearTimeout(timer)
    socket.onopen = null
    socket.onmessage = null
    socket.onerror = null
    socket.onclose = null
    socket.close()
  }
  return leave
}
