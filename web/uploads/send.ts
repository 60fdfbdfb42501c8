import { getRecording, uploadRecording, type Recording } from '#contract/recordings.ts'
import { resumableUploadsPath } from '#contract/uploads.ts'
import { onWorthTrying } from './again.ts'
import { call, errorFrom, UnreachableError, userId } from '../api.ts'
import { isOk, meter, sendForm, type UploadProgress } from '../send.ts'

/** Two ways for a media file: the specified call for small ones, a resumable upload (tus) for large ones. */

/** An upload that did not come through; `detail` is the server's own sentence, where it gave one. */
export class UploadError extends Error {
  readonly detail: string | null

  constructor(message: string, detail: string | null = null) {
    super(message)
    this.name = 'UploadError'
    this.detail = detail
  }
}

export type SendOptions = {
  file: File
  title: string
  onProgress: (progress: UploadProgress) => void
  /** The line has gone, and is tried again by itself. */
  onWaiting: (waiting: boolean) => void
  signal: AbortSignal
}

const large = 5 * 1024 * 1024
const networkError = 'Network error occurred during upload'
/** Before a small file is sent again from its beginning; milliseconds. */
const smallDelays = [1000, 2000, 4000]
/** A large one goes on where it was: for about five minutes without a byte. */
const largeDelays = [1000, 2000, 4000, ...Array.from({ length: 36 }, () => 8000)]

/** It goes on where it was after anything that comes between. */
export const isResumable = (file: File): boolean => file.size > large

/** Fetches what a large file needs while it is being chosen: later the server may be gone. */
export function prepareFor(file: File): void {
  if (isResumable(file)) import('tus-js-client').catch(() => undefined)
}

/**
 * @throws UploadError with the specification's words; the signal's reason when it was cancelled
 */
export function sendMedia(options: SendOptions): Promise<Recording> {
  return isResumable(options.file) ? sendResumable(options) : sendWhole(options)
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer)
      end()
      resolve()
    }
    const timer = setTimeout(go, time)
    const end = onWorthTrying(go)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      end()
      reject(signal.reason)
    })
  })
}

async function sendWhole(options: SendOptions): Promise<Recording> {
  const { signal, onWaiting } = options
  for (let attempt = 0; ; attempt += 1) {
    let sent = 0
    try {
      const onProgress: SendOptions['onProgress'] = (progress) => {
        sent = progress.sent
        options.onProgress(progress)
      }
      return await sendOnce({ ...options, onProgress })
    } catch (error) {
      const delay = smallDelays[attempt]
      if (!(error instanceof UnreachableError)) throw error
      // All of it had gone out: the server may have it, and sending it again would make a second recording.
      if (delay === undefined || sent >= options.file.size) throw new UploadError(networkError)
      onWaiting(true)
      await pause(delay, signal)
    }
  }
}

async function sendOnce({ file, title, onProgress, onWaiting, signal }: SendOptions): Promise<Recording> {
  const form = new FormData()
  // The small fields first, so that the server knows them when the file begins.
  form.append('title', title)
  form.append('userId', String(userId))
  form.append('audio', file)
  const request = await sendForm(uploadRecording, {
    form,
    size: file.size,
    onProgress: (progress) => {
      onWaiting(false)
      onProgress(progress)
    },
    signal,
  })
  if (!isOk(request)) throw refused(request.status, request.statusText, request.responseText)
  let answer: { recording?: Recording }
  try {
    answer = JSON.parse(request.responseText) as { recording?: Recording }
  } catch (cause) {
    throw new UploadError('Failed to parse server response', cause instanceof Error ? cause.message : null)
  }
  if (!answer.recording) throw new UploadError('Failed to parse server response')
  return answer.recording
}

function refused(status: number, statusText: string, body: string): UploadError {
  const detail = errorFrom(status, body).message
  return new UploadError(`Upload failed: ${statusText || status}`, detail)
}

/** Sends what the server does not have yet: after a dropped line, and after a reload when the same file is chosen again. */
async function sendResumable({
  file,
  title,
  onProgress,
  onWaiting,
  signal,
}: SendOptions): Promise<Recording> {
  const { Upload, DetailedError } = await import('tus-js-client').catch(() => {
    throw new UploadError(networkError)
  })
  signal.throwIfAborted()
  const measure = meter(file.size)
  let waits = false
  let end: () => void = () => undefined
  const sent = new Promise<number>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: resumableUploadsPath,
      metadata: { filename: file.name, filetype: file.type, title },
      retryDelays: largeDelays,
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => {
        waits = false
        onWaiting(false)
        onProgress(measure(sent, performance.now()))
      },
      // The library's own rule gives up as soon as the browser says that it is offline.
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        const again = status < 400 || status >= 500 || status === 409 || status === 423
        waits = again
        if (again) onWaiting(true)
        return again
      },
      onSuccess: ({ lastResponse }) => {
        const recordingId = Number(lastResponse.getHeader('X-Recording-Id'))
        if (recordingId > 0) resolve(recordingId)
        else reject(new UploadError('Failed to parse server response'))
      },
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null
        if (!answer || answer.getStatus() === 0) return reject(new UploadError(networkError))
        const { statusText } = answer.getUnderlyingObject() as XMLHttpRequest
        reject(refused(answer.getStatus(), statusText, answer.getBody()))
      },
    })
    // Not while a try is under way: `waits` is over as soon as one gets through.
    end = onWorthTrying(() => {
      if (!waits || signal.aborted) return
      void upload.abort().then(() => upload.start())
    })
    signal.addEventListener('abort', () => {
      // Also takes away what the server has of it.
      upload.abort(true).catch(() => undefined)
      reject(signal.reason)
    })
    upload
      .findPreviousUploads()
      .then((previous) => {
        const latest = previous.toSorted((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))[0]
        if (latest) upload.resumeFromPreviousUpload(latest)
        if (!signal.aborted) upload.start()
      })
      .catch(reject)
  })
  const id = await sent.finally(() => end())
  return call(getRecording, { params: { id } })
}
