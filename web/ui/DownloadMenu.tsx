import { Download } from 'lucide-react'
import type { Recording } from '#contract/recordings.ts'
import { filesOf } from '../api.ts'
import { LazyMenu } from './LazyMenu.tsx'
import { titleOf } from './transcription.ts'

type DownloadMenuProps = { recording: Recording; look?: 'secondary' | 'quiet'; tight?: boolean }

/** The specification's five links of a recording; the transcript only when there is one. */
export function DownloadMenu({ recording, look, tight }: DownloadMenuProps) {
  const files = filesOf(recording.id)
  return (
    <LazyMenu
      label={`Download ${titleOf(recording)}`}
      text="Download"
      icon={Download}
      {...(look && { look })}
      {...(tight && { tight })}
      items={[
        ...(recording.audioFileName === null
          ? []
          : [
              { label: 'Direct Download', href: files.directDownload },
              { label: 'MP3 Format', href: files.mp3 },
              { label: 'WAV Format', href: files.wav },
              { label: 'Original Format', href: files.original },
            ]),
        ...(recording.transcriptionSuccess ? [{ label: 'Transcript', href: files.transcript }] : []),
      ]}
    />
  )
}
