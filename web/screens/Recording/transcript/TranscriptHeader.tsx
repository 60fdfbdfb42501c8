import { Download, History, LocateFixed, Pencil, Printer, RotateCw, Search } from 'lucide-react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { filesOf } from '../../../api.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { saveText } from '../../../ui/saveText.ts'
import { toast } from '../../../ui/Toaster.tsx'

/** Said by an icon alone where the card is narrow. */
const narrow = '@max-md:sr-only'

type TranscriptHeaderProps = {
  recording: Recording
  transcript: Transcript
  /** Null while a passage is edited, or nothing may be. */
  onEdit: (() => void) | null
  following: boolean
  onFollow: (following: boolean) => void
  onFind: () => void
  onVersions: () => void
  /** Null where there is nothing to transcribe, or it is under way. */
  onAgain: (() => void) | null
  /** The whole text is edited: only the title stands. */
  bare: boolean
}

/** The transcript's title, and what can be done with all of it. */
export function TranscriptHeader(props: TranscriptHeaderProps) {
  const { recording, transcript, onEdit, following, onFollow, onFind, onVersions, onAgain, bare } = props
  const { segments } = transcript
  return (
    <header className="@container flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-2 pl-4 print:pl-0">
      <h2 id="transcript" className="mr-auto font-semibold">
        Transcript
      </h2>
      {!bare && (
        <div className="flex flex-wrap items-center gap-1 print:hidden">
          {segments.length > 0 && (
            <IconButton icon={Search} label="Find in the transcript" onClick={onFind} />
          )}
          {segments.length > 1 && recording.audioFileName !== null && (
            <Button
              small
              look="quiet"
              icon={LocateFixed}
              aria-pressed={following}
              title="Keep the current passage in view"
              onClick={() => onFollow(!following)}
              className="aria-pressed:bg-sunken aria-pressed:text-ink"
            >
              <span className={narrow}>Follow</span>
            </Button>
          )}
          <Button small icon={Pencil} data-edit-text disabled={onEdit === null} onClick={() => onEdit?.()}>
            <span>
              Edit<span className={narrow}> Transcript</span>
            </span>
          </Button>
          <DownloadText recording={recording} hasText={transcript.content.trim() !== ''} />
          <Menu
            label="More about the transcript"
            items={[
              ...(onAgain ? [{ label: 'Transcribe again', icon: RotateCw, onSelect: onAgain }] : []),
              { label: 'Versions', icon: History, onSelect: onVersions },
              { label: 'Print', icon: Printer, onSelect: printTranscript },
            ]}
          />
        </div>
      )}
    </header>
  )
}

function DownloadText({ recording, hasText }: { recording: Recording; hasText: boolean }) {
  const notYet =
    recording.status === 'recording' && !hasText
      ? 'There is no transcript to download before the recording is stopped'
      : undefined
  const download = async () => {
    if (!hasText) return toast({ title: 'No transcript to download' })
    try {
      const response = await fetch(filesOf(recording.id).transcript)
      if (!response.ok) throw new Error(String(response.status))
      saveText(`transcript-recording-${recording.id}.txt`, await response.text())
    } catch {
      toast({ title: 'Download failed', description: 'Please try again.', destructive: true })
    }
  }
  return (
    <Button
      small
      icon={Download}
      disabled={notYet !== undefined}
      title={notYet}
      aria-description={notYet}
      onClick={() => void download()}
    >
      <span className={narrow}>Download</span>
    </Button>
  )
}

/** The transcript alone: the page's own print is that of the minutes, where there are any. */
function printTranscript(): void {
  document.documentElement.dataset.printing = 'transcript'
  print()
  delete document.documentElement.dataset.printing
}
