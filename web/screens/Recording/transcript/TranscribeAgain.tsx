import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Recording } from '#contract/recordings.ts'
import { listTranscriptionChoices, transcribeAgain } from '#contract/transcripts.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { atEachVisit } from '../../../hooks/system.ts'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Fetched } from '../../../ui/Screen.tsx'
import { Select } from '../../../ui/Select.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { languages } from './languages.ts'

type TranscribeAgainProps = {
  recording: Recording
  /** A person has had a hand in the present text. */
  edited: boolean
  onClose: () => void
}

export function TranscribeAgain({ recording, edited, onClose }: TranscribeAgainProps) {
  const { mutate } = useSWRConfig()
  const choices = useSWR(listTranscriptionChoices.path, () => call(listTranscriptionChoices), atEachVisit)
  const [chosen, setChosen] = useState<string | null>(null)
  const action = useAction()
  const models = choices.data?.models ?? []
  const model = models.find(({ id }) => id === chosen) ?? models.find(({ active }) => active) ?? models[0]

  const send = async (form: FormData) => {
    const done = await action.run(async () => {
      const language = textOf(form, 'language')
      await call(transcribeAgain, {
        params: { id: recording.id },
        body: {
          ...(model && { model: model.id }),
          ...(language && { language }),
          replaceEdited: textOf(form, 'place') === 'replace',
        },
      })
      await mutate(keys.recording(recording.id))
    })
    if (!done) return
    toast({ title: 'Transcription started', description: 'This may take a few minutes for large files.' })
    onClose()
  }

  return (
    <FormDialog
      title="Transcribe again"
      submit="Transcribe"
      action={action}
      blocked={!model}
      onClose={onClose}
      onSubmit={(form) => void send(form)}
    >
      <Fetched answer={choices} what="The speech models" rows={2}>
        {({ language }) =>
          model ? (
            <>
              <Select
                label="Speech model"
                name="model"
                value={model.id}
                onChange={(event) => setChosen(event.target.value)}
                options={models.map(({ id, name, active }) => ({
                  value: id,
                  label: `${name}${active ? ' (in use)' : ''}`,
                }))}
              />
              <Select
                key={model.id}
                label="Language"
                name="language"
                disabled={!model.multilingual}
                defaultValue={model.multilingual ? language : 'en'}
                options={
                  model.multilingual
                    ? [{ value: 'auto', label: 'Detect automatically' }, ...languages]
                    : [{ value: 'en', label: 'English only' }]
                }
              />
            </>
          ) : (
            <p>No speech model is installed yet. An administrator adds one under System.</p>
          )
        }
      </Fetched>
      {edited ? (
        <fieldset>
          <legend className="mb-1 font-medium">The current text or its speakers were changed by hand</legend>
          <Place value="beside" defaultChecked>
            Keep it; the new one waits beside it until somebody chooses
          </Place>
          <Place value="replace">Put the new one in its place; it stays under Versions</Place>
        </fieldset>
      ) : (
        <p className="text-ink-2">The current transcript stays under Versions.</p>
      )}
    </FormDialog>
  )
}

function Place({
  value,
  defaultChecked,
  children,
}: {
  value: string
  defaultChecked?: boolean
  children: string
}) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 py-1 pointer-coarse:min-h-11">
      <input
        type="radio"
        name="place"
        value={value}
        defaultChecked={defaultChecked}
        className="mt-0.5 size-4 accent-accent"
      />
      {children}
    </label>
  )
}
