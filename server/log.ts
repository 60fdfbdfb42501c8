import { join } from 'node:path'
import { multistream, pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'
import { openLogFile } from './files/log-file.ts'

/** JSON lines on stderr, so that stdout stays for what a command prints. Never log titles, words or file names of meetings. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export function createLog(config: Pick<Config, 'logLevel'>, name: string): Log {
  return pino({ name, level: config.logLevel, base: { pid: process.pid } }, standardError(config.logLevel))
}

const standardError = (level: Config['logLevel']): DestinationStream =>
  process.stderr.isTTY ? forPeople(level) : pino.destination({ fd: 2, sync: true })

/**
 * The same, and in a file of the data directory too, which is turned before it grows large. The file has at least what
 * is worth knowing afterwards (`info`), even where a terminal shows less.
 */
export function createKeptLog(config: Pick<Config, 'logLevel' | 'dataDir'>, name: string): Log {
  const { logLevel: level, dataDir } = config
  if (level === 'silent') return createLog(config, name)
  const kept = level === 'debug' ? 'debug' : 'info'
  const streams = [
    { level, stream: standardError(level) },
    { level: kept, stream: openLogFile(join(dataDir, 'logs', `${name}.log`)) },
  ] as const
  return pino({ name, level: kept, base: { pid: process.pid } }, multistream([...streams]))
}

const words: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'Warning', 50: 'Error' }

/** A name in a message must not write lines of its own, or move the cursor. @param stack its lines stay lines */
export const escaped = (text: string, stack = false): string =>
  text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, (sign) =>
    stack && sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Somebody watches: a line each, with what an error says; where it came from only for whoever asked for `debug`. */
function forPeople(level: Config['logLevel']): DestinationStream {
  return {
    write(json) {
      const line = JSON.parse(json) as {
        level: number
        msg?: string
        why?: string
        err?: { message?: string; stack?: string }
      }
      const error = level === 'debug' ? line.err?.stack : line.err?.message
      const rest = [line.why, error].filter(Boolean).join('; ')
      const text = `${words[line.level] ?? 'Log'}: ${line.msg ?? ''}${rest && ` (${rest})`}`
      process.stderr.write(`${escaped(text, level === 'debug')}\n`)
    },
  }
}
