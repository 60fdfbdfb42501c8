import { CircleCheck, Download } from 'lucide-react'
import { Link } from 'wouter'
import { filesOf } from '../../api.ts'
import { usePlayer } from '../../hooks/player.ts'
import { useRecording } from '../../hooks/recordings.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { dateAndTime, seconds } from '../../ui/format.ts'
import { Section, Facts } from '../../ui/Section.tsx'
import { SoundPlayer } from '../../ui/SoundPlayer.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { titleOf } from '../../ui/transcription.ts'
import type { Recording } from '#contract/recordings.ts'

/** What has just been saved. */
export function SavedRecording({ id }: { id: number }) {
  const { data: recording } = useRecording(id)
  return (
    <Section title="Recording Details">
      {recording ? <Details recording={recording} /> : <Skeleton className="m-4 h-40" />}
    </Section>
  )
}

function Details({ recording }: { recording: Recording }) {
  const player = usePlayer(recording)
  const title = titleOf(recording)
  return (
    <>
      <Facts
        facts={[
          {
            name: 'Title',
            value: (
              <Link
                href={`/recordings/${recording.id}`}
                className="rounded-md font-medium underline underline-offset-2"
              >
                {title}
              </Link>
            ),
          },
          {
            name: 'Duration',
            value: recording.duration > 0 ? seconds(recording.duration) : 'Calculating',
          },
          { name: 'Created at', value: dateAndTime(recording.createdAt) },
        ]}
      />
      <div className="space-y-3 border-t border-line px-4 py-3">
        <p className="flex items-center gap-1.5 font-medium text-good">
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
          Recording saved
        </p>
        <SoundPlayer player={player} title={title} />
        <a href={filesOf(recording.id).directDownload} download className={buttonClass()}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Download Audio
        </a>
      </div>
    </>
  )
}
