import { FileText, Mic, RefreshCw, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { useRecordings } from '../../hooks/recordings.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { DeleteRecording } from '../../ui/DeleteRecording.tsx'
import { NotFetched } from '../../ui/Screen.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { BinButton } from './Bin.tsx'
import { DropZone } from './DropZone.tsx'
import { Empty } from './Empty.tsx'
import { MeetingsList } from './MeetingsList.tsx'
import { RecordingRowSkeleton } from './RecordingRow.tsx'
import { UploadMedia } from './UploadMedia.tsx'
import { UploadTranscript } from './UploadTranscript.tsx'

const pollEvery = 10_000
const skeletons = [0, 1, 2, 3, 4, 5]
const noFiles: readonly File[] = []

export function Meetings() {
  useTabTitle('Meetings')
  const { data: recordings, error, isValidating, mutate } = useRecordings({ pollEvery })
  const { data: status } = useSystemStatus()
  const [dialog, setDialog] = useState<'media' | 'transcript' | null>(null)
  const [dropped, setDropped] = useState(noFiles)
  const [doomed, setDoomed] = useState<Recording | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // The tray of what is uploaded, before the server can go away.
  useEffect(() => {
    if (dialog !== 'media') return
    import('../Shell/UploadsTray.tsx').catch(() => undefined) // asked for again when there is something in it
  }, [dialog])

  const refresh = () => {
    toast({ title: 'Refreshing...', duration: 2000 })
    void mutate()
  }

  const drop = useCallback((files: File[]) => {
    setDropped(files)
    setDialog('media')
  }, [])
  const askToDelete = useCallback((recording: Recording) => setDoomed(recording), [])
  const close = () => {
    setDialog(null)
    setDropped(noFiles)
  }

  const uploadButton = (
    <Button icon={Upload} onClick={() => setDialog('media')}>
      Upload Media File
    </Button>
  )

  return (
    <div className="max-w-6xl px-4 py-5 md:px-8 md:py-7">
      <DropZone onDrop={drop} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-title font-semibold">
            Meetings
          </h1>
          <p className="text-ink-2">Manage, upload and access your meeting recordings</p>
        </div>
        <div className="grid w-full grid-cols-2 gap-2 lg:flex lg:w-auto lg:flex-wrap">
          <Button icon={RefreshCw} onClick={refresh}>
            Refresh
          </Button>
          <RecordLink />
          {uploadButton}
          <Button icon={FileText} onClick={() => setDialog('transcript')}>
            Upload Transcript
          </Button>
        </div>
      </div>

      <div className="mt-5 space-y-4">
        {recordings ? (
          <>
            <StaleBanner what="The list" error={error} onRetry={() => void mutate()} />
            {recordings.length === 0 ? (
              <Empty>
                <RecordLink />
                {uploadButton}
              </Empty>
            ) : (
              <MeetingsList recordings={recordings} engine={status?.engine} onDelete={askToDelete} />
            )}
          </>
        ) : error && !isValidating ? (
          <NotFetched
            what="The meetings"
            error={error}
            onRetry={() => void mutate()}
            more="Nothing is lost. The list will reload when the server responds."
          />
        ) : (
          <div role="status" aria-label="Loading the meetings" className="space-y-4">
            <Skeleton className="h-9 max-w-md pointer-coarse:h-11" />
            <ul aria-hidden className="divide-y divide-line rounded-md border border-line bg-surface">
              {skeletons.map((row) => (
                <RecordingRowSkeleton key={row} />
              ))}
            </ul>
          </div>
        )}
        <BinButton />
      </div>

      <UploadMedia open={dialog === 'media'} dropped={dropped} accept={status?.accept} onClose={close} />
      <UploadTranscript open={dialog === 'transcript'} onClose={close} />
      <DeleteRecording
        recording={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => heading.current?.focus()}
      />
    </div>
  )
}

function RecordLink() {
  return (
    <Link href="/record" className={buttonClass('primary')}>
      <Mic size={16} strokeWidth={1.75} aria-hidden />
      Record Meeting
    </Link>
  )
}
