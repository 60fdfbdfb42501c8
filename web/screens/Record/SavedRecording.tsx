import { CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { Link } from 'wouter'
import { putAboutMeeting } from '#contract/transcripts.ts'
import { call, filesOf, keys } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { usePlayer } from '../../hooks/player.ts'
import { useRecording } from '../../hooks/recordings.ts'
import { AboutMeetingFields, aboutOf, noAnswers, useOffered } from '../../ui/AboutMeeting.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { dateAndTime, seconds } from '../../ui/format.ts'
import { Section, Facts } from '../../ui/Section.tsx'
import { SoundPlayer } from '../../ui/SoundPlayer.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toaster.tsx'
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
      <Questions recording={recording} />
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

/** Asked once, while it is still known who was there. */
function Questions({ recording }: { recording: Recording }) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const [answers, setAnswers] = useState(noAnswers)
  const [over, setOver] = useState(false)
  const moment = recording.meetingDate ?? recording.capture?.startedAt ?? recording.createdAt
  const offered = useOffered(recording.title, moment)
  if (over) return null

  const save = async () => {
    const body = aboutOf(answers, offered, moment)
    const done = await action.run(async () => {
      await call(putAboutMeeting, { params: { id: recording.id }, body })
      void mutate(keys.recording(recording.id))
    })
    if (!done) return
    setOver(true)
    toast({ title: 'Details saved' })
  }

  return (
    <form
      aria-label="About the meeting"
      className="space-y-3 border-t border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <AboutMeetingFields answers={answers} offered={offered} disabled={action.busy} onChange={setAnswers} />
      {action.error && (
        <p role="alert" className="text-bad">
          {action.error.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" disabled={action.busy}>
          Save
        </Button>
        <Button look="quiet" disabled={action.busy} onClick={() => setOver(true)}>
          Skip
        </Button>
      </div>
    </form>
  )
}
