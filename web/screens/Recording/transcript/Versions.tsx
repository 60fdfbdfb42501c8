import { ArrowLeft, Check, Clock } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { undoSpeakers } from '#contract/speakers.ts'
import { getTranscript, listVersions, type TranscriptVersion } from '#contract/transcripts.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/action.ts'
import { atEachVisit } from '../../../hooks/system.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { dateAndTime } from '../../../ui/format.ts'
import { Fetched } from '../../../ui/Screen.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { demoIcon } from '../../../ui/transcription.ts'
import { useTranscriptChange } from './change.ts'

type VersionsProps = {
  recordingId: number
  /** The version to look at first; null for the list. */
  first: number | null
  /** A later run that waits to be chosen. */
  candidate: number | null
  onClose: () => void
}

/** Every version that the transcript has had, to look at and to bring back. */
export function Versions({ recordingId, first, candidate, onClose }: VersionsProps) {
  const params = { id: recordingId }
  const versions = useSWR(
    pathFor(listVersions.path, params),
    () => call(listVersions, { params }),
    atEachVisit,
  )
  const [looked, setLooked] = useState(first)
  const { restore, take } = useTranscriptChange(recordingId)
  const action = useAction()
  // What the person saw when choosing: the page behind may know of a later one already.
  const current = versions.data?.find((version) => version.current)?.version ?? 0
  const shown = versions.data?.find(({ version }) => version === looked)

  const bringBack = async (version: number) => {
    const done = await action.run(() => restore(version, current))
    if (!done) return void versions.mutate()
    toast({ title: `Version ${version} is back`, description: 'What was there before stays under Versions.' })
    onClose()
  }

  const undo = async () => {
    const params = { id: recordingId }
    const done = await action.run(async () =>
      take(await call(undoSpeakers, { params, body: { basedOn: current } })),
    )
    if (!done) return void versions.mutate()
    toast({ title: 'Undone' })
    onClose()
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={looked === null ? 'Versions' : `Version ${looked}`}
      actions={
        <>
          {shown && !shown.current && (
            <Button look="primary" disabled={action.busy} onClick={() => void bringBack(shown.version)}>
              {shown.version === candidate ? 'Use it' : 'Bring back'}
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
        <Fetched answer={versions} what="The versions" rows={3}>
          {(list) => (
            <ul className="divide-y divide-line rounded-md border border-line">
              {[...list]
                .sort((a, b) => b.version - a.version)
                .map((version) => (
                  <li
                    key={version.version}
                    className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5"
                  >
                    <VersionLine version={version} waits={version.version === candidate} />
                    <div className="flex gap-1">
                      <Button small look="quiet" onClick={() => setLooked(version.version)}>
                        Preview<span className="sr-only"> of version {version.version}</span>
                      </Button>
                      {version.current && version.origin === 'naming' && (
                        <Button small disabled={action.busy} onClick={() => void undo()}>
                          Undo
                        </Button>
                      )}
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
        <Preview recordingId={recordingId} version={looked} />
      )}
    </Dialog>
  )
}

function VersionLine({ version, waits }: { version: TranscriptVersion; waits: boolean }) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        Version {version.version}
        {version.current && (
          <Chip tone="neutral" icon={Check}>
            Current
          </Chip>
        )}
        {waits && (
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
        {whence(version)}, {dateAndTime(version.createdAt) ?? 'Unknown date'}
      </p>
      <p className="text-sm text-ink-3 tabular-nums">
        {[version.model, `${version.words.toLocaleString('en-GB')} ${version.words === 1 ? 'word' : 'words'}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function whence({ origin, person, named }: TranscriptVersion): string {
  const by = person ? ` by ${person}` : ''
  switch (origin) {
    case 'run':
      return 'Transcribed'
    case 'edit':
      return `Edited${by}`
    case 'upload':
      return `Uploaded${by}`
    case 'restore':
      return `Brought back${by}`
    case 'speakers':
      return 'Speakers told apart'
    case 'naming':
      return `${named ?? 'Speakers changed'}${by}`
  }
}

function Preview({ recordingId, version }: { recordingId: number; version: number }) {
  const params = { id: recordingId }
  const query = { version: String(version) }
  const text = useSWR(`${pathFor(getTranscript.path, params)}?version=${version}`, () =>
    call(getTranscript, { params, query }),
  )
  return (
    <Fetched answer={text} what="The version" rows={5}>
      {({ content, text, speakers }) => (
        <p
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label={`Text of version ${version}`}
          className="max-h-[50vh] overflow-y-auto rounded-md border border-line bg-sunken px-3.5 py-2.5 break-words whitespace-pre-wrap"
        >
          {withNames(content, speakers) || text || 'No words.'}
        </p>
      )}
    </Fetched>
  )
}

/** "[00:01:05] [Speaker 2] …" → with whom people know by that label. */
const withNames = (content: string, names: Record<string, string>): string =>
  content.replace(
    /^(\[[\d:]+\] \[)([^\]\n]+)(?=\])/gm,
    (_, before: string, label: string) => before + (names[label] ?? label),
  )
