import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on stderr, so that stdout stays for what a command prints. Never log titles, words or file names of meetings. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export function createLog(config: Pick<Config, 'logLevel'>, name: string): Log {
  return pino(
    { name, level: config.logLevel, base: { pid: process.pid } },
    pino.destination({ fd: 2, sync: true }),
  )
}
