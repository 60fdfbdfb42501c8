import { putAboutMeeting, type AboutMeeting } from '#contract/transcripts.ts'
import { call } from '../api.ts'
import type { UploadProgress } from '../send.ts'
import { personHere } from '../session.ts'
import { toast } from '../ui/Toaster.tsx'
import { isVideo } from './media.ts'
import { isResumable, sendMedia, UploadError } from './send.ts'
import { forgetUpload, remember } from './unfinished.ts'
import { allUploads, setUploads, updateUpload, type Upload } from './store.ts'

/** What a person does with uploads. */

/** More would only slow each other down. */
const atOnce = 2
/** A file that came through is in the list; its line in the tray need not stay. */
const doneFor = 10_000

let nextId = 1
const controllers = new Map<number, AbortController>()
const dialogs = new Map<number, () => void>()

const nothingSent = (file: File): UploadProgress => ({
  sent: 0,
  total: file.size,
  rate: null,
  secondsLeft: null,
})

type AddOptions = {
  /** Called when it has come through, as long as the dialog shows it. */
  onDone?: () => void
  about?: AboutMeeting
}

/** Begins to upload a file. @param options given by a dialog that shows it itself @returns its number */
export function addUpload(file: File, title: string, { onDone, about }: AddOptions = {}): number {
  const id = nextId
  nextId += 1
  if (onDone) dialogs.set(id, onDone)
  setUploads([
    ...allUploads(),
    {
      id,
      file,
      title,
      about: about ?? null,
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
  while (allUploads().filter(({ state }) => state === 'sending').length < atOnce) {
    const next = allUploads().find(({ state }) => state === 'waiting')
    if (!next) return
    void run(next)
  }
}

async function run({ id, file, title, about }: Upload): Promise<void> {
  const controller = new AbortController()
  controllers.set(id, controller)
  updateUpload(id, { state: 'sending', error: null })
  const personId = personHere()
  const end = isResumable(file) && personId !== null ? remember(file, title, personId) : () => undefined
  let over = false
  try {
    const recording = await sendMedia({
      file,
      title,
      signal: controller.signal,
      onProgress: (progress) => updateUpload(id, { progress }),
      onWaiting: (offline) => updateUpload(id, { offline }),
    })
    over = true
    const told = about === null || (await tell(recording.id, about))
    updateUpload(id, {
      state: 'done',
      offline: false,
      recording,
      progress: { ...nothingSent(file), sent: file.size },
    })
    if (told)
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
    over = controller.signal.aborted
    if (over) return
    const message = failure instanceof UploadError ? failure.message : 'An unknown error occurred'
    const detail =
      failure instanceof UploadError ? failure.detail : failure instanceof Error ? failure.message : null
    updateUpload(id, { state: 'failed', offline: false, error: { message, detail } })
    explain(message)
  } finally {
    end(over)
    controllers.delete(id)
    startNext()
  }
}

/** What was said of the meeting goes with its sound. @returns false: it was not saved, and the person has been told */
async function tell(recordingId: number, about: AboutMeeting): Promise<boolean> {
  try {
    await call(putAboutMeeting, { params: { id: recordingId }, body: about })
    return true
  } catch {
    toast({
      title: 'Uploaded, but its details were not saved',
      description: 'Please enter when the meeting was and who was there on its page.',
      destructive: true,
    })
    return false
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
  updateUpload(id, { inDialog: false })
}

/** Ends an upload, and takes away what the server has of it. */
export function cancelUpload(id: number): void {
  controllers.get(id)?.abort()
  forget(id)
}

/** Takes a line out of the tray. */
export function forget(id: number): void {
  const gone = allUploads().find((upload) => upload.id === id)
  if (gone?.state === 'failed') forgetUpload(gone.file)
  dialogs.delete(id)
  setUploads(allUploads().filter((upload) => upload.id !== id))
}

/** Tries a failed one again; a large file goes on where it was. */
export function retryUpload(id: number): void {
  updateUpload(id, { state: 'waiting' })
  startNext()
}
