import { RotateCcw } from 'lucide-react'
import useSWR, { useSWRConfig } from 'swr'
import { Link } from 'wouter'
import { getInbox, resumeInbox, retryInboxFile, type Inbox, type InboxFile } from '#contract/inbox.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { usePolling } from '../../hooks/page.ts'
import { atEachVisit } from '../../hooks/system.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { JobRow } from './JobRow.tsx'

/** The shared folder: whether it is watched, what came of its files, and what failed. */
export function SharedFolder() {
  const inbox = useSWR(getInbox.path, () => call(getInbox), atEachVisit)
  // What somebody has just put in is no news yet that the appliance would send.
  usePolling(inbox.mutate, 10_000)
  return (
    <Section title="Shared folder" bare>
      <Fetched answer={inbox} what="The shared folder" rows={3}>
        {(view) => <State view={view} />}
      </Fetched>
    </Section>
  )
}

function State({ view }: { view: Inbox }) {
  const { mutate } = useSWRConfig()
  const acting = useAction()
  const resume = () => acting.run(async () => mutate(getInbox.path, await call(resumeInbox), false))
  const retry = (id: number) =>
    acting.run(async () => mutate(getInbox.path, await call(retryInboxFile, { params: { id } }), false))
  const taken = view.files.filter(({ result }) => result !== 'failed').slice(0, 10)
  return (
    <div className="rounded-md border border-line bg-surface">
      <FailureBanner error={acting.error} className="m-3" />
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <div className="min-w-0 flex-1">
          <p className="break-words text-ink-2">{view.message}</p>
          {view.state !== 'off' && <p className="text-sm text-ink-2 tabular-nums">{countsOf(view)}</p>}
        </div>
        {view.state === 'paused' && (
          <Button small look="primary" disabled={acting.busy} onClick={() => void resume()}>
            Resume
          </Button>
        )}
      </div>
      <JobRow job={view.job} label="Files of the shared folder" />
      {view.waiting.length > 0 && <Waiting view={view} />}
      {view.failures.length > 0 && (
        <div className="border-t border-line">
          <Table
            label="Files that failed"
            rows={view.failures}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Failed file', render: ({ path }) => path },
              { label: 'Why', render: ({ message }) => message },
              { label: 'When', render: ({ at }) => dateAndTime(at) },
            ]}
            renderActions={({ id, path }) => (
              <Button
                small
                icon={RotateCcw}
                aria-label={`Try ${path} again`}
                disabled={acting.busy}
                onClick={() => void retry(id)}
              >
                Try again
              </Button>
            )}
          />
        </div>
      )}
      {taken.length > 0 && <Taken files={taken} />}
    </div>
  )
}

const countsOf = ({ counts: { taken, duplicates, failed }, waitingCount }: Inbox): string =>
  `${taken} taken in, ${duplicates} already imported, ${failed} failed, ${waitingCount} in the folder`

function Waiting({ view: { waiting, waitingCount } }: { view: Inbox }) {
  return (
    <div className="border-t border-line px-4 py-3">
      <ul className="space-y-1 text-sm text-ink-2" aria-label="Files that wait">
        {waiting.slice(0, 5).map(({ path, why }) => (
          <li key={path} className="break-words">
            <span className="text-ink">{path}</span>: {why}
          </li>
        ))}
        {waitingCount > 5 && <li>and {waitingCount - 5} more</li>}
      </ul>
    </div>
  )
}

function Taken({ files }: { files: readonly InboxFile[] }) {
  return (
    <div className="border-t border-line">
      <Table
        label="Files taken in"
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'File',
            render: ({ path, recordingId }) =>
              recordingId === null ? (
                path
              ) : (
                <Link href={`/recordings/${recordingId}`} className="underline">
                  {path}
                </Link>
              ),
          },
          { label: 'Result', render: ({ message }) => message },
          { label: 'When', render: ({ at }) => dateAndTime(at) },
        ]}
      />
    </div>
  )
}
