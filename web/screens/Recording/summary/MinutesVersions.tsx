import { ArrowLeft, Check, Clock } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { restoreMinutes, type MinutesVersion } from '#contract/minutes.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/action.ts'
import { useMinutes, useMinutesVersion } from '../../../hooks/minutes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { dateAndTime } from '../../../ui/format.ts'
import { Fetched } from '../../../ui/Screen.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { demoIcon } from '../../../ui/transcription.ts'
import { MinutesText } from '../../../ui/MinutesText.tsx'
import { writtenBy } from './words.ts'

/** Every version that the minutes have had, to look at and to bring back. */
export function MinutesVersions({
  recordingId: id,
  first,
  onClose,
}: {
  recordingId: number
  /** The version to look at first; null for the list. */
  first: number | null
  onClose: () => void
}) {
  const { mutate } = useSWRConfig()
  const minutes = useMinutes(id)
  const [looked, setLooked] = useState(first)
  const action = useAction()
  const shown = minutes.data?.versions.find(({ version }) => version === looked)

  const bringBack = async (version: number) => {
    const done = await action.run(async () => {
      await call(restoreMinutes, { params: { id }, body: { version } })
      await Promise.all([mutate(keys.minutes(id)), mutate(keys.recording(id))])
    })
    if (!done) return
    toast({ title: `Version ${version} is back`, description: 'What was there before stays under Versions.' })
    onClose()
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={looked === null ? 'Versions of the summary' : `Version ${looked}`}
      actions={
        <>
          {shown && !shown.current && (
            <Button look="primary" disabled={action.busy} onClick={() => void bringBack(shown.version)}>
              {shown.offered ? 'Use it' : 'Bring back'}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          {looked !== null && (
            <Button look="quiet" icon={ArrowLeft} className="sm:mr-auto" onClick={() => setLooked(null)}>
              All versions
            </Button>
          )}
        </>
      }
    >
      {action.error && (
        <p role="alert" className="mb-2 text-bad">
          {action.error.message}
        </p>
      )}
      {looked === null ? (
        <Fetched answer={minutes} what="The versions" rows={3}>
          {({ versions }) => (
            <ul className="divide-y divide-line rounded-md border border-line">
              {versions.map((version) => (
                <li
                  key={version.version}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5"
                >
                  <VersionLine version={version} />
                  <div className="flex gap-1">
                    <Button small look="quiet" onClick={() => setLooked(version.version)}>
                      Preview<span className="sr-only"> of version {version.version}</span>
                    </Button>
                    {!version.current && (
                      <Button small disabled={action.busy} onClick={() => void bringBack(version.version)}>
                        Bring back<span className="sr-only"> version {version.version}</span>
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Fetched>
      ) : (
        <Preview recordingId={id} version={looked} />
      )}
    </Dialog>
  )
}

function VersionLine({ version }: { version: MinutesVersion }) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        Version {version.version}
        {version.current && (
          <Chip tone="neutral" icon={Check}>
            Current
          </Chip>
        )}
        {version.offered && (
          <Chip tone="neutral" icon={Clock}>
            Waits for you
          </Chip>
        )}
        {version.demo && (
          <Chip tone="warn" icon={demoIcon}>
            Demo
          </Chip>
        )}
      </p>
      <p className="text-sm break-words text-ink-2 tabular-nums">
        {writtenBy(version)}, {dateAndTime(version.createdAt) ?? 'Unknown date'}
      </p>
    </div>
  )
}

function Preview({ recordingId, version }: { recordingId: number; version: number }) {
  const answer = useMinutesVersion(recordingId, version)
  return (
    <Fetched answer={answer} what="The version" rows={5}>
      {({ minutes }) => (
        <div
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label={`Text of version ${version}`}
          className="max-h-[50vh] overflow-y-auto rounded-md border border-line bg-sunken px-3.5 py-2.5"
        >
          <MinutesText markdown={minutes?.markdown ?? ''} lines={[]} onPlay={null} />
        </div>
      )}
    </Fetched>
  )
}
