import { CalendarClock, CircleAlert, Clock, RefreshCw } from 'lucide-react'
import type { z } from 'zod'
import type { getMinutes } from '#contract/minutes.ts'
import type { Recording } from '#contract/recordings.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
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
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">{writtenBy(minutes)}</p>
      )}
      {minutes?.failure && (
        <Banner tone="warn" icon={CircleAlert} className="sm:flex-col! sm:items-start! print:hidden">
          <p className="font-semibold">
            {minutes.model === null ? 'AI did not write this' : 'AI did not write all of this'}
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
          The meeting has no date, so the minutes have none either.
        </Banner>
      )}
      {offered && (
        <Banner
          tone="neutral"
          icon={Clock}
          className="sm:flex-col! sm:items-start! print:hidden"
          action={
            <Button small onClick={() => onLook(offered.version)}>
              Review it
            </Button>
          }
        >
          {offered.failure && (
            <>
              <p className="font-semibold">AI could not write a new version</p>
              <p>{offered.failure}</p>
            </>
          )}
          <p>
            {offered.failure
              ? 'A version was drafted without AI instead. The current one stays until you choose it.'
              : minutes && isPersons(minutes)
                ? 'A new version was made from the transcript. Your checked or edited version stays until you choose it.'
                : 'A new version was made from the transcript. The current one stays until you choose it.'}
          </p>
        </Banner>
      )}
    </div>
  )
}
