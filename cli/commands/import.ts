import { copyFile, rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { AppError } from '../../server/errors.ts'
import { requireSpace } from '../../server/files/disk.ts'
import { isMissing } from '../../server/files/exists.ts'
import { findRunningServer } from '../../server/files/lock.ts'
import { temporaryUpload } from '../../server/files/sweep.ts'
import { firstPersonId } from '../../server/people/service.ts'
import { titleFromFileName } from '../../server/recordings/service.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import { createProgressLine, duration, exitCodes, note, print, printJson } from '../output.ts'
import { createStandIn } from '../stand-in.ts'

type Options = { wait?: boolean; title?: string }

export function importCommand(program: Command): void {
  program
    .command('import')
    .argument('<file...>', 'recordings: any audio, or MP4, WebM, MOV, AVI, MKV')
    .description('queue recordings for transcription')
    .option('--title <title>', "the meeting's title (one file; otherwise the file's name)")
    .option('--wait', 'show progress and print the transcript when it is done')
    .action(async (files: string[], options: Options, command: Command) => {
      const json = command.optsWithGlobals<{ json?: boolean }>().json === true
      if (options.title !== undefined && files.length > 1) command.error('error: --title goes with one file')
      await withServices((services) => importFiles(services, files, options, json))
    })
}

/** What became of one file, as `--json` prints it. */
type Outcome = { file: string; recording?: Recording; transcript?: Transcript; error?: string; code?: string }

async function importFiles(
  services: Services,
  files: string[],
  options: Options,
  json: boolean,
): Promise<void> {
  const outcomes: Outcome[] = []
  for (const file of files) {
    try {
      const recording = await importFile(services, resolve(file), options.title)
      outcomes.push({ file, recording })
      if (!json && !options.wait)
        print(`Recording ${recording.id} "${recording.title}" is queued for transcription.`)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcomes.push({ file, error: error.message, code: error.code })
      note(`${file}: ${error.message}`)
      process.exitCode = exitCodes.failed
    }
  }
  if (options.wait) await waitForAll(services, outcomes, json)
  if (json) printJson(outcomes)
  else if (!options.wait && outcomes.some((o) => o.recording) && !(await findRunningServer(services.paths)))
    note(
      'No appliance runs on this data directory; `npm start` or `npx appliance serve` transcribes what is queued.',
    )
}

async function importFile({ paths, recordings }: Services, file: string, title?: string): Promise<Recording> {
  const size = await fileSize(file)
  await requireSpace(paths.uploads, size)
  const copy = temporaryUpload(paths)
  try {
    await copyFile(file, copy)
    return await recordings.keep({
      path: copy,
      name: basename(file),
      mimeType: '',
      bytes: size,
      title: title ?? titleFromFileName(file),
      personId: firstPersonId,
      source: 'import',
    })
  } finally {
    await rm(copy, { force: true })
  }
}

async function fileSize(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
    throw new AppError('invalid_input', 'This is not a file.')
  } catch (error) {
    if (isMissing(error)) throw new AppError('not_found', 'There is no such file.', { cause: error })
    throw error
  }
}

/** With a server at work it does the transcribing; without one this process does, for as long as it waits. */
async function waitForAll(services: Services, outcomes: Outcome[], json: boolean): Promise<void> {
  const standIn = createStandIn(services)
  const stop = (): void => {
    // Handed back, not lost: whoever works on the data directory next goes on with it.
    void standIn.stop().then(() => process.exit(exitCodes.interrupted))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    for (const outcome of outcomes) {
      if (!outcome.recording) continue
      const { id } = outcome.recording
      const recording = await waitFor(services, id, standIn.ensure)
      outcome.recording = recording
      outcome.transcript = await services.transcripts.get(id)
      if (recording.status !== 'done') {
        process.exitCode = exitCodes.failed
        note(`${recording.title}: ${recording.failureReason ?? 'The transcription was cancelled.'}`)
      } else if (!json) print((await services.transcripts.asTextFile(id)).text)
    }
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
    await standIn.stop()
  }
}

async function waitFor(
  { db, recordings }: Services,
  id: number,
  ensureWorker: () => Promise<void>,
): Promise<Recording> {
  const line = createProgressLine()
  for (;;) {
    await ensureWorker()
    const recording = await recordings.get(db.read, id)
    const { job, status } = recording
    if (status !== 'waiting' && status !== 'transcribing') {
      line.end()
      return recording
    }
    const percent = Math.floor(job?.progress ?? 0)
    const left = job?.secondsLeft ? `, about ${duration(job.secondsLeft)} left` : ''
    const step = job?.step ?? 'Waiting'
    line.show(`${step} ${Math.floor(percent / 10)}`, `${recording.title}: ${step}, ${percent}%${left}`)
    await pause(300)
  }
}
