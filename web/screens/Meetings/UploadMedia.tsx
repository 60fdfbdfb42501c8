import { CircleAlert, FileAudio, FileVideo, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../api.ts'
import { useLeaveWarning } from '../../hooks/page.ts'
import { putRecording } from '../../live.ts'
import type { UploadProgress } from '../../send.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { kilobytes } from '../../ui/format.ts'
import { toast } from '../../ui/Toaster.tsx'
import { UploadLine } from '../../ui/UploadLine.tsx'
import { isAccepted, isVideo, titleFrom, UploadError, uploadMedia, usuallyAccepted } from './upload.ts'

type UploadMediaProps = {
  open: boolean
  onClose: () => void
  /** A file that was dropped on the screen. */
  dropped: File | null
  /** What the server takes, once it has said so. */
  accept: string | undefined
}

/** Says no to a file that is neither sound nor one of the videos. */
export function acceptOrExplain(file: File, accept: string | undefined): boolean {
  if (isAccepted(file, accept)) {
    if (file.size > 0) return true
    toast({
      title: 'The file is empty',
      description: 'There is nothing in it to transcribe.',
      destructive: true,
    })
    return false
  }
  toast({
    title: 'Invalid file type',
    description: 'Please select an audio file (MP3, WAV) or video file (MP4, WebM, MOV, AVI, MKV)',
    destructive: true,
  })
  return false
}

export function UploadMedia({ open, onClose, dropped, accept }: UploadMediaProps) {
  const store = useSWRConfig()
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [error, setError] = useState<string | null>(null)
  const cancel = useRef<AbortController | null>(null)
  const titleId = useId()
  const uploading = progress !== null
  const complete = file !== null && title.trim() !== ''

  const choose = (chosen: File) => {
    if (!acceptOrExplain(chosen, accept)) return
    setFile(chosen)
    setError(null)
    setTitle((now) => now || titleFrom(chosen.name))
  }

  const [seen, setSeen] = useState<File | null>(null)
  if (dropped !== seen) {
    setSeen(dropped)
    if (dropped && !uploading) {
      setFile(dropped)
      setError(null)
      setTitle((now) => now || titleFrom(dropped.name))
    }
  }

  const reset = () => {
    setFile(null)
    setTitle('')
    setProgress(null)
    setError(null)
    setSeen(null)
    onClose()
  }

  const upload = async () => {
    if (!file || !complete) {
      setError('Please select a file and enter a title')
      return
    }
    const controller = new AbortController()
    cancel.current = controller
    setError(null)
    setProgress({ sent: 0, total: file.size, rate: null, secondsLeft: null })
    try {
      const recording = await uploadMedia({
        file,
        title: title.trim(),
        onProgress: setProgress,
        signal: controller.signal,
      })
      putRecording(store, recording)
      void store.mutate(keys.recordings)
      toast({
        title: 'Upload successful',
        description: isVideo(file)
          ? 'Your video file has been uploaded. Audio will be extracted and transcribed.'
          : 'Your audio file has been uploaded and is being transcribed.',
        duration: 5000,
      })
      reset()
    } catch (failure) {
      setProgress(null)
      if (controller.signal.aborted) return
      const description = failure instanceof UploadError ? failure.message : 'An unknown error occurred'
      toast({ title: 'Upload failed', description, destructive: true })
      setError((failure instanceof UploadError && failure.detail) || description)
    }
  }

  useLeaveWarning(uploading)

  return (
    <Dialog
      open={open}
      onClose={uploading ? () => undefined : reset}
      title="Upload Media File"
      actions={
        <>
          <Button
            look="primary"
            icon={Upload}
            onClick={() => void upload()}
            disabled={!complete || uploading}
          >
            Upload
          </Button>
          <Button onClick={uploading ? () => cancel.current?.abort() : reset}>
            {uploading ? 'Cancel upload' : 'Cancel'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <FilePicker file={file} accept={accept ?? usuallyAccepted} disabled={uploading} onChoose={choose} />
        <div>
          <label htmlFor={titleId} className="mb-1 block font-medium">
            Title
          </label>
          <input
            id={titleId}
            value={title}
            disabled={uploading}
            maxLength={300}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) void upload()
            }}
            className="h-9 w-full rounded-md border border-control bg-surface px-2.5 disabled:bg-sunken disabled:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-read"
          />
        </div>
        {error && (
          <Banner tone="bad" icon={CircleAlert} live>
            {error}
          </Banner>
        )}
        {file && progress && <UploadState file={file} progress={progress} />}
      </div>
    </Dialog>
  )
}

type FilePickerProps = {
  file: File | null
  accept: string
  disabled: boolean
  onChoose: (file: File) => void
}

function FilePicker({ file, accept, disabled, onChoose }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const FileIcon = file && isVideo(file) ? FileVideo : FileAudio
  return (
    <div>
      <p className="mb-1 font-medium" id="media-file">
        Audio or video file
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-labelledby="media-file"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onChoose(chosen)
          event.target.value = ''
        }}
      />
      <div className="flex min-h-14 items-center gap-3 rounded-md border border-dashed border-control px-3 py-2">
        <FileIcon size={20} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
        {file ? (
          <p className="min-w-0 flex-1">
            <span className="block truncate" title={file.name}>
              {file.name}
            </span>
            <span className="block text-sm text-ink-3 tabular-nums">{kilobytes(file.size)}</span>
          </p>
        ) : (
          <p className="min-w-0 flex-1 text-ink-3">Any audio, or MP4, WebM, MOV, AVI or MKV video</p>
        )}
        <Button small disabled={disabled} onClick={() => input.current?.click()} data-autofocus>
          {file ? 'Choose another' : 'Choose a file'}
        </Button>
      </div>
    </div>
  )
}

function UploadState({ file, progress }: { file: File; progress: UploadProgress }) {
  const video = isVideo(file)
  return (
    <UploadLine
      progress={progress}
      name={file.name}
      sent={
        <>
          <p className="mt-1.5 text-sm text-ink-2">
            {video ? 'Processing file... (extracting audio from video)' : 'Processing audio file...'}
          </p>
          {video && <p className="text-sm text-warn">Video processing may take a minute for larger files</p>}
        </>
      }
    />
  )
}
