import type { Attendee, Location } from '#contract/transcripts.ts'
import { AppError } from '../errors.ts'

/** Characters. */
const longest = { speakerId: 100, name: 200, role: 200, email: 254, url: 2000, address: 500, placeId: 300 }

// Enough to catch a name in the wrong field; whether somebody reads there, only a message can tell.
const emailRule = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/

const wrong = (sentence: string): AppError => new AppError('invalid_input', sentence)

/** One line, trimmed; undefined when nothing is left. */
function line(value: string | undefined, what: string, most: number): string | undefined {
  const text = value?.replace(/\s+/g, ' ').trim() ?? ''
  if (text.length > most) throw wrong(`${what} is too long: at most ${most} characters.`)
  return text === '' ? undefined : text
}

/**
 * Rows that were added and left empty are dropped.
 * @throws AppError invalid_input
 */
export function checkAttendees(rows: Attendee[]): Attendee[] {
  const checked = rows.flatMap((row) => {
    const name = line(row.name, 'The name of an attendee', longest.name)
    const role = line(row.role, `The role of ${name ?? 'an attendee'}`, longest.role)
    const email = line(row.email, `The email address of ${name ?? 'an attendee'}`, longest.email)
    const speakerId = line(row.speakerId, 'A speaker label', longest.speakerId)
    if (!name && !role && !email) return []
    if (!name) throw wrong('Please enter a name for every attendee, or remove the row.')
    if (email && !emailRule.test(email)) throw wrong(`"${email}" does not look like an email address.`)
    return [{ speakerId: speakerId ?? '', name, ...(role && { role }), ...(email && { email }) }]
  })
  return withOwnIds(checked)
}

/** Each row with an id of its own: a page knows rows by it. Those of a calendar or an import come without. */
export function withOwnIds(rows: readonly Attendee[]): Attendee[] {
  const taken = new Set(rows.map(({ speakerId }) => speakerId))
  const seen = new Set([''])
  let number = 0
  return rows.map((row) => {
    if (!seen.has(row.speakerId)) {
      seen.add(row.speakerId)
      return row
    }
    do number += 1
    while (taken.has(`attendee-${number}`))
    return { ...row, speakerId: `attendee-${number}` }
  })
}

/**
 * An online location keeps its link, a physical one its address and place id.
 * @throws AppError invalid_input
 */
export function checkLocation(location: Location | null): Location | null {
  if (!location) return null
  const name = line(location.name, 'The name of the location', longest.name)
  if (location.type === 'online') {
    const url = link(line(location.url, 'The link to the meeting', longest.url))
    return { type: 'online', name: name ?? 'Online Meeting', ...(url && { url }) }
  }
  const address = line(location.address, 'The address', longest.address)
  const placeId = line(location.placeId, 'The place', longest.placeId)
  const shown = name ?? address?.slice(0, longest.name)
  if (!shown) throw wrong('Please enter a name for the location.')
  return { type: 'physical', name: shown, ...(address && { address }), ...(placeId && { placeId }) }
}

/** It becomes a link on the page, so it may only be one to the web. */
function link(typed: string | undefined): string | undefined {
  if (!typed) return undefined
  const text = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) return text
  throw wrong('Please enter the link to the meeting as a web address, such as https://example.com/meeting.')
}
