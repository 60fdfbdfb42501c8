import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import { Link } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { keys } from '../../api.ts'
import { putRecording } from '../../live.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Processing, UploadLine } from '../../ui/UploadLine.tsx'
import { tryNow } from '../../uploads/again.ts'
import { isVideo } from '../../uploads/media.ts'
import { isUnderWay, useUploads, type Upload } from '../../uploads/store.ts'
import { useUnfinishedUploads } from '../../uploads/unfinished.ts'
import { UnfinishedUploadLine } from './UnfinishedUploadLine.tsx'
import { cancelUpload, forget, retryUpload } from '../../uploads/uploads.ts'

/** What is on its way to the appliance, on whichever screen the person is. */
export function UploadsTray() {
  const store = useSWRConfig()
  const all = useUploads()
  const unfinished = useUnfinishedUploads()
  const [folded, setFolded] = useState(false)

  // The line of events brings it too, and what it says is newer; unless that line is the one that was cut.
  const arrived = all.map(({ recording }) => recording?.id ?? 0).join()
  useEffect(() => {
    const list = store.cache.get(keys.recordings)?.data as Recording[] | undefined
    for (const { recording } of all)
      if (recording && !list?.some(({ id }) => id === recording.id)) putRecording(store, recording)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each recording that has come
  }, [arrived])

  const shown = all.filter(({ inDialog }) => !inDialog)
  if (shown.length === 0 && unfinished.length === 0) return null
  return (
    <section
      aria-label="Uploads"
      className="beside-dialogs pointer-events-auto w-full rounded-md border border-line bg-surface shadow-float sm:w-90"
    >
      <header className="flex items-center justify-between gap-2 py-1.5 pr-1.5 pl-4">
        <h2 className="font-semibold tabular-nums">{headingOf(shown)}</h2>
        <IconButton
          icon={folded ? ChevronUp : ChevronDown}
          label={folded ? 'Show the uploads' : 'Hide the uploads'}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        />
      </header>
      {!folded && (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto border-t border-line">
          {shown.map((upload) => (
            <Line key={upload.id} upload={upload} />
          ))}
          {unfinished.map((upload) => (
            <UnfinishedUploadLine key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}

function headingOf(uploads: readonly Upload[]): string {
  if (uploads.length === 0) return 'Upload not finished'
  const active = uploads.filter(isUnderWay)
  if (active.length === 0)
    return uploads.some(({ state }) => state === 'failed') ? 'Upload failed' : 'Upload Complete'
  const [sent, total] = active.reduce<[number, number]>(
    ([sent, total], { progress }) => [sent + progress.sent, total + progress.total],
    [0, 0],
  )
  const done = total > 0 ? Math.floor((sent / total) * 100) : 0
  return `Uploading ${active.length === 1 ? 'a file' : `${active.length} files`}, ${done}%`
}

function Line({ upload }: { upload: Upload }) {
  const { id, title, state, recording } = upload
  return (
    <li className="py-2 pr-1.5 pl-4">
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 truncate" title={title}>
          {recording ? (
            <Link href={`/recordings/${recording.id}`} className="rounded-md underline underline-offset-2">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {state === 'failed' && (
          <IconButton icon={RotateCw} label={`Try again: ${title}`} onClick={() => retryUpload(id)} />
        )}
        {isUnderWay(upload) ? (
          <IconButton icon={X} label={`Cancel the upload of ${title}`} onClick={() => cancelUpload(id)} />
        ) : (
          <IconButton icon={X} label={`Dismiss ${title}`} onClick={() => forget(id)} />
        )}
      </div>
      <div className="pr-2.5">
        <State upload={upload} />
      </div>
    </li>
  )
}

function State({ upload: { state, file, progress, offline, error } }: { upload: Upload }) {
  switch (state) {
    case 'waiting':
      return <p className="text-sm text-ink-3">Queued</p>
    case 'sending':
      return (
        <UploadLine
          progress={progress}
          name={file.name}
          offline={offline}
          onTryNow={tryNow}
          sent={<Processing video={isVideo(file)} />}
        />
      )
    case 'done':
      return (
        <p className="flex items-center gap-1.5 text-sm text-good">
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
          Uploaded
        </p>
      )
    case 'failed':
      return (
        <p className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
          {error?.detail ?? error?.message}
        </p>
      )
  }
}
