import { CircleAlert, FileAudio, Mic, RefreshCw, Upload } from 'lucide-react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import { Link } from 'wouter'
import { importSample, type Recording } from '#contract/recordings.ts'
import { call } from '../../api.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { useRecordings } from '../../hooks/recordings.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { putRecording } from '../../live.ts'
import { hasScreen } from '../../routes.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { DeleteRecording } from '../../ui/DeleteRecording.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { DropZone } from './DropZone.tsx'
import { RecordingRow, RecordingRowSkeleton } from './RecordingRow.tsx'
import { acceptOrExplain, UploadMedia } from './UploadMedia.tsx'

const pollEvery = 10_000
const skeletons = [0, 1, 2, 3, 4, 5]

export function Meetings() {
  useTabTitle('Meetings')
  const { data: recordings, error, isValidating, mutate } = useRecordings({ pollEvery })
  const { data: status } = useSystemStatus()
  const [uploading, setUploading] = useState(false)
  const [dropped, setDropped] = useState<File | null>(null)
  const [doomed, setDoomed] = useState<Recording | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const refresh = () => {
    toast({ title: 'Refreshing...', duration: 2000 })
    void mutate()
  }

  const accept = status?.accept
  const drop = useCallback(
    (file: File) => {
      if (!acceptOrExplain(file, accept)) return
      setDropped(file)
      setUploading(true)
    },
    [accept],
  )

  const askToDelete = useCallback((recording: Recording) => setDoomed(recording), [])

  const empty = recordings?.length === 0
  const uploadButton = (look: 'primary' | 'secondary') => (
    <Button look={look} icon={Upload} onClick={() => setUploading(true)}>
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
        <div className="flex flex-wrap gap-2">
          <Button icon={RefreshCw} onClick={refresh}>
            Refresh
          </Button>
          <RecordLink />
          {uploadButton(empty ? 'secondary' : 'primary')}
        </div>
      </div>

      <div className="mt-5 space-y-4">
        {recordings ? (
          <>
            <StaleBanner what="The list below" error={error} onRetry={() => void mutate()} />
            {empty ? (
              <Empty uploadButton={uploadButton('primary')} />
            ) : (
              <ul className="divide-y divide-line rounded-md border border-line bg-surface">
                {recordings.map((recording) => (
                  <RecordingRow
                    key={recording.id}
                    recording={recording}
                    engine={status?.engine}
                    onDelete={askToDelete}
                  />
                ))}
              </ul>
            )}
          </>
        ) : error && !isValidating ? (
          <NotFetched error={error} onRetry={() => void mutate()} />
        ) : (
          <div role="status" aria-label="Loading the meetings">
            <ul aria-hidden className="divide-y divide-line rounded-md border border-line bg-surface">
              {skeletons.map((row) => (
                <RecordingRowSkeleton key={row} />
              ))}
            </ul>
          </div>
        )}
      </div>

      <UploadMedia
        open={uploading}
        dropped={dropped}
        accept={accept}
        onClose={() => {
          setUploading(false)
          setDropped(null)
        }}
      />
      <DeleteRecording
        recording={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => heading.current?.focus()}
      />
    </div>
  )
}

function RecordLink() {
  if (!hasScreen('/record')) return null
  return (
    <Link href="/record" className={buttonClass()}>
      <Mic size={16} strokeWidth={1.75} aria-hidden />
      Record Meeting
    </Link>
  )
}

function Empty({ uploadButton }: { uploadButton: ReactNode }) {
  const store = useSWRConfig()
  const [busy, setBusy] = useState(false)

  const trySample = async () => {
    setBusy(true)
    try {
      const { recording } = await call(importSample)
      putRecording(store, recording)
    } catch (error) {
      toast({
        title: 'The sample could not be added',
        description: error instanceof Error ? error.message : String(error),
        destructive: true,
      })
      setBusy(false)
    }
  }

  return (
    <div className="rounded-md border border-line bg-surface px-5 py-8 md:px-8 md:py-10">
      <FileAudio size={20} strokeWidth={1.75} className="text-ink-3" aria-hidden />
      <h2 className="mt-3 text-lg font-semibold">No meetings yet</h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">Start by recording a meeting or uploading an audio file</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <RecordLink />
        {uploadButton}
        <Button onClick={() => void trySample()} disabled={busy}>
          Try a sample meeting
        </Button>
      </div>
      <p className="mt-3 max-w-[60ch] text-sm text-ink-3">
        The sample is a short meeting spoken by synthetic voices. You can also drop a file anywhere on this
        page.
      </p>
    </div>
  )
}

function NotFetched({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Banner
      tone="bad"
      icon={CircleAlert}
      live
      action={
        <Button small onClick={onRetry}>
          Try now
        </Button>
      }
    >
      <p className="font-semibold">The meetings could not be fetched</p>
      <p>
        {error instanceof Error ? error.message : String(error)} Nothing is lost; the list comes back by
        itself when the server answers.
      </p>
    </Banner>
  )
}
