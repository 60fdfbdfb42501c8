import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './Button.tsx'
import { Field } from './Field.tsx'

type PassphraseFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A passphrase, which whoever types it may look at: one that can be seen need not be typed twice. */
export function PassphraseField(props: PassphraseFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide passphrase' : 'Show passphrase'}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
