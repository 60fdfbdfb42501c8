import { uploadRecording, type Recording } from '#contract/recordings.ts'
import { errorFrom, userId } from '../../api.ts'

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

export type UploadProgress = {
  sent: number
  total: number
  /** Bytes a second over the last few seconds; null until there is something to measure. */
  rate: number | null
  secondsLeft: number | null
}

type Sample = { at: number; sent: number }
const measuredOver = 5000

/** Turns progress events into a rate that neither jumps nor lags. @param now milliseconds */
export function meter(total: number): (sent: number, now: number) => UploadProgress {
  let samples: Sample[] = []
  return (sent, now) => {
    samples = [...samples.filter((sample) => now - sample.at <= measuredOver), { at: now, sent }]
    const first = samples[0]
    const elapsed = first ? (now - first.at) / 1000 : 0
    const rate = first && elapsed >= 0.5 ? (sent - first.sent) / elapsed : null
    return { sent, total, rate, secondsLeft: rate ? (total - sent) / rate : null }
  }
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
 * Sends one media file (multipart, with progress, which fetch cannot report).
 * @throws UploadError with the specification's words; the signal's reason when it was cancelled
 */
export function uploadMedia({ file, title, onProgress, signal }: UploadOptions): Promise<Recording> {
  const form = new FormData()
  // The small fields first, so that the server knows them when the file begins.
  form.append('title', title)
  form.append('userId', String(userId))
  form.append('audio', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const measure = meter(file.size)
    request.upload.onprogress = (event) => {
      // The body is a little longer than the file; the file is what people know the size of.
      const sent = event.total ? (event.loaded / event.total) * file.size : event.loaded
      onProgress(measure(sent, performance.now()))
    }
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        const detail = errorFrom(request.status, request.responseText).message
        return reject(new UploadError(`Upload failed: ${request.statusText || request.status}`, detail))
      }
      try {
        resolve((JSON.parse(request.responseText) as { recording: Recording }).recording)
      } catch (cause) {
        reject(
          new UploadError('Failed to parse server response', cause instanceof Error ? cause.message : null),
        )
      }
    }
    request.onerror = () => reject(new UploadError('Network error occurred during upload'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(uploadRecording.method, uploadRecording.path)
    request.send(form)
  })
}
