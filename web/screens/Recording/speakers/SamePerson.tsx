import { useState } from 'react'
import { mergeSpeakers } from '#contract/speakers.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import type { Speaker } from '../transcript/speakers.ts'
import { Choice, speakerOption } from './Choice.tsx'
import { useSpeakerChange } from './useSpeakers.ts'

type SamePersonProps = {
  recordingId: number
  version: number
  speaker: Speaker
  others: readonly Speaker[]
  onClose: () => void
}

/** Two speakers who are one become one. */
export function SamePerson({ recordingId, version, speaker, others, onClose }: SamePersonProps) {
  const { change } = useSpeakerChange(recordingId, version)
  const action = useAction()
  const [chosen, setChosen] = useState(false)
  const send = (form: FormData) =>
    void action.run(async () => {
      const into = textOf(form, 'speaker')
      const name = others.find(({ label }) => label === into)?.name ?? into
      if (
        await change(
          mergeSpeakers,
          { from: speaker.label, into },
          `${speaker.name} and ${name} have been merged`,
        )
      )
        onClose()
    })
  return (
    <FormDialog
      title="The same person"
      submit="Merge"
      action={action}
      blocked={!chosen}
      onClose={onClose}
      onSubmit={send}
    >
      <p className="text-ink-2">
        All that {speaker.name} said will be shown as said by the other speaker. You can undo this.
      </p>
      <Choice
        legend={`${speaker.name} is`}
        name="speaker"
        onChoose={() => setChosen(true)}
        options={others.map(speakerOption)}
      />
    </FormDialog>
  )
}
