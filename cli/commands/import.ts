import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { AppError } from '../../server/errors.ts'
import { isMissing } from '../../server/files/exists.ts'
import { findRunningServer } from '../../server/files/lock.ts'
import { descriptionOf, lookInto, type ImportResult } from '../../server/inbox/service.ts'
import type { Services } from '../../server/services.ts'
import { untilTranscribed, whileWorkIsDone } from '../follow.ts'
import { withServices } from '../open.ts'
import {
  countOf,
  createBar,
  duration,
  exitCodes,
  note,
  print,
  printJson,
  table,
  wantsJson,
} from '../output.ts'

type Options = {
  wait?: boolean
  title?: string
  date?: string
  company?: string
  recursive?: boolean
  dryRun?: boolean
  again?: boolean
}

export function importCommand(program: Command): void {
  program
    .command('import')
    .argument(
      '<path...>',
      'files, and folders of files: recordings, transcripts, agendas, calendars, news feeds',
    )
    .description('take in files as the shared folder does; they stay where they are')
    .option('--recursive', 'also what lies in folders below')
    .option('--dry-run', 'say what would come of each file, and take in nothing')
    .option(
      '--title <title>',
      "the meeting's title (one file; otherwise as a .json beside it or its name says)",
    )
    .option('--date <date>', 'when the meeting was, such as "2026-11-19 14:30" (one file)')
    .option('--company <company>', 'whose meetings they are: name or company number')
    .option('--again', 'also what was taken in before')
    .option('--wait', 'show progress and print the transcripts when they are done')
    .action(async (paths: string[], options: Options, command: Command) => {
      await withServices((services) => importPaths(services, paths, options, command))
    })
}

/** What became of one file, as `--json` prints it. */
type Outcome = {
  file: string
  result: 'taken' | 'duplicate' | 'failed'
  kind?: ImportResult['kind']
  title?: string
  meetingDate?: string | null
  message?: string
  recording?: Recording
  transcript?: Transcript
  error?: string
  code?: string
}

type File = { root: string; path: string; sidecar: string | null; shown: string; isNamed: boolean }

async function importPaths(
  services: Services,
  paths: string[],
  options: Options,
  command: Command,
): Promise<void> {
  const json = wantsJson(command)
  const outcomes: Outcome[] = []
  const files: File[] = []
  for (const path of paths)
    await filesAt(path, options.recursive === true).then(
      (found) => files.push(...found),
      (error: unknown) => outcomes.push(failure(path, error)),
    )
  if (files.length > 1 && (options.title ?? options.date) !== undefined)
    command.error('error: --title and --date go with one file')
  const since = performance.now()
  const many = files.length > 20
  const line = createBar()
  for (const [at, file] of files.entries()) {
    if (many) line.show(at, files.length, file.shown)
    const outcome = await takeOne(services, file, options)
    if (outcome) outcomes.push(outcome)
  }
  line.end()
  if (options.wait && !options.dryRun) await waitForAll(services, outcomes, json)
  if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = exitCodes.failed
  if (json) return printJson(outcomes)
  report(outcomes, { seconds: (performance.now() - since) / 1000, many, options })
  const queued = outcomes.some(({ kind, result }) => kind === 'recording' && result === 'taken')
  if (queued && !options.wait && !options.dryRun && !(await findRunningServer(services.paths)))
    note(
      'No appliance runs on this data directory; `npm start` or `npx appliance serve` transcribes what is queued.',
    )
}

/** A file, or what lies in a folder. @throws AppError */
async function filesAt(given: string, recursive: boolean): Promise<File[]> {
  const path = await realpath(resolve(given)).catch((error: unknown) => {
    if (isMissing(error)) throw new AppError('not_found', 'There is no such file.', { cause: error })
    throw error
  })
  const found = await lstat(path)
  if (found.isDirectory()) {
    const all = await lookInto(path, { recursive, own: false })
    return all.map((one) => ({ ...one, root: path, shown: join(given, one.path), isNamed: false }))
  }
  if (!found.isFile()) throw new AppError('invalid_input', 'This is not a file.')
  const [root, name] = [dirname(path), basename(path)]
  return [{ root, path: name, sidecar: await descriptionOf(root, name), shown: given, isNamed: true }]
}

function failure(file: string, error: unknown): Outcome {
  if (!(error instanceof AppError)) throw error
  note(`${file}: ${error.message}`)
  return { file, result: 'failed', error: error.message, code: error.code }
}

/** null: it only describes a file that is not there. */
async function takeOne(services: Services, file: File, options: Options): Promise<Outcome | null> {
  const { title, date, company, again = false, dryRun = false } = options
  try {
    const taken = await services.inbox.take(file, { wishes: { title, date, company }, again, dryRun })
    if (!taken && file.isNamed)
      throw new AppError('invalid_input', 'It describes a file that is not here, and is none itself.')
    if (!taken) return null
    const { recordingId } = taken
    return {
      ...{ file: file.shown, result: taken.result, kind: taken.kind, title: taken.title },
      ...{ meetingDate: taken.heldAt, message: taken.message },
      ...(recordingId !== null && {
        recording: await services.recordings.get(services.db.read, recordingId),
      }),
    }
  } catch (error) {
    return failure(file.shown, error)
  }
}

type Told = { seconds: number; many: boolean; options: Options }

function report(outcomes: Outcome[], { seconds, many, options }: Told): void {
  const of = (result: Outcome['result']): Outcome[] => outcomes.filter((one) => one.result === result)
  const [taken, before, failed] = [of('taken'), of('duplicate'), of('failed')]
  if (options.dryRun) print(table(outcomes.map(asRow)))
  else if (!many && !options.wait) for (const one of [...taken, ...before]) print(sentence(one))
  if (!many && !options.dryRun) return
  const verb = options.dryRun ? 'would be taken in' : 'taken in'
  const kinds = [...new Set(taken.map(({ kind }) => kind!))].map((kind) =>
    countOf(taken.filter((one) => one.kind === kind).length, kind),
  )
  print(
    `${countOf(outcomes.length, 'file')}: ${taken.length} ${verb}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}, ` +
      `${before.length} taken in before, ${failed.length} failed. ${duration(seconds)}.`,
  )
  if (many && !options.dryRun && failed.length > 0) print(table(failed.map(asRow)))
}

const asRow = ({ file, result, kind, title, meetingDate, message, error }: Outcome): string[] =>
  result === 'failed'
    ? ['failed', file, error ?? '']
    : [
        result === 'taken' ? kind! : 'before',
        file,
        [meetingDate?.slice(0, 10), title, result === 'duplicate' ? message : null]
          .filter(Boolean)
          .join(', '),
      ]

function sentence({ result, kind, recording, title, message }: Outcome): string {
  if (result === 'duplicate') return message!
  if (kind === 'recording' && recording)
    return `Recording ${recording.id} "${recording.title}" is queued for transcription.`
  if (recording) return `Recording ${recording.id} "${recording.title}" was taken in as a transcript.`
  return `"${title}": ${message}`
}

/** With a server at work it does the transcribing; without one this process does, for as long as it waits. */
async function waitForAll(services: Services, outcomes: Outcome[], json: boolean): Promise<void> {
  await whileWorkIsDone(services, async (ensureWorker) => {
    for (const outcome of outcomes) {
      if (!outcome.recording) continue
      const { id } = outcome.recording
      const recording = await untilTranscribed(services, id, ensureWorker)
      outcome.recording = recording
      outcome.transcript = await services.transcripts.get(id)
      if (recording.status !== 'done') {
        process.exitCode = exitCodes.failed
        note(`${recording.title}: ${recording.failureReason ?? 'The transcription was cancelled.'}`)
      } else if (!json) print((await services.transcripts.asTextFile(id)).text)
    }
  })
}
