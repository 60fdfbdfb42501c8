import { uploadRecording, type Recording } from '#contract/recordings.ts'
import { errorFrom, userId } from '../../api.ts'
import { isOk, sendForm, type UploadProgress } from '../../send.ts'

const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo', 'video/x-matroska']
const videoExtensions = ['mp4', 'webm', 'mov', 'avi', 'mkv']

/** What the file picker offers until the server has said what it takes. */
const usualTypes = ['audio/*', ...videoTypes, '.mp3', '.wav', '.m4a', '.ogg', '.opus', '.flac']
export const usuallyAccepted = [...usualTypes, ...videoExtensions.map((extension) => `.${extension}`)].join(
  ',',
)

type Named = Pick<File, 'name' | 'type'>

function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

export function isVideo(file: Named): boolean {
  return file.type ? file.type.startsWith('video/') : videoExtensions.includes(extensionOf(file.name))
}

/**
 * Any audio and the named videos; a file whose type the browser does not know is judged by its extension.
 * @param accept the server's list, as a file picker reads it: "audio/*,video/mp4,.mp3"
 */
export function isAccepted(file: Named, accept: string = usuallyAccepted): boolean {
  if (file.type) return file.type.startsWith('audio/') || videoTypes.includes(file.type)
  const extension = extensionOf(file.name)
  return extension !== '' && accept.split(',').includes(`.${extension}`)
}

/** The file's name without its extension. */
export function titleFrom(name: string): string {
  return name.replace(/\.[^.]+$/, '').trim()
}

/** An upload that did not come through; `detail` is the server's own sentence, where it gave one. */
export class UploadError extends Error {
  readonly detail: string | null

  constructor(message: string, detail: string | null = null) {
    super(message)
    this.name = 'UploadError'
    this.detail = detail
  }
}

type UploadOptions = {
  file: File
  title: string
  onProgress: (progress: UploadProgress) => void
  signal: AbortSignal
}

/**
 * Sends one media file (multipart, with progress).
 * @throws UploadError with the specification's words; the signal's reason when it was cancelled
 */
export async function uploadMedia({ file, title, onProgress, signal }: UploadOptions): Promise<Recording> {
  const form = new FormData()
  // The small fields first, so that the server knows them when the file begins.
  form.append('title', title)
  form.append('userId', String(userId))
  form.append('audio', file)
  let request: XMLHttpRequest
  try {
    request = await sendForm(uploadRecording, { form, size: file.size, onProgress, signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new UploadError('Network error occurred during upload')
  }
  if (!isOk(request)) {
    const detail = errorFrom(request.status, request.responseText).message
    throw new UploadError(`Upload failed: ${request.statusText || request.status}`, detail)
  }
  try {
    return (JSON.parse(request.responseText) as { recording: Recording }).recording
  } catch (cause) {
    throw new UploadError('Failed to parse server response', cause instanceof Error ? cause.message : null)
  }
}
