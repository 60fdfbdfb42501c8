import { useId } from 'react'
import { useAction } from '../../../hooks/busy-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import type { Speaker } from '../transcript/speakers.ts'

type NameVoiceDialogProps = {
  speaker: Speaker
  /** Who is on the list and has no voice yet, and names that were guessed. */
  suggestions: readonly string[]
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** Names a voice: somebody on the list with one click, or another name. */
export function NameVoiceDialog({ speaker, suggestions, onName, onClose }: NameVoiceDialogProps) {
  const action = useAction()
  const legend = useId()
  const choose = (name: string) => void action.run(() => onName(name))
  const known = speaker.name === speaker.label ? '' : speaker.name
  return (
    <FormDialog
      title="Who is this?"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={(form) => choose(textOf(form, 'name'))}
    >
      <p className="text-ink-2">All that {speaker.name} says will be shown under this name.</p>
      {suggestions.length > 0 && (
        <div role="group" aria-labelledby={legend}>
          <p id={legend} className="mb-1.5 font-medium">
            Suggestions
          </p>
          <div className="flex flex-wrap gap-2">
            {suggestions.map((name) => (
              <Button key={name} small disabled={action.busy} onClick={() => choose(name)}>
                {name}
              </Button>
            ))}
          </div>
        </div>
      )}
      <Field
        label={`Name of ${speaker.label}`}
        name="name"
        defaultValue={known}
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
