import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { useMinutes, useWriting } from '../../../hooks/minutes.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { GenerateButton } from './GenerateButton.tsx'
import { MinutesInProgress } from './MinutesInProgress.tsx'
import { Writing } from './Writing.tsx'

type GenerateSummaryProps = {
  data: ReturnType<typeof useMinutes>['data']
  writing: ReturnType<typeof useWriting>
  /** There is a summary: it would be generated again. */
  again: boolean
  /** There is something to make it from. */
  possible: boolean
  onGenerate: (template?: string) => void
}

/** The button that generates the summary, with its progress and its errors beside it. */
export function GenerateSummary({ data, writing, again, possible, onGenerate }: GenerateSummaryProps) {
  const button = useRef<HTMLButtonElement>(null)
  const cancelled = useRef(false)
  const job = data?.job
  const working = job?.state === 'queued' || job?.state === 'running' ? job : null
  const isBusy = writing.busy || working !== null
  useEffect(() => {
    if (!cancelled.current || isBusy) return
    // What was pressed has gone, and the button in its place can be pressed again.
    cancelled.current = false
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isBusy])

  const room = again ? 'mb-3' : 'mt-3'
  return (
    <>
      <GenerateButton
        again={again}
        busy={isBusy}
        disabled={isBusy || !possible}
        template={data?.template}
        buttonRef={button}
        onGenerate={onGenerate}
        className={room}
      />
      {working && (
        <Writing
          job={working}
          onCancel={() => {
            cancelled.current = true
            void writing.cancel(working.id)
          }}
          className={room}
        />
      )}
      {working && data && data.sofar.length > 0 && <MinutesInProgress parts={data.sofar} />}
      {writing.reason && (
        <Banner tone="warn" icon={CircleAlert} live className={room}>
          <p className="font-semibold">The summary was not generated</p>
          <p>{writing.reason}</p>
        </Banner>
      )}
    </>
  )
}
