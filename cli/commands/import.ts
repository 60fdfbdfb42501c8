import { copyFile, rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Recording } from '#contract/recordings.ts'
import { AppError } from '../../server/errors.ts'
import { needSpace } from '../../server/files/disk.ts'
import { isMissing } from '../../server/files/exists.ts'
import { findRunningServer, lockDataDirectory } from '../../server/files/lock.ts'
import { temporaryUpload } from '../../server/files/sweep.ts'
import { firstPersonId } from '../../server/people/service.ts'
import { titleFromFileName } from '../../server/recordings/service.ts'
import { startRuntime } from '../../server/runtime.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import { createProgressLine, duration, exitCodes, note, print, printJson, reportFailure } from '../output.ts'

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

async function importFiles(
  services: Services,
  files: string[],
  options: Options,
  json: boolean,
): Promise<void> {
  const imported: Recording[] = []
  for (const file of files) {
    try {
      const recording = await importFile(services, resolve(file), options.title)
      imported.push(recording)
      if (!json && !options.wait)
        print(`Recording ${recording.id} "${recording.title}" is queued for transcription.`)
    } catch (error) {
      reportFailure(
        error instanceof AppError
          ? new AppError(error.code, `${file}: ${error.message}`, { cause: error })
          : error,
        json,
      )
    }
  }
  if (options.wait) await waitForAll(services, imported, json)
  else if (json) printJson(imported)
  else if (imported.length > 0 && !(await findRunningServer(services.paths)))
    note(
      'No appliance runs on this data directory; `npm start` or `appliance serve` transcribes what is queued.',
    )
}

async function importFile({ paths, recordings }: Services, file: string, title?: string): Promise<Recording> {
  const size = await fileSize(file)
  await needSpace(paths.uploads, size)
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
async function waitForAll(services: Services, recordings: Recording[], json: boolean): Promise<void> {
  const lock = await lockDataDirectory(services.paths)
  if (lock) await lock.announce(null)
  const runtime = lock ? await startRuntime(services) : null
  const finished: { recording: Recording; transcript: unknown }[] = []
  try {
    for (const { id } of recordings) {
      const recording = await waitFor(services, id)
      const transcript = await services.transcripts.get(id)
      finished.push({ recording, transcript })
      if (recording.status !== 'done') {
        process.exitCode = exitCodes.failed
        note(`${recording.title}: ${recording.failureReason ?? 'The transcription was cancelled.'}`)
      } else if (!json) {
        const { text } = await services.transcripts.asTextFile(id)
        print(text)
      }
    }
  } finally {
    await runtime?.stop()
    await lock?.release()
  }
  if (json) printJson(finished)
}

async function waitFor({ db, recordings }: Services, id: number): Promise<Recording> {
  const line = createProgressLine()
  for (;;) {
    const recording = await recordings.get(db.read, id)
    const { job, status } = recording
    if (status !== 'waiting' && status !== 'transcribing') {
      line.end()
      return recording
    }
    const percent = Math.floor(job?.progress ?? 0)
    const left = job?.secondsLeft ? `, about ${duration(job.secondsLeft)} left` : ''
    const step = job?.step ?? 'Waiting'
    line.show(`${step} ${Math.floor(percent / 10)}`, `${recording.title}: ${step}, ${percent} %${left}`)
    await pause(300)
  }
}
