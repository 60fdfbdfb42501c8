import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ActionsService } from '../actions/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { DocumentsService } from '../documents/service.ts'
import type { Log } from '../log.ts'
import type { MinutesService } from '../minutes/service.ts'
import type { Print } from '../print/print.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { Content } from './content.ts'
import { createMeetingFiles, type ExportedFile, type Format } from './meeting-files.ts'
import { writeFolder } from './folder.ts'

export type { ExportedFile } from './meeting-files.ts'

const everything: readonly Format[] = ['docx', 'pdf', 'md', 'txt', 'srt', 'vtt', 'json', 'audio']

/** Why a meeting has no file of a format: that is no failure where everything is asked for. */
const absent = new Set(['no_audio', 'no_transcript', 'not_found'])

/** Has no actions of their own: those of the meetings are exported, not somebody's list. */
const nobody = 0

export type ExportsService = ReturnType<typeof createExports>

export function createExports({
  db,
  log,
  recordings,
  transcripts,
  minutes,
  actions,
  documents,
  audit,
  print,
}: {
  db: Db
  log: Log
  recordings: RecordingsService
  transcripts: TranscriptsService
  minutes: MinutesService
  actions: ActionsService
  documents: Pick<DocumentsService, 'everyFile'>
  audit: AuditService
  print: Print
}) {
  const { read, fileOf, minutesFile } = createMeetingFiles({
    ...{ db, recordings, transcripts, minutes, actions, print },
  })

  /** One after the other, so that no more than one meeting is in memory. */
  async function* filesOf(
    ids: readonly number[],
    formats: readonly Format[],
    signal: AbortSignal,
  ): AsyncGenerator<{ folder: string; file: ExportedFile }> {
    const folders = new Set<string>()
    for (const id of ids) {
      signal.throwIfAborted()
      const content = await read(id).catch(nullIfAbsent)
      if (content === null) continue
      const folder = folderOf(content, folders)
      for (const format of formats) {
        signal.throwIfAborted()
        const file = await fileOf(content, format, signal).catch(nullIfAbsent)
        if (file) yield { folder, file: { ...file, name: safeName(file.name) } }
      }
    }
  }

  async function fillZip(
    zip: ZipFile,
    ids: readonly number[],
    formats: readonly Format[],
    signal: AbortSignal,
  ): Promise<void> {
    for await (const { folder, file } of filesOf(ids, formats, signal))
      await add(zip, `${ids.length === 1 ? '' : `${folder}/`}${file.name}`, file, signal)
    zip.end()
  }

  return {
    minutesFile,

    /**
     * Everything that is kept, as plain files in a folder that is not there yet.
     * @throws AppError data_present
     */
    async everything(
      target: string,
      options: { signal: AbortSignal; onFile: (name: string) => void },
    ): Promise<{ files: number; bytes: number }> {
      const ids = await recordings.all(db.read)
      const done = await writeFolder(
        target,
        {
          meetings: () => filesOf(ids, everything, options.signal),
          documents: () => documents.everyFile(),
          audit: () => audit.jsonLines(),
          actions: () => actions.exported('csv', nobody),
        },
        options,
      )
      await audit.note({ personId: null, act: 'system.exported', details: { files: done.files } })
      return done
    },

    /** @throws AppError not_found, no_audio, no_transcript, export_failed */
    file: async (recordingId: number, format: Format, signal?: AbortSignal): Promise<ExportedFile> =>
      fileOf(await read(recordingId), format, signal),

    /**
     * A zip that is made while it is read.
     * @param signal its reader has gone
     * @throws AppError not_found
     */
    async zip(
      ids: readonly number[],
      formats: readonly Format[] | undefined,
      signal: AbortSignal,
    ): Promise<{ name: string; stream: Readable }> {
      const [only] = await Promise.all(ids.map((id) => recordings.get(db.read, id)))
      const zip = new ZipFile()
      const stream = Readable.from(zip.outputStream, { objectMode: false })
      fillZip(zip, [...new Set(ids)], formats ?? everything, signal).catch((error: unknown) => {
        // A zip that ends half-way must not look like a whole one.
        if (!signal.aborted) log.error({ err: error }, 'meetings could not be exported')
        stream.destroy(error instanceof Error ? error : new Error(String(error)))
      })
      const name = ids.length === 1 && only ? safeName(only.title) : `Meetings (${ids.length})`
      return { name: `${name}.zip`, stream }
    },
  }
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof AppError && absent.has(error.code)) return null
  throw error
}

/** Waits until it has been read: a slow reader keeps the next from being made. */
async function add(zip: ZipFile, name: string, file: ExportedFile, signal: AbortSignal): Promise<void> {
  const source = 'path' in file ? createReadStream(file.path) : Readable.from([Buffer.from(file.bytes)])
  zip.addReadStream(source, name, { compress: !('path' in file) })
  await finished(source, { signal })
}

/** A name that every system takes. */
const safeName = (name: string): string =>
  name
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 150)
    .trim() || 'Meeting'

function folderOf({ recording: { id, title, meetingDate, createdAt } }: Content, taken: Set<string>): string {
  const day = (meetingDate ?? createdAt).slice(0, 10)
  const name = safeName(`${day} ${title}`.slice(0, 100))
  const unique = taken.has(name.toLowerCase()) ? `${name} (${id})` : name
  taken.add(unique.toLowerCase())
  return unique
}
