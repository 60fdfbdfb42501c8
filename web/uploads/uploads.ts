import { useSyncExternalStore } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { UploadProgress } from '../send.ts'
import { toast } from '../ui/Toaster.tsx'
import { isVideo } from './media.ts'
import { sendMedia, UploadError } from './send.ts'

/** Every upload of this page, wherever the person has gone meanwhile. */

export type Upload = {
  id: number
  file: File
  title: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  progress: UploadProgress
  /** The line has gone; it is tried again by itself. */
  offline: boolean
  error: { message: string; detail: string | null } | null
  recording: Recording | null
  /** The dialog shows it; the tray need not. */
  inDialog: boolean
}

/** More would only slow each other down. */
const atOnce = 2
/** A file that came through is in the list; its line in the tray need not stay. */
const doneFor = 10_000

let uploads: readonly Upload[] = []
let nextId = 1
const controllers = new Map<number, AbortController>()
const dialogs = new Map<number, () => void>()
const listeners = new Set<() => void>()

function set(changed: readonly Upload[]): void {
  uploads = changed
  for (const listener of listeners) listener()
  const active = uploads.some(isUnderWay)
  if (active) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

function update(id: number, part: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
}

export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
}

const nothingSent = (file: File): UploadProgress => ({
  sent: 0,
  total: file.size,
  rate: null,
  secondsLeft: null,
})

type AddOptions = {
  /** Called when it has come through, as long as the dialog shows it. */
  onDone?: () => void
}

/** Begins to upload a file. @param options given by a dialog that shows it itself @returns its number */
export function addUpload(file: File, title: string, { onDone }: AddOptions = {}): number {
  const id = nextId
  nextId += 1
  if (onDone) dialogs.set(id, onDone)
  set([
    ...uploads,
    {
      id,
      file,
      title,
      state: 'waiting',
      progress: nothingSent(file),
      offline: false,
      error: null,
      recording: null,
      inDialog: onDone !== undefined,
    },
  ])
  startNext()
  return id
}

function startNext(): void {
  while (uploads.filter(({ state }) => state === 'sending').length < atOnce) {
    const next = uploads.find(({ state }) => state === 'waiting')
    if (!next) return
    void run(next)
  }
}

async function run({ id, file, title }: Upload): Promise<void> {
  const controller = new AbortController()
  controllers.set(id, controller)
  update(id, { state: 'sending', error: null })
  try {
    const recording = await sendMedia({
      file,
      title,
      signal: controller.signal,
      onProgress: (progress) => update(id, { progress }),
      onWaiting: (offline) => update(id, { offline }),
    })
    update(id, {
      state: 'done',
      offline: false,
      recording,
      progress: { ...nothingSent(file), sent: file.size },
    })
    toast({
      title: 'Upload successful',
      description: isVideo(file)
        ? 'Your video file has been uploaded. Audio will be extracted and transcribed.'
        : 'Your audio file has been uploaded and is being transcribed.',
      duration: 5000,
    })
    const closeDialog = dialogs.get(id)
    closeDialog?.()
    setTimeout(() => forget(id), closeDialog ? 0 : doneFor)
  } catch (failure) {
    if (controller.signal.aborted) return
    const message = failure instanceof UploadError ? failure.message : 'An unknown error occurred'
    const detail =
      failure instanceof UploadError ? failure.detail : failure instanceof Error ? failure.message : null
    update(id, { state: 'failed', offline: false, error: { message, detail } })
    explain(message)
  } finally {
    controllers.delete(id)
    startNext()
  }
}

/**
 * "Upload failed" heads each message, and is not said again where the message begins with it. The server's own
 * sentence stands where the upload stands: in the dialog, or in the tray.
 */
function explain(message: string): void {
  if (message.startsWith('Upload failed')) toast({ title: message, destructive: true })
  else toast({ title: 'Upload failed', description: message, destructive: true })
}

/** The dialog is closed; the upload goes on. */
export function moveToTray(id: number): void {
  dialogs.delete(id)
  update(id, { inDialog: false })
}

/** Ends an upload, and takes away what the server has of it. */
export function cancelUpload(id: number): void {
  controllers.get(id)?.abort()
  forget(id)
}

/** Takes a line out of the tray. */
export function forget(id: number): void {
  dialogs.delete(id)
  set(uploads.filter((upload) => upload.id !== id))
}

/** Tries a failed one again; a large file goes on where it was. */
export function retryUpload(id: number): void {
  update(id, { state: 'waiting' })
  startNext()
}
