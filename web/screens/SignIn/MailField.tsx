import type { ComponentProps } from 'react'
import { Field } from '../../ui/Field.tsx'

type MailFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'name' | 'type'>

/** The address that somebody signs in with. */
export function MailField(props: MailFieldProps) {
  return (
    <Field
      {...props}
      label="Email address"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
    />
  )
}
