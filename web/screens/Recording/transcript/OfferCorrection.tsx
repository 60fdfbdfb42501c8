import { SpellCheck, X } from 'lucide-react'
import { useState } from 'react'
import { replaceWords, type Transcript } from '#contract/transcripts.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useTermChanges, useTerms } from '../../../hooks/terms.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { useTranscriptChange } from './change.ts'
import { placesOf, type Correction } from './correction.ts'

type OfferCorrectionProps = {
  recordingId: number
  correction: Correction
  transcript: Transcript
  canEdit: boolean
  onClose: () => void
}

/** After a word was corrected: the speech model may expect it from now on, and its other places be corrected too. */
export function OfferCorrection(props: OfferCorrectionProps) {
  const { recordingId, correction, transcript, canEdit, onClose } = props
  const { heard, meant } = correction
  const { take } = useTranscriptChange(recordingId)
  const { add } = useTermChanges()
  const { data } = useTerms()
  const action = useAction()
  const [expected, setExpected] = useState(false)
  const known =
    expected || data?.terms.some(({ text }) => text.toLowerCase() === meant.toLowerCase()) === true
  const places = canEdit ? placesOf(correction, transcript.segments) : 0
  if (known && places === 0 && !expected) return null

  const mend = () =>
    action.run(async () => {
      const body = { heard, meant, basedOn: transcript.version }
      await take(await call(replaceWords, { params: { id: recordingId }, body }))
      toast({ title: 'Transcript saved' })
      if (known) onClose()
    })
  const expect = () =>
    action.run(async () => {
      await add(meant, false)
      if (places === 0) onClose()
      else setExpected(true)
    })

  return (
    <Banner
      tone="neutral"
      icon={SpellCheck}
      live
      // The column is narrow where the window is wide.
      className="mx-4 mt-3 sm:flex-col! sm:items-start! print:hidden"
      action={
        <div className="flex flex-wrap items-center gap-2">
          {!known && (
            <Button small disabled={action.busy} onClick={() => void expect()}>
              Expect this word from now on
            </Button>
          )}
          {places > 0 && (
            <Button small disabled={action.busy} onClick={() => void mend()}>
              {places === 1 ? 'Change the other place' : `Change the ${places} other places`}
            </Button>
          )}
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
      }
    >
      You changed “{heard}” to “{meant}”.
      {expected && ' It is expected from now on.'}
      {action.error && (
        <span role="alert" className="block text-bad">
          {action.error.message}
        </span>
      )}
    </Banner>
  )
}
