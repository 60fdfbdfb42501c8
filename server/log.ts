import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on stderr, so that stdout stays for what a command prints. Never log titles, words or file names of meetings. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export function createLog(config: Pick<Config, 'logLevel'>, name: string): Log {
  return pino(
    { name, level: config.logLevel, base: { pid: process.pid } },
    process.stderr.isTTY ? forPeople(config.logLevel) : pino.destination({ fd: 2, sync: true }),
  )
}

const words: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'Warning', 50: 'Error' }

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
      process.stderr.write(`${words[line.level] ?? 'Log'}: ${line.msg ?? ''}${rest && ` (${rest})`}\n`)
    },
  }
}
