import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { diarise } from '#contract/transcripts.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { Field } from '../../../ui/Field.tsx'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { toast } from '../../../ui/Toaster.tsx'

const most = 50

type IdentifySpeakersProps = {
  recordingId: number
  /** Speakers are known already, by this or by a person's hand. */
  again: boolean
  /** How many people are on the saved list; null: it does not say. */
  listed: number | null
  onClose: () => void
}

/** Has who said what found out, with the number of people if it is known. */
export function IdentifySpeakers({ recordingId, again, listed, onClose }: IdentifySpeakersProps) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const [wrong, setWrong] = useState<string>()
  const send = async (form: FormData) => {
    const text = textOf(form, 'speakers').trim()
    const speakers = Number(text)
    if (text !== '' && !(Number.isInteger(speakers) && speakers >= 1 && speakers <= most))
      return setWrong(`Enter a whole number from 1 to ${most}, or leave it empty.`)
    setWrong(undefined)
    const done = await action.run(async () => {
      const body = { ...(text !== '' && { speakers }), replaceEdited: again }
      await call(diarise, { params: { id: recordingId }, body })
      await mutate(keys.recording(recordingId))
    })
    if (!done) return
    toast({
      title: 'Identifying speakers',
      description: 'The transcript stays as it is until this finishes.',
    })
    onClose()
  }
  return (
    <FormDialog
      title={again ? 'Identify speakers again' : 'Identify speakers'}
      submit="Identify speakers"
      action={action}
      onClose={onClose}
      onSubmit={(form) => void send(form)}
    >
      <p>
        {again
          ? 'Identifies again who says what from the audio. Names stay with their voices; passages assigned by hand are decided again. The current version stays under Versions.'
          : 'Identifies who says what from the audio. The words do not change.'}
      </p>
      <Field
        label="How many people speak (optional)"
        name="speakers"
        inputMode="numeric"
        autoComplete="off"
        error={wrong}
        hint={
          listed !== null
            ? `Leave empty to detect it automatically (at most ${listed}: ${listed === 1 ? 'one person is' : `${listed} people are`} listed).`
            : 'Leave empty to detect it automatically. The exact number gives better results.'
        }
      />
    </FormDialog>
  )
}
