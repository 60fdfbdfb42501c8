import { Download } from 'lucide-react'
import type { Recording } from '#contract/recordings.ts'
import { exportRecording } from '#contract/exports.ts'
import { filesOf, urlOf } from '../api.ts'
import { LazyMenu } from './LazyMenu.tsx'
import { titleOf } from './transcription.ts'

/** The specification's five links of a recording; the transcript only when there is one. */
export function downloadsOf({ id, audioFileName, transcriptionSuccess }: Recording) {
  const files = filesOf(id)
  return [
    ...(audioFileName === null
      ? []
      : [
          { label: 'Direct Download', href: files.directDownload },
          { label: 'MP3 Format', href: files.mp3 },
          { label: 'WAV Format', href: files.wav },
          { label: 'Original Format', href: files.original },
        ]),
    ...(transcriptionSuccess ? [{ label: 'Transcript', href: files.transcript }] : []),
  ]
}

const exportWords = {
  docx: 'Word',
  pdf: 'PDF',
  md: 'Markdown',
  srt: 'Subtitles (SRT)',
  vtt: 'Subtitles (VTT)',
  json: 'JSON',
  zip: 'Everything (zip)',
}

/** Minutes and transcript as files for other programs. */
function exportsOf({ id, transcriptionSuccess }: Recording) {
  if (!transcriptionSuccess) return []
  return Object.entries(exportWords).map(([format, label]) => ({
    label,
    href: urlOf(exportRecording, { id, format }),
  }))
}

type DownloadMenuProps = { recording: Recording; look?: 'secondary' | 'quiet' }

export function DownloadMenu({ recording, look }: DownloadMenuProps) {
  return (
    <LazyMenu
      label={`Download ${titleOf(recording)}`}
      text="Download"
      icon={Download}
      {...(look && { look })}
      items={[...downloadsOf(recording), ...exportsOf(recording)]}
    />
  )
}
