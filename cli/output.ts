import { CommanderError, type Command } from 'commander'
import { AppError } from '../server/errors.ts'
import { ConfigError } from '../server/config.ts'

export { bytes } from '../server/files/size.ts'

export const exitCodes = { done: 0, failed: 1, wrongUse: 2, needsAttention: 3, interrupted: 130 } as const

/** Standard output is for results, so that they can be piped; everything else goes to standard error. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** A line that changes in place on a terminal; elsewhere (a log) one line each time that `text` changes in kind. */
export function createProgressLine(): { show(kind: string, text: string): void; end(): void } {
  let lastKind = ''
  let open = false
  return {
    show(kind, text) {
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001b[K${text}`)
        open = true
      } else if (kind !== lastKind) note(text)
      lastKind = kind
    },
    end() {
      if (open) process.stderr.write('\r\u001b[K')
      open = false
    },
  }
}

const barWidth = 24

/** "[######------------------]  25%" */
export function bar(part: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${String(Math.floor(part * 100)).padStart(3)}%`
}

/** How far something of many parts is: a bar on a terminal, a plain line at each tenth elsewhere. */
export function createBar(): { show(done: number, all: number, what: string): void; end(): void } {
  const line = createProgressLine()
  return {
    show(done, all, what) {
      const part = all === 0 ? 1 : done / all
      const inPlace = process.stderr.isTTY
      const width = (process.stderr.columns ?? 80) - 1
      const text = inPlace
        ? `${bar(part)} ${what}`.slice(0, width)
        : `${Math.floor(part * 100)}% (${Math.floor(done)} of ${all})`
      line.show(String(Math.floor(part * 10)), text)
    },
    end: line.end,
  }
}

/** 1000 → "1,000" */
export const count = (n: number): string => n.toLocaleString('en-GB')

/** "1 file", "3 files" */
export const countOf = (n: number, what: string): string => `${count(n)} ${what}${n === 1 ? '' : 's'}`

export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true

/** What was typed cannot be: no service was asked. Ends the command with 2, as commander's own errors do. */
export function wrongUse(message: string): never {
  throw new CommanderError(exitCodes.wrongUse, wrongUseCode, message)
}

const wrongUseCode = 'appliance.wrongUse'

/** Commander has written its own errors already, and its help. */
export function reportUse(error: CommanderError, json: boolean): void {
  if (error.exitCode === 0) return
  process.exitCode = exitCodes.wrongUse
  const message = error.message.replace(/^error: /, '')
  if (json) printJson({ error: message, message, code: 'wrong_use' })
  else if (error.code === wrongUseCode) note(`error: ${message}`)
}

/** Says what went wrong in one line (or as JSON) and sets the exit code. */
export function reportFailure(error: unknown, json: boolean): void {
  const trouble = fileTrouble(error)
  const known = error instanceof AppError || error instanceof ConfigError || trouble !== null
  const message = trouble ?? (error instanceof Error ? error.message : String(error))
  const code = codeOf(error, trouble)
  if (json) printJson({ error: message, message, code })
  else
    note(
      known
        ? message
        : `Something went wrong: ${error instanceof Error ? (error.stack ?? message) : message}`,
    )
  process.exitCode = error instanceof ConfigError ? exitCodes.wrongUse : exitCodes.failed
}

function codeOf(error: unknown, trouble: string | null): string {
  if (error instanceof AppError) return error.code
  if (error instanceof ConfigError) return 'wrong_setting'
  return trouble === null ? 'internal' : 'file_unusable'
}

const fileWords = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'it may not be read or written'],
  ['EPERM', 'it may not be read or written'],
  ['EEXIST', 'it is there already'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'it is not a folder'],
  ['ENOSPC', 'the disk is full'],
])

/** A file that was named on the command line, mostly: no fault of the appliance's. */
function fileTrouble(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null
  const words = fileWords.get(String(error.code))
  return words === undefined ? null : `${String(error.path)}: ${words}.`
}

export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (h > 0) return `${h} h ${m} min`
  return m > 0 ? `${m} min ${s} s` : `${s} s`
}

/** Rows as aligned columns. */
export function table(rows: string[][]): string {
  const widths = rows.reduce<number[]>((w, row) => row.map((cell, i) => Math.max(w[i] ?? 0, cell.length)), [])
  return rows
    .map((row) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join('  '))
    .join('\n')
}
