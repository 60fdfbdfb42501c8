import type { InboxKind } from '#contract/inbox.ts'
import type { Attendee } from '#contract/transcripts.ts'
import type { CompaniesService } from '../companies/service.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { momentOf, type Written } from './moments.ts'
import { readName } from './names.ts'
import { byName, type Sidecar } from './sidecar.ts'

/** What is known of a meeting before its file is read. */
export type Facts = {
  title: string
  heldAt: string | null
  /** The day as it was written, for finding a scheduled meeting. */
  day: string | null
  companyId: number | null
  attendees: Attendee[]
  series: string | null
  tags: string[]
  kind: InboxKind | null
}

/** What somebody says by hand (`appliance import --title …`). */
export type Wishes = { title?: string | undefined; date?: string | undefined; company?: string | undefined }

type Company = { id: number; name: string; number: string | null }

const form = /\b(?:ltd|limited|plc|llp|cic|public limited company)\b\.?/gi
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(form, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** By its name, with or without Ltd, or by its company number. */
function companyNamed(companies: readonly Company[], given: string): Company | null {
  const bare = given.replace(/\s/g, '').toUpperCase()
  const number = /^\d+$/.test(bare) ? bare.padStart(8, '0') : bare
  const exact = companies.find(
    (one) => one.name.toLowerCase() === given.toLowerCase() || one.number === number,
  )
  if (exact) return exact
  const name = plainName(given)
  const alike = name === '' ? [] : companies.filter((one) => plainName(one.name) === name)
  return alike.length === 1 ? alike[0]! : null
}

/** The company's name may be the folder's that the file lies in. */
const ofFolder = (companies: readonly Company[], path: string): Company | null => {
  for (const folder of path.split('/').slice(0, -1)) {
    const found = companyNamed(companies, folder)
    if (found) return found
  }
  return null
}

function whenOf(date: string | undefined, named: Written | null): Written | { exact: string } | null {
  if (date === undefined) return named
  const [day = '', clock] = date.split(/[T ]/)
  if (clock === undefined) return { day, time: null, utc: false }
  if (/Z$|[+-]\d{2}:?\d{2}$/.test(clock)) {
    const exact = Date.parse(
      `${day}T${clock.replace(/^(\d):/, '0$1:').replace(/([+-]\d{2})(\d{2})$/, '$1:$2')}`,
    )
    return { exact: Number.isNaN(exact) ? '' : new Date(exact).toISOString() }
  }
  return { day, time: clock.replace(/^(\d):/, '0$1:'), utc: false }
}

/**
 * What the description, the name and whoever imports say of a file; the one that says it first wins, in the order wishes,
 * description, name.
 * @throws AppError invalid_input when a company or a day is named that there is not
 */
export async function factsOf(
  { companies, handle, timezone }: { companies: CompaniesService; handle: Handle; timezone: string },
  path: string,
  said: Sidecar,
  wishes: Wishes,
): Promise<Facts> {
  const named = readName(path)
  const all = await companies.list(handle)
  const wanted = wishes.company ?? said.company
  const own = wanted === undefined ? null : companyNamed(all, wanted)
  if (wanted !== undefined && own === null)
    throw new AppError(
      'invalid_input',
      `There is no company called "${wanted}". Add it under Governance, or correct the name.`,
    )
  const ofName = named.prefix === null ? null : companyNamed(all, named.prefix.name)
  const company = own ?? ofName ?? ofFolder(all, path)
  const when = whenOf(wishes.date ?? said.date, named.when)
  const heldAt = when === null ? null : 'exact' in when ? when.exact : momentOrNull(when, timezone)
  if (when !== null && !heldAt)
    throw new AppError('invalid_input', `"${wishes.date ?? said.date}" is no day of the calendar.`)
  const title =
    wishes.title ?? (said.title || undefined) ?? (ofName === null ? named.title : named.prefix!.rest)
  return {
    title: title.slice(0, 300),
    heldAt,
    day: heldAt && new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(heldAt)),
    companyId: company?.id ?? null,
    attendees: (said.attendees ?? named.attendees.map(byName))
      .filter(({ name }) => name !== '')
      .map(({ name, role, email }) => ({
        speakerId: '',
        name,
        ...(role && { role }),
        ...(email && { email }),
      })),
    series: said.series || null,
    tags: [...new Set((said.tags ?? []).filter((tag) => tag !== ''))].slice(0, 50),
    kind: said.kind ?? null,
  }
}

/** null: there is no such day. */
function momentOrNull(when: Written, timezone: string): string | null {
  const there = Date.parse(`${when.day}T00:00:00Z`)
  if (Number.isNaN(there) || new Date(there).toISOString().slice(0, 10) !== when.day) return null
  if (when.time !== null && Number.isNaN(Date.parse(`${when.day}T${when.time}Z`))) return null
  return momentOf(when, timezone)
}
