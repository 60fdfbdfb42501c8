import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportFormats, type ExportFormat } from '#contract/exports.ts'
import { AppError } from '../../server/errors.ts'
import { exists, isMissing } from '../../server/files/exists.ts'
import { renameIfThere } from '../../server/files/rename.ts'
import { writeFileAtomically } from '../../server/files/write.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import {
  bytes,
  countOf,
  createBar,
  createProgressLine,
  exitCodes,
  note,
  print,
  printJson,
  wantsJson,
  wrongUse,
} from '../output.ts'
import { choose, withChoice, type Choice } from '../recordings.ts'

type Format = Exclude<ExportFormat, 'zip'>
type Options = Choice & { output?: string; format?: string }

/** Why a meeting has no file of a format. */
const absent = new Set(['no_audio', 'no_transcript', 'not_found'])

export function exportCommand(program: Command): void {
  withChoice(program.command('export'))
    .description('write meetings as plain files: minutes, transcripts and sound, a folder for each')
    .option('-o, --output <path>', 'folder to write to, or a .zip (default: a new folder here)')
    .option(
      '--format <formats>',
      'docx, pdf, md, txt, srt, vtt, json, audio, with commas between (default: all)',
    )
    .action((ids: string[], options: Options, command: Command) =>
      withServices((services) => exportMeetings(services, ids, options, command)),
    )
}

function formatsOf(given: string | undefined): Format[] {
  const all = exportFormats.filter((one): one is Format => one !== 'zip')
  if (given === undefined) return all
  return given.split(',').map((word) => {
    const known = all.find((one) => one === word.trim().toLowerCase())
    if (!known) return wrongUse(`--format takes ${all.join(', ')}, and "${word}" is none of them`)
    return known
  })
}

async function exportMeetings(
  services: Services,
  given: string[],
  options: Options,
  command: Command,
): Promise<void> {
  if (options.all && options.format === undefined && !isZip(options.output))
    return exportEverything(services, outputOf(options), command)
  const formats = formatsOf(options.format)
  const chosen = await choose(services, given, options, command)
  const ids = chosen.map(({ id }) => id)
  const output = outputOf(options)
  const written = isZip(output)
    ? await asZip(services, ids, formats, output)
    : await asFolders(services, ids, formats, output)
  for (const id of ids)
    await services.audit.note({
      ...{ personId: null, act: 'recording.exported', subjectKind: 'recording', subjectId: id },
      details: { formats: formats.join(',') },
    })
  if (wantsJson(command)) printJson({ output, recordings: ids, files: written })
  else print(`${countOf(ids.length, 'meeting')} written to ${output}.`)
}

const isZip = (output = ''): boolean => output.toLowerCase().endsWith('.zip')

const outputOf = ({ output }: Options): string =>
  resolve(output ?? `meetings-${new Date().toISOString().slice(0, 10)}`)

/** Meetings, documents, actions and the audit log, with checksums: what somebody takes along who leaves the appliance. */
async function exportEverything({ exports }: Services, output: string, command: Command): Promise<void> {
  const stop = new AbortController()
  const onStop = (): void => stop.abort(new AppError('cancelled', 'The export was cancelled.'))
  process.once('SIGINT', onStop)
  const line = createProgressLine()
  const { files, bytes: size } = await exports
    .everything(output, { signal: stop.signal, onFile: (name) => line.show('export', name) })
    .finally(() => process.removeListener('SIGINT', onStop))
  line.end()
  if (wantsJson(command)) printJson({ output, files, bytes: size })
  else print(`${files} files (${bytes(size)}) are in ${output}.`)
}

/** It has its name when it is whole. */
async function asZip(
  { exports }: Services,
  ids: number[],
  formats: Format[],
  output: string,
): Promise<number> {
  if (await exists(output)) throw new AppError('data_present', `${output} is there already.`)
  const part = `${output}.part`
  const stop = new AbortController()
  const onStop = (): void => stop.abort()
  process.once('SIGINT', onStop)
  try {
    const { stream } = await exports.zip(ids, formats, stop.signal)
    await pipeline(stream, createWriteStream(part, { mode: 0o600 }))
    await renameIfThere(part, output)
    return 1
  } finally {
    process.removeListener('SIGINT', onStop)
    await rm(part, { force: true })
  }
}

async function asFolders(
  services: Services,
  ids: number[],
  formats: Format[],
  output: string,
): Promise<number> {
  const there = await readdir(output).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  if (there.length > 0)
    throw new AppError('data_present', `The folder ${output} is not empty: name another one.`)
  await mkdir(output, { recursive: true, mode: 0o700 })
  const line = createBar()
  let files = 0
  for (const [at, id] of ids.entries()) {
    const { title, meetingDate, createdAt } = await services.recordings.get(services.db.read, id)
    line.show(at, ids.length, title)
    const folder = join(output, `${(meetingDate ?? createdAt).slice(0, 10)} ${safeName(title)} (${id})`)
    await mkdir(folder, { mode: 0o700 })
    for (const format of formats) if (await writeOne(services, id, format, folder)) files++
  }
  line.end()
  if (files === 0 && ids.length > 0) {
    note('These meetings have no file of that format.')
    process.exitCode = exitCodes.needsAttention
  }
  await writeFileAtomically(join(output, 'actions.csv'), await services.actions.exported('csv', 1))
  return files
}

async function writeOne({ exports }: Services, id: number, format: Format, folder: string): Promise<boolean> {
  try {
    const file = await exports.file(id, format)
    const to = join(folder, safeName(file.name))
    if ('path' in file)
      await pipeline(createReadStream(file.path), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
    else await writeFile(to, file.bytes, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof AppError && absent.has(error.code)) return false
    throw error
  }
}

/** A name that every system takes. */
const safeName = (name: string): string =>
  name
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 100)
    .trim() || 'Meeting'
