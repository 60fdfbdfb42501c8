import { z } from 'zod'
import { inboxKind } from '#contract/inbox.ts'
import { feedKinds } from '#contract/news.ts'
import { AppError } from '../errors.ts'

const line = z.string().trim().max(300)
const lines = (separator: RegExp) =>
  z.union([
    z.array(line),
    z
      .string()
      .max(5000)
      .transform((text) => text.split(separator).map((one) => one.trim())),
  ])
type Somebody = { name: string; role?: string | undefined; email?: string | undefined }
export const byName = (name: string): Somebody => ({ name })
const attendee = z.union([
  line.transform(byName),
  z.object({ name: line, role: line.optional(), email: line.optional() }),
])

/** What a .json beside a file may say of it. Everything may be left out, and anything else in it is ignored. */
const sidecar = z.object({
  title: line.optional(),
  /** A day, or a day and a time, with or without what it is ahead of UTC. */
  date: z
    .string()
    .trim()
    .regex(
      /^\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
      'is a day and, if you like, a time, such as 2026-11-19 or 2026-11-19 14:30',
    )
    .optional(),
  /** Its name, or its company number. */
  company: z.union([line, z.number().transform(String)]).optional(),
  attendees: z.union([z.array(attendee), lines(/[,;\n]/).transform((names) => names.map(byName))]).optional(),
  series: line.optional(),
  tags: lines(/[,;\n]/).optional(),
  kind: inboxKind.optional(),
  /** Of a feed. */
  feed: z.enum(feedKinds).optional(),
  competitor: line.optional(),
})
export type Sidecar = z.infer<typeof sidecar>

export const largestSidecar = 1_000_000

/** @throws AppError invalid_input with what is wrong, and where */
export function readSidecar(name: string, bytes: Uint8Array): Sidecar {
  const wrong = (what: string, cause?: unknown): AppError =>
    new AppError('invalid_input', `${name}, which describes the file, ${what}`, { cause })
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw wrong('is not JSON. Correct it, or take it away.', error)
  }
  const read = sidecar.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const field = issue?.path[0]
  throw wrong(
    field === undefined
      ? 'must be an object such as {"title": "Board meeting", "date": "2026-11-19"}.'
      : `has a wrong "${String(field)}": it ${issue!.message.startsWith('is ') ? issue!.message : `is not as it should be (${issue!.message})`}.`,
  )
}

/** Whether a .json is a news feed (JSON Feed): by its own word. */
export const isFeed = (bytes: Uint8Array): boolean =>
  /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/.test(
    new TextDecoder().decode(bytes.slice(0, 100_000)),
  )
