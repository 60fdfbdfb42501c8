import { basename, extname } from 'node:path'
import { AppError } from '../errors.ts'
import { mediaExtension } from './media.ts'

/**
 * What must be right about a file before it is kept.
 * @throws AppError invalid_input, unsupported_media_type, empty_file
 */
export function checkUpload(file: { title: string; name: string; mimeType: string; bytes: number }): {
  title: string
  extension: string
} {
  const title = file.title.trim().slice(0, 300)
  if (title === '') throw new AppError('invalid_input', 'Please select a file and enter a title')
  const extension = mediaExtension(file.mimeType, file.name)
  if (!extension)
    throw new AppError(
      'unsupported_media_type',
      'Please select an audio file (MP3, WAV) or video file (MP4, WebM, MOV, AVI, MKV)',
    )
  if (file.bytes === 0) throw new AppError('empty_file', 'The file is empty.')
  return { title, extension }
}

/** Whether a file counts as sound or video, by its name. */
export const isMediaFile = (name: string): boolean => mediaExtension('', name) !== null

/** A title for a file that came without one. */
export function titleFromFileName(name: string): string {
  return (
    basename(name, extname(name))
      .replace(/[_\s]+/g, ' ')
      .trim() || 'Recording'
  )
}
