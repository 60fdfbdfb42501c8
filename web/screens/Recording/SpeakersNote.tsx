import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import type { Recording } from '#contract/recordings.ts'
import { diarise, type Diarisation } from '#contract/transcripts.ts'
import { call, keys } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

type SpeakersNoteProps = { recording: Recording; diarisation: Diarisation }

/** Quietly, why a transcript has no speakers, or what they are worth; nothing while all is well. */
export function SpeakersNote({ recording, diarisation }: SpeakersNoteProps) {
  const { state, reason } = diarisation
  const action = useAction()
  const { mutate } = useSWRConfig()
  if (recording.status !== 'done') return null
  if (state !== 'failed' && state !== 'cancelled') return null

  const again = async () => {
    await action.run(() => call(diarise, { params: { id: recording.id }, body: { replaceEdited: false } }))
    await mutate(keys.recording(recording.id))
  }
  return (
    <Banner
      tone="neutral"
      icon={UsersRound}
      action={
        <Button small disabled={action.busy} onClick={() => void again()}>
          Try again
        </Button>
      }
    >
      <p className="max-w-[75ch]">
        {state === 'cancelled'
          ? 'Identifying the speakers was cancelled.'
          : withCode(reason ?? 'The speakers could not be identified.')}
      </p>
      {action.error && (
        <p role="alert" className="text-bad">
          {action.error.message}
        </p>
      )}
    </Banner>
  )
}

/** What stands between backticks is to be typed. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded-md bg-sunken px-1 text-sm break-words">
        {part}
      </code>
    ) : (
      part
    ),
  )
