import { History } from 'lucide-react'
import { useState } from 'react'
import type { Transcript } from '#contract/transcripts.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { dateAndTime } from '../../../ui/format.ts'
import { writeStored, readStored } from '../../../ui/browser-storage.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { useTranscriptChange } from './change.ts'

type CandidateNoteProps = {
  recordingId: number
  candidate: NonNullable<Transcript['candidate']>
  /** The version that is the current one. */
  current: number
  onLook: () => void
}

/** A later run waits beside a text that somebody has edited. Who keeps theirs is not asked again in this browser. */
export function CandidateNote({ recordingId, candidate, current, onLook }: CandidateNoteProps) {
  const { restore } = useTranscriptChange(recordingId)
  const action = useAction()
  const keptAs = `kept-transcript:${recordingId}`
  const [refused, setRefused] = useState(() => readStored(keptAs))
  const { version, model, createdAt } = candidate
  if (refused === String(version)) return null

  const use = async () => {
    if (!(await action.run(() => restore(version, current)))) return
    toast({ title: 'The newer transcription is in use', description: 'Yours stays under Versions.' })
  }
  const details = [model, dateAndTime(createdAt)].filter(Boolean).join(', ')
  return (
    <Banner
      tone="neutral"
      icon={History}
      live
      className="mx-4 mt-3 print:hidden"
      action={
        <div className="flex flex-wrap gap-2">
          <Button small disabled={action.busy} onClick={() => void use()}>
            Use it
          </Button>
          <Button
            small
            look="quiet"
            disabled={action.busy}
            onClick={() => {
              writeStored(keptAs, String(version))
              setRefused(String(version))
            }}
          >
            Keep yours
          </Button>
          <Button small look="quiet" onClick={onLook}>
            Preview
          </Button>
        </div>
      }
    >
      <p>A newer transcription is ready{details && ` (${details})`}.</p>
      {action.error && (
        <p role="alert" className="text-bad">
          {action.error.message}
        </p>
      )}
    </Banner>
  )
}
