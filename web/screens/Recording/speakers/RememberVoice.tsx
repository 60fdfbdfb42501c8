import { useState } from 'react'
import { consentWords } from '#contract/voices.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useVoiceChanges } from '../../../hooks/voices.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { toast } from '../../../ui/Toaster.tsx'

type RememberVoiceProps = { recordingId: number; label: string; name: string; onClose: () => void }

/** Asks for the consent that a voice print needs. */
export function RememberVoice({ recordingId, label, name, onClose }: RememberVoiceProps) {
  const { remember } = useVoiceChanges()
  const action = useAction()
  const [agreed, setAgreed] = useState(false)
  const send = () =>
    void action.run(async () => {
      await remember(recordingId, label, name)
      toast({ title: `${name}’s voice is remembered`, description: 'It can be deleted in Settings.' })
      onClose()
    })
  return (
    <FormDialog
      title="Remember this voice"
      submit="Remember"
      action={action}
      blocked={!agreed}
      onClose={onClose}
      onSubmit={send}
    >
      <p>
        A voice print is biometric data, so {name} must agree. If this recording is deleted the print is kept,
        and is listed in Settings as from a deleted meeting.
      </p>
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">{consentWords(name)}</span>
      </label>
      <p className="text-sm text-ink-2">This statement is stored with the print, your name and the date.</p>
    </FormDialog>
  )
}
