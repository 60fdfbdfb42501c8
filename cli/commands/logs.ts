import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { loggedPrograms, openLog } from '../../server/files/log-reader.ts'
import { dayOf, momentOf } from '../../server/inbox/service.ts'
import {
  levelNames,
  levelNumber,
  lineAsJson,
  lineAsText,
  readLine,
  type LevelName,
  type LogLine,
} from '../log-lines.ts'
import { commandConfig } from '../open.ts'
import { exitCodes, note, print, wantsJson } from '../output.ts'

type Options = { follow?: boolean; since?: string; level: LevelName; program?: string; lines?: string }

const defaultLines = 100
const lookMs = 300
const unitMs = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

export function logsCommand(program: Command): void {
  program
    .command('logs')
    .description('what the appliance wrote to its log files, the newest last')
    .option('-f, --follow', 'go on with what comes, until Ctrl-C; with --json an object a line')
    .option('--since <time>', 'from then on: "2026-11-19", "2026-11-19 14:30", or 30m, 2h or 3d ago')
    .addOption(new Option('--level <level>', 'this and what is worse').choices(levelNames).default('info'))
    .option('--program <program>', 'of one program: server or worker (default: both)')
    .option(
      '-n, --lines <number>',
      `only the last so many (default: ${defaultLines}; with --since all of them)`,
    )
    .action(logs)
}

/** Reads the files alone: it works when the database does not. */
async function logs(options: Options, command: Command): Promise<void> {
  const { dataDir, timezone } = commandConfig()
  const folder = join(dataDir, 'logs')
  const since = sinceOf(options.since, timezone, command)
  const limit = limitOf(options, command)
  const json = wantsJson(command)
  const programs = (): Promise<string[]> => programsIn(folder, options.program)
  const isWanted = (line: LogLine): boolean =>
    line.level >= levelNumber(options.level) && (line.at ?? Infinity) >= since
  const asText = (line: LogLine): string => lineAsText(line, timezone)

  const opened = new Map<string, Log>()
  try {
    if (!options.follow) {
      if ((await programs()).length === 0) note(`There are no log files in ${folder}.`)
      await printAll(lastOf(await newLines(opened, folder, programs), isWanted, limit), json, asText)
      return
    }
    await follow(async (first) => {
      const lines = await newLines(opened, folder, programs)
      for await (const line of first ? lastOf(lines, isWanted, limit) : lines)
        if (first || isWanted(line)) print(json ? lineAsJson(line) : asText(line))
    })
  } finally {
    for (const log of opened.values()) await log.close()
  }
}

async function programsIn(folder: string, wanted: string | undefined): Promise<string[]> {
  const all = await loggedPrograms(folder)
  return wanted === undefined ? all : all.filter((one) => one === wanted)
}

/** @returns milliseconds */
function sinceOf(given: string | undefined, timezone: string, command: Command): number {
  if (given === undefined) return 0
  const ago = /^(\d{1,6}) ?([smhd])$/.exec(given)
  if (ago) return Date.now() - Number(ago[1]) * (unitMs.get(ago[2] ?? '') ?? 0)
  const local = /^(\d{4})-(\d\d)-(\d\d)(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(given)
  const day = local && dayOf(Number(local[1]), Number(local[2]), Number(local[3]))
  if (local && day) {
    const [hours = '00', minutes = '00', seconds = '00'] = local.slice(4)
    return Date.parse(momentOf({ day, time: `${hours}:${minutes}:${seconds}`, utc: false }, timezone))
  }
  const moment = /^\d{4}-\d\d-\d\dT/.test(given) ? Date.parse(given) : NaN
  if (Number.isNaN(moment))
    command.error(`error: --since takes "2026-11-19", "2026-11-19 14:30", 30m, 2h or 3d, not "${given}"`)
  return moment
}

function limitOf({ lines, since }: Options, command: Command): number {
  if (lines === undefined) return since === undefined ? defaultLines : Infinity
  if (!/^\d{1,9}$/.test(lines)) command.error(`error: --lines takes a number, not "${lines}"`)
  return Number(lines)
}

type Log = ReturnType<typeof openLog>

/** What has come to all logs since the last look, in the order of time. */
async function newLines(
  opened: Map<string, Log>,
  folder: string,
  programs: () => Promise<string[]>,
): Promise<AsyncGenerator<LogLine>> {
  for (const program of await programs())
    if (!opened.has(program)) opened.set(program, openLog(folder, program))
  return merged([...opened.values()])
}

async function* merged(logsOpen: Log[]): AsyncGenerator<LogLine> {
  const heads = await Promise.all(
    logsOpen.map(async (log) => {
      const lines = timed(log)
      return { lines, next: await lines.next() }
    }),
  )
  for (;;) {
    const waiting = heads.filter(({ next }) => !next.done)
    const [first] = waiting.toSorted((a, b) => a.next.value!.order - b.next.value!.order)
    if (!first) return
    yield first.next.value!.line
    first.next = await first.lines.next()
  }
}

/** A line without a time stands behind the one before it. */
async function* timed(log: Log): AsyncGenerator<{ line: LogLine; order: number }, undefined> {
  let order = 0
  for await (const text of log.lines()) {
    const line = readLine(log.program, text)
    order = line.at ?? order
    yield { line, order }
  }
}

async function* lastOf(
  lines: AsyncGenerator<LogLine>,
  isWanted: (line: LogLine) => boolean,
  limit: number,
): AsyncGenerator<LogLine> {
  const kept: LogLine[] = []
  for await (const line of lines)
    if (isWanted(line)) {
      if (limit === Infinity) yield line
      else kept.push(line)
      if (kept.length > 2 * limit + 1000) kept.splice(0, kept.length - limit)
    }
  yield* limit === 0 ? [] : kept.slice(-limit)
}

/** An array as it comes: days of lines need not fit into the memory. */
async function printAll(
  lines: AsyncGenerator<LogLine>,
  json: boolean,
  asText: (line: LogLine) => string,
): Promise<void> {
  let count = 0
  for await (const line of lines)
    if (json) process.stdout.write(`${count++ === 0 ? '[\n' : ',\n'}${lineAsJson(line)}`)
    else print(asText(line))
  if (json) print(count === 0 ? '[]' : '\n]')
}

/** Until Ctrl-C. */
async function follow(look: (first: boolean) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  for (let first = true; !stopping.signal.aborted; first = false) {
    await look(first)
    await pause(lookMs)
  }
  process.exitCode = exitCodes.interrupted
}
