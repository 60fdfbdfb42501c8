import { CalendarClock, CircleAlert, Clock, RefreshCw } from 'lucide-react'
import type { z } from 'zod'
import type { getMinutes } from '#contract/minutes.ts'
import type { Recording } from '#contract/recordings.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { demoIcon } from '../../../ui/transcription.ts'
import { hasNoDate, MeetingDate } from '../meeting/MeetingDate.tsx'
import { isPersons, writtenBy } from './words.ts'

/** Who wrote it and what it is worth. */
export function Notes({
  recording,
  data: { minutes, versions },
  onLook,
  onRegenerate,
}: {
  recording: Recording
  data: z.infer<typeof getMinutes.response>
  onLook: (version: number) => void
  /** null: it is being written. */
  onRegenerate: (() => void) | null
}) {
  const offered = versions.find((one) => one.offered)
  if (!minutes && !offered) return null
  return (
    <div className="mb-3 space-y-2">
      {minutes && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {writtenBy(minutes)}
          {minutes.demo && (
            <Chip
              tone="warn"
              icon={demoIcon}
              title="Made from a transcript of the demo model: not to be relied on"
            >
              Demo
            </Chip>
          )}
        </p>
      )}
      {minutes?.failure && (
        <Banner tone="warn" icon={CircleAlert} className="sm:flex-col! sm:items-start! print:hidden">
          <p className="font-semibold">
            {minutes.model === null
              ? 'The language model did not write it'
              : 'The language model did not write all of it'}
          </p>
          <p>{minutes.failure}</p>
        </Banner>
      )}
      {(minutes?.stale || minutes?.dateChanged) && (
        <Banner
          tone="warn"
          icon={RefreshCw}
          className="sm:flex-col! sm:items-start! print:hidden"
          action={
            onRegenerate && (
              <Button small onClick={onRegenerate}>
                Regenerate
              </Button>
            )
          }
        >
          {minutes.stale
            ? 'The transcript has changed since this was written.'
            : 'The meeting’s date has changed since this was written.'}
        </Banner>
      )}
      {minutes && minutes.writtenBy !== null && !minutes.dateChanged && hasNoDate(recording) && (
        <Banner
          tone="neutral"
          icon={CalendarClock}
          className="sm:flex-col! sm:items-start! print:hidden"
          action={<MeetingDate recording={recording} />}
        >
          Nobody has said when the meeting was, so the minutes have no date.
        </Banner>
      )}
      {offered && (
        <Banner
          tone="neutral"
          icon={Clock}
          className="sm:flex-col! sm:items-start! print:hidden"
          action={
            <Button small onClick={() => onLook(offered.version)}>
              Look at it
            </Button>
          }
        >
          {offered.failure && (
            <>
              <p className="font-semibold">The language model could not write a new version</p>
              <p>{offered.failure}</p>
            </>
          )}
          <p>
            {offered.failure
              ? 'The rules wrote one instead. What is here stays until you choose it.'
              : minutes && isPersons(minutes)
                ? 'A new version was made from the transcript. What was checked or edited here stays until you choose it.'
                : 'A new version was made from the transcript. What is here stays until you choose it.'}
          </p>
        </Banner>
      )}
    </div>
  )
}
