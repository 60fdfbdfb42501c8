import { CircleAlert, ListChecks, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import type { JobView } from '#contract/jobs.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { useActions, useExtraction } from '../../../hooks/actions.ts'
import { useCancelJob, useMinutes } from '../../../hooks/minutes.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import { Fetched } from '../../../ui/Screen.tsx'
import { keys } from '../../../api.ts'
import { Writing } from '../summary/Writing.tsx'
import { ActionRow } from './ActionRow.tsx'

type ActionsCardProps = {
  recordingId: number
  transcript: Transcript
  /** Plays from a second; null: there is no sound. */
  onPlay: ((seconds: number) => void) | null
}

/** Who is to do what after the meeting, and how far it is. */
export function ActionsCard({ recordingId, transcript, onPlay }: ActionsCardProps) {
  const answer = useActions(recordingId)
  const { data: minutes } = useMinutes(recordingId)
  const extraction = useExtraction(recordingId)
  const cancel = useCancelJob(keys.actions(recordingId))
  const heading = useRef<HTMLHeadingElement>(null)
  // What the summary asks about already is not asked twice.
  const asked = new Set(
    (minutes?.minutes?.content?.toCheck ?? []).flatMap(({ action, evidence }) =>
      action && evidence[0] ? [placeOf(evidence[0])] : [],
    ),
  )
  return (
    <Fetched answer={answer} what="The actions" rows={3}>
      {({ actions: all, extracted, job }) => {
        const shown = all.filter(
          ({ doubt, evidence }) => doubt === null || !evidence[0] || !asked.has(placeOf(evidence[0])),
        )
        const sure = shown.filter(({ doubt }) => doubt === null)
        const actions = [...sure, ...shown.filter(({ doubt }) => doubt !== null)]
        const open = sure.filter(({ status }) => status !== 'completed').length
        const working = job && job.state !== 'failed' ? job : null
        const wait = extraction.busy || working !== null
        return (
          <section
            aria-labelledby="actions"
            className="min-w-0 rounded-md border border-line bg-surface print:hidden"
          >
            <header className="flex min-h-12 items-center gap-2 border-b border-line px-4 py-1.5">
              <h2 id="actions" ref={heading} tabIndex={-1} className="font-semibold outline-none">
                Actions
              </h2>
              {sure.length > 0 && (
                <p className="ml-auto text-sm text-ink-3 tabular-nums">
                  {open === 0 ? 'All completed' : `${open} of ${sure.length} open`}
                </p>
              )}
              {extracted && !wait && (
                <span className={sure.length > 0 ? '-mr-2' : '-mr-2 ml-auto'}>
                  <LazyMenu
                    label="More about the actions"
                    items={[
                      {
                        label: 'Search for actions again',
                        icon: RefreshCw,
                        onSelect: () => void extraction.look(),
                      },
                    ]}
                  />
                </span>
              )}
            </header>
            {(working || job?.state === 'failed' || extraction.error) && (
              <Looking
                working={working}
                failure={extraction.error?.message ?? job?.errorMessage ?? null}
                some={all.length > 0}
                wait={wait}
                onCancel={(id) => void cancel(id)}
                onAgain={() => void extraction.look()}
              />
            )}
            {actions.length > 0 ? (
              <ul className="divide-y divide-line">
                {actions.map((action) => (
                  <ActionRow
                    key={action.id}
                    recordingId={recordingId}
                    action={action}
                    people={peopleIn(transcript)}
                    onPlay={onPlay}
                    focusNext={() => heading.current}
                  />
                ))}
              </ul>
            ) : (
              !working &&
              job === null && (
                <NoActions extracted={extracted} wait={wait} onFind={() => void extraction.look()} />
              )
            )}
          </section>
        )
      }}
    </Fetched>
  )
}

type LookingProps = {
  working: JobView | null
  /** Why it failed, if somebody knows. */
  failure: string | null
  /** There are actions from before. */
  some: boolean
  wait: boolean
  onCancel: (job: number) => void
  onAgain: () => void
}

/** The search for actions: how far it is, or that it failed. */
function Looking({ working, failure, some, wait, onCancel, onAgain }: LookingProps) {
  return (
    <div className="px-4 pt-3 last:pb-3">
      {working ? (
        <Writing
          job={working}
          doing="Looking for actions"
          // What stands below is from before.
          always={some ? 'Updating' : undefined}
          onCancel={() => onCancel(working.id)}
        />
      ) : (
        <Banner
          tone="warn"
          icon={CircleAlert}
          live
          className="mb-3 sm:flex-col! sm:items-start!"
          action={
            <Button small disabled={wait} onClick={onAgain}>
              Try again
            </Button>
          }
        >
          <p className="font-semibold">
            {some ? 'The actions could not be updated' : 'Actions could not be searched for'}
          </p>
          <p>{failure ?? 'The details are in the appliance’s log.'}</p>
        </Banner>
      )}
    </div>
  )
}

type NoActionsProps = { extracted: boolean; wait: boolean; onFind: () => void }

function NoActions({ extracted, wait, onFind }: NoActionsProps) {
  return (
    <div className="px-4 py-3">
      <p className="text-ink-2">
        {extracted ? 'No actions were found.' : 'Actions have not been searched for yet.'}
      </p>
      {!extracted && (
        <Button small icon={ListChecks} disabled={wait} className="mt-3" onClick={onFind}>
          Find Actions
        </Button>
      )}
    </div>
  )
}

const placeOf = ({ start, quote }: { start: number; quote: string }): string => `${start} ${quote}`

/** Whom an action may be given to, as suggestions. */
const peopleIn = ({ attendees, speakers }: Transcript): string[] => [
  ...new Set([...attendees.map(({ name }) => name), ...Object.values(speakers)]),
]
