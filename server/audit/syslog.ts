import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import type { AuditEntry } from '#contract/audit.ts'
import type { Log } from '../log.ts'
import { regularly } from '../regularly.ts'
import type { AuditService } from './service.ts'

const lookMs = 2000
const deadlineMs = 5000
/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5

/** RFC 5424; entries hold identifiers only, so nothing in them needs escaping beyond JSON. */
export const syslogLine = (entry: AuditEntry, host: string): string =>
  `<${priority}>1 ${entry.at} ${host} meeting-appliance ${process.pid} audit - ${JSON.stringify(entry)}`

async function sendUdp({ hostname: host, port }: URL, lines: string[]): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const line of lines)
      await new Promise<void>((resolve, reject) =>
        socket.send(line, Number(port || 514), host, (error) => (error ? reject(error) : resolve())),
      )
  } finally {
    socket.close()
  }
}

/** Octet counting (RFC 6587): a line break within a message cannot begin another. */
const framed = (lines: string[]): string => lines.map((line) => `${Buffer.byteLength(line)} ${line}`).join('')

const sendTcp = ({ hostname: host, port }: URL, lines: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 601) })
    socket.setTimeout(deadlineMs, () => socket.destroy(new Error('the syslog server does not answer')))
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.end(framed(lines))
  })

/**
 * Passes new entries on, whichever process wrote them. What was written while the appliance was down is not sent: the
 * log itself is what counts.
 * @param target udp://host:514 or tcp://host:601
 * @returns what ends it
 */
export async function startSyslog(
  audit: AuditService,
  target: string,
  log: Log,
): Promise<() => Promise<void>> {
  const url = new URL(target)
  const send = url.protocol === 'tcp:' ? sendTcp : sendUdp
  let last = await audit.lastId()
  return regularly(
    lookMs,
    async () => {
      for (let entries = await audit.after(last); entries.length > 0; entries = await audit.after(last)) {
        await send(
          url,
          entries.map((entry) => syslogLine(entry, hostname())),
        )
        last = entries.at(-1)!.id
      }
    },
    (error) => log.warn({ err: error }, 'the audit log could not be passed on to syslog'),
  )
}
