import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { diarise } from '#contract/transcripts.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/action.ts'
import { Field } from '../../../ui/Field.tsx'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { toast } from '../../../ui/Toaster.tsx'

const most = 50

type TellApartProps = {
  recordingId: number
  /** Speakers are known already, by this or by a person's hand. */
  again: boolean
  /** How many people are on the saved list; null: it does not say. */
  listed: number | null
  onClose: () => void
}

/** Has who said what found out, with the number of people if it is known. */
export function TellApart({ recordingId, again, listed, onClose }: TellApartProps) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const [wrong, setWrong] = useState<string>()
  const send = async (form: FormData) => {
    const text = textOf(form, 'speakers').trim()
    const speakers = Number(text)
    if (text !== '' && !(Number.isInteger(speakers) && speakers >= 1 && speakers <= most))
      return setWrong(`A whole number from 1 to ${most}, or nothing.`)
    setWrong(undefined)
    const done = await action.run(async () => {
      const body = { ...(text !== '' && { speakers }), replaceEdited: again }
      await call(diarise, { params: { id: recordingId }, body })
      await mutate(keys.recording(recordingId))
    })
    if (!done) return
    toast({
      title: 'The voices are being told apart',
      description: 'The transcript stays as it is meanwhile.',
    })
    onClose()
  }
  return (
    <FormDialog
      title={again ? 'Tell the voices apart again' : 'Tell the voices apart'}
      submit="Tell apart"
      action={action}
      onClose={onClose}
      onSubmit={(form) => void send(form)}
    >
      <p>
        {again
          ? 'Who says what is found out anew from the sound. Names go along with their voices; passages that were given to somebody by hand are decided again. The present version stays under Versions.'
          : 'Finds out from the sound who says what. The words stay as they are.'}
      </p>
      <Field
        label="How many people speak (optional)"
        name="speakers"
        inputMode="numeric"
        autoComplete="off"
        error={wrong}
        hint={
          listed !== null
            ? `Left empty, it is found out (at most ${listed}: ${listed === 1 ? 'one person is' : `${listed} people are`} listed).`
            : 'Left empty, it is found out. Who is certain of the number gets better results with it.'
        }
      />
    </FormDialog>
  )
}
