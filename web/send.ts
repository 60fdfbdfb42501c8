import { UnreachableError } from './api.ts'

/** Sends files with progress, which fetch cannot report. */

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

type SendFormOptions = {
  form: FormData
  /** The size of the file in it, which is what people know. */
  size: number
  onProgress: (progress: UploadProgress) => void
  signal: AbortSignal
}

/**
 * Sends one form. @returns the request, with whatever the server answered
 * @throws UnreachableError when there is no answer; the signal's reason when it was cancelled
 */
export function sendForm(
  { method, path }: { method: string; path: string },
  { form, size, onProgress, signal }: SendFormOptions,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const measure = meter(size)
    request.upload.onprogress = (event) => {
      // The body is a little longer than the file.
      const sent = event.total ? (event.loaded / event.total) * size : event.loaded
      onProgress(measure(sent, performance.now()))
    }
    request.onload = () => resolve(request)
    request.onerror = () => reject(new UnreachableError())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, path)
    request.send(form)
  })
}

/** True for the answers that mean it came through. */
export function isOk({ status }: XMLHttpRequest): boolean {
  return status >= 200 && status < 300
}
