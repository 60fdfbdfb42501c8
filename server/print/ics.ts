export type IcsEntry = {
  uid: string
  title: string
  /** ISO 8601, or a day. */
  start: string
  minutes: number
  location: string | null
  description: string | null
  kind: 'VEVENT' | 'VTODO'
  done?: boolean
}

const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/[\u0000-\u001f\u007f]/g, ' ')

/** Lines of at most 75 bytes (RFC 5545, 3.1). */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

const stamp = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const dayStamp = (day: string): string => day.slice(0, 10).replaceAll('-', '')

function linesOf(entry: IcsEntry, now: string): string[] {
  const wholeDay = entry.start.length === 10
  const moment = (name: string, iso: string): string =>
    wholeDay ? `${name};VALUE=DATE:${dayStamp(iso)}` : `${name}:${stamp(iso)}`
  const end = new Date(new Date(entry.start).getTime() + entry.minutes * 60_000).toISOString()
  return [
    `BEGIN:${entry.kind}`,
    `UID:${entry.uid}`,
    `DTSTAMP:${stamp(now)}`,
    moment(entry.kind === 'VTODO' ? 'DUE' : 'DTSTART', entry.start),
    ...(entry.kind === 'VEVENT' && !wholeDay ? [moment('DTEND', end)] : []),
    `SUMMARY:${escaped(entry.title)}`,
    ...(entry.location ? [`LOCATION:${escaped(entry.location)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
    ...(entry.kind === 'VTODO' ? [`STATUS:${entry.done ? 'COMPLETED' : 'NEEDS-ACTION'}`] : []),
    `END:${entry.kind}`,
  ]
}

/** An iCalendar file (RFC 5545). */
export function writeIcs(entries: readonly IcsEntry[]): string {
  const now = new Date().toISOString()
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meeting Appliance//EN',
    'X-WR-CALNAME:Meeting Appliance',
    ...entries.flatMap((entry) => linesOf(entry, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
