import { useState } from 'react'
import { useAction } from '../../hooks/busy-action.ts'
import { useVoiceChanges, useVoices } from '../../hooks/voices.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textOf } from '../../ui/form.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** The administrator's switch for voice prints, which are biometric data. */
export function KnownVoices() {
  const voices = useVoices()
  const { turn } = useVoiceChanges()
  const action = useAction()
  const [ending, setEnding] = useState(false)
  const off = async (deleteAll: boolean) => {
    if (await action.run(() => turn(false, deleteAll))) setEnding(false)
  }
  return (
    <Section title="Known voices">
      <Fetched answer={voices} what="The switch" rows={1}>
        {({ on, voices: rows }) => (
          <div className="px-4 py-3">
            <Switch
              label="Remember voices"
              description={
                <>
                  Anyone who has agreed is recognised by their voice in later meetings: the name is suggested,
                  never filled in. Voice prints are biometric data; they stay on this appliance. While it is
                  on, prints of all who speak are kept with each new recording, until it is deleted or this is
                  switched off.
                  {rows.length > 0 &&
                    ` ${rows.length === 1 ? 'One voice is' : `${rows.length} voices are`} remembered, see Settings.`}
                </>
              }
              checked={on}
              disabled={action.busy}
              onChange={(wanted) => {
                action.clear()
                if (wanted) void action.run(() => turn(true))
                else if (rows.length > 0) setEnding(true)
                else void off(false)
              }}
            />
            {action.error && !ending && (
              <p role="alert" className="mt-2 text-bad">
                {action.error.message}
              </p>
            )}
            {ending && (
              <FormDialog
                title="Stop remembering voices"
                submit="Switch off"
                danger
                action={action}
                onClose={() => setEnding(false)}
                onSubmit={(form) => void off(textOf(form, 'prints') === 'delete')}
              >
                <p>
                  Voices will no longer be compared, and the prints stored with recordings will be deleted.
                </p>
                <fieldset className="space-y-2">
                  <legend className="mb-1 font-medium">
                    {rows.length === 1 ? 'The remembered voice' : `The ${rows.length} remembered voices`}
                  </legend>
                  <label className="flex items-center gap-2 pointer-coarse:min-h-11">
                    <input
                      type="radio"
                      name="prints"
                      value="delete"
                      defaultChecked
                      className="size-4 shrink-0 accent-accent"
                    />
                    Delete {rows.length === 1 ? 'it' : 'them all'}
                  </label>
                  <label className="flex items-center gap-2 pointer-coarse:min-h-11">
                    <input
                      type="radio"
                      name="prints"
                      value="keep"
                      className="size-4 shrink-0 accent-accent"
                    />
                    Keep {rows.length === 1 ? 'it' : 'them'} until this is switched on again
                  </label>
                </fieldset>
              </FormDialog>
            )}
          </div>
        )}
      </Fetched>
    </Section>
  )
}
