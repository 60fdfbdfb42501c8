import { pino } from 'pino'
import { z } from 'zod'
import { escaped } from '../server/log.ts'

/** A line of a log file, as it is shown. */
export type LogLine = {
  /** Milliseconds; null: it could not be read, as after a crash in the middle of a line. */
  at: number | null
  program: string
  level: number
  message: string
  /** What else it says. */
  details: Record<string, unknown>
}

const written = z.looseObject({ time: z.number(), level: z.number(), msg: z.string().default('') })

export const levelNames = ['debug', 'info', 'warn', 'error'] as const
export type LevelName = (typeof levelNames)[number]

export const levelNumber = (name: LevelName): number => pino.levels.values[name] ?? 0
const levelName = (level: number): string => pino.levels.labels[level] ?? String(level)

export function readLine(program: string, text: string): LogLine {
  const read = written.safeParse(asJson(text))
  // What cannot be read counts as trouble: it is shown at every level.
  if (!read.success)
    return { at: null, program, level: levelNumber('error'), message: withoutSecrets(text), details: {} }
  const { time, level, msg, pid: _pid, name: _name, ...details } = read.data
  return { at: time, program, level, message: withoutSecrets(msg), details: hidden(details) }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const secretName = /pass(phrase|word)|secret|token|authorization|cookie|credential|api_?key/i

/**
 * Secrets are not written to the log in the first place. These are the ways in which one might get there all the same,
 * in the message of an error: an address with a key in it, or a long random word.
 */
const withoutSecrets = (text: string): string =>
  text
    .replace(/:\/\/[^\s/@]+@/g, '://…@')
    .replace(/(https?:\/\/[^\s?"]+)\?[^\s"]+/g, '$1?…')
    .replace(/\bBearer \S+/gi, 'Bearer …')
    .replace(/(\/calendar\/feed\/)[^\s/"]+/g, '$1…')
    .replace(/[\w-]{32,}/g, (word) => (isRandom(word) ? '…' : word))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Long names of files and functions are words: they have few digits. */
const isRandom = (word: string): boolean => !uuid.test(word) && word.replace(/\D/g, '').length >= 4

function hidden(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      secretName.test(name) && typeof value === 'string' ? '…' : hiddenIn(value),
    ]),
  )
}

function hiddenIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(hiddenIn)
  if (typeof value === 'object' && value !== null) return hidden({ ...value })
  return value
}

export const lineAsJson = ({ at, program, level, message, details }: LogLine): string =>
  JSON.stringify({
    ...details,
    ...{ time: at === null ? null : new Date(at).toISOString(), program, level: levelName(level), message },
  })

/** "2026-11-19 14:30:05  server  warn   a program went down (program=ffmpeg)" */
export function lineAsText({ at, program, level, message, details }: LogLine, timezone: string): string {
  const { err, ...rest } = details
  const said = [errorMessage(err), ...Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`)]
  const what = said.filter((one) => one !== null).join(', ')
  const time = at === null ? '–'.padEnd(19) : clock(at, timezone)
  return `${time}  ${program.padEnd(6)}  ${levelName(level).padEnd(5)}  ${escaped(message)}${what && ` (${what})`}`
}

/** Whoever wants an error's stack asks for JSON. */
const errorMessage = (error: unknown): string | null => {
  const read = z.looseObject({ message: z.string() }).safeParse(error)
  return read.success ? escaped(read.data.message) : null
}

const shown = (value: unknown): string =>
  escaped(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)))

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(at: number, timeZone: string): string {
  const known = clocks.get(timeZone)
  // Swedish writes dates as ISO 8601 does.
  const format =
    known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, format)
  return format.format(at)
}
