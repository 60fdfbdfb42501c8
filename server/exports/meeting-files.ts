import type { ExportFormat } from '#contract/exports.ts'
import type { ActionsService } from '../actions/service.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { MinutesService } from '../minutes/service.ts'
import type { Print } from '../print/print.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { asJson, asMarkdown, asMinutes, asPrinted, asText, hasTimes, type Content } from './content.ts'
import { asSrt, asVtt } from './subtitles.ts'

export type Format = Exclude<ExportFormat, 'zip'>

export type ExportedFile = { name: string; type: string } & (
  | { bytes: Uint8Array | string }
  /** Of the sound, which is streamed. */
  | { path: string }
)

const types: Record<Exclude<Format, 'audio'>, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** One meeting as a file. */
export function createMeetingFiles({
  db,
  recordings,
  transcripts,
  minutes,
  actions,
  print,
}: {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  minutes: MinutesService
  actions: ActionsService
  print: Print
}) {
  async function read(recordingId: number): Promise<Content> {
    const recording = await recordings.get(db.read, recordingId)
    const transcript = await transcripts.get(recordingId)
    const segments = transcript.segments.map((one) => ({
      ...one,
      speaker: (one.speaker && transcript.speakers[one.speaker]) ?? one.speaker,
    }))
    const written = (await minutes.current(recordingId))?.markdown ?? recording.summary
    const agreed = (await actions.ofRecording(recordingId)).actions
    return { recording, transcript, segments, minutes: written, actions: agreed }
  }

  function needSubtitles(content: Content): void {
    if (content.segments.length > 0 && hasTimes(content)) return
    throw new AppError('no_transcript', 'There are no subtitles of this meeting: its text has no times.')
  }

  function need(content: Content): void {
    if (content.minutes !== null || content.segments.length > 0) return
    throw new AppError('no_transcript', 'This meeting has neither minutes nor a transcript yet.')
  }

  async function bytesOf(
    content: Content,
    format: Exclude<Format, 'audio'>,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array | string> {
    switch (format) {
      case 'srt':
      case 'vtt':
        needSubtitles(content)
        return format === 'srt' ? asSrt(content.segments) : asVtt(content.segments)
      case 'json':
        return asJson(content)
      default:
        need(content)
    }
    if (format === 'md') return asMarkdown(content)
    if (format === 'txt') return asText(content)
    return (await print(asPrinted(content), format, signal)).bytes
  }

  async function fileOf(content: Content, format: Format, signal?: AbortSignal): Promise<ExportedFile> {
    const { id, title } = content.recording
    if (format === 'audio') {
      const sound = await recordings.sound(db.read, id)
      const extension = sound.row.audio_format ?? 'audio'
      return { name: `${title}.${extension}`, type: 'application/octet-stream', path: sound.original }
    }
    const bytes = await bytesOf(content, format, signal)
    return { name: `${title}.${format}`, type: types[format], bytes }
  }

  /** The minutes alone, with a line to sign. @throws AppError not_found */
  async function minutesFile(
    id: number,
    format: 'docx' | 'pdf',
    signal?: AbortSignal,
  ): Promise<ExportedFile> {
    const { recording, minutes: markdown } = await read(id)
    if (markdown === null) throw new AppError('not_found', 'This meeting has no minutes yet.')
    const { bytes } = await print(asMinutes(recording.title, markdown), format, signal)
    return { name: `Minutes of ${recording.title}.${format}`, type: types[format], bytes }
  }

  return { read, fileOf, minutesFile }
}
