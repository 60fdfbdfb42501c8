import useSWR from 'swr'
import { undoSpeakers } from '#contract/speakers.ts'
import { getTranscript, listVersions, type TranscriptVersion } from '#contract/transcripts.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { atEachVisit } from '../../../hooks/system.ts'
import { Button } from '../../../ui/Button.tsx'
import { Fetched } from '../../../ui/Screen.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { VersionsDialog, VersionText } from '../../../ui/VersionsDialog.tsx'
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
  const { restore, take } = useTranscriptChange(recordingId)
  const action = useAction()
  // What the person saw when choosing: the page behind may know of a later one already.
  const current = versions.data?.find((version) => version.current)?.version ?? 0

  const bringBack = async (version: number) => {
    const done = await action.run(() => restore(version, current))
    if (!done) return void versions.mutate()
    toast({ title: `Version ${version} restored`, description: 'The previous version stays under Versions.' })
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
    <VersionsDialog
      title="Versions"
      answer={versions}
      first={first}
      waits={({ version }) => version === candidate}
      whence={whence}
      facts={({ model, words }) =>
        [model, `${words.toLocaleString('en-GB')} ${words === 1 ? 'word' : 'words'}`]
          .filter(Boolean)
          .join(' · ')
      }
      action={action}
      onBringBack={(version) => void bringBack(version)}
      renderExtra={({ current, origin }) =>
        current &&
        origin === 'naming' && (
          <Button small disabled={action.busy} onClick={() => void undo()}>
            Undo
          </Button>
        )
      }
      renderPreview={(version) => <Preview recordingId={recordingId} version={version} />}
      onClose={onClose}
    />
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
      return 'Speakers identified'
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
        <VersionText version={version}>
          <p dir="auto" className="whitespace-pre-wrap">
            {withNames(content, speakers) || text || 'No words.'}
          </p>
        </VersionText>
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
