import { useState } from 'react'
import useSWR from 'swr'
import { getPhone, sendPhoneCode, verifyPhone } from '#contract/reminders.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Field } from '../../ui/Field.tsx'

type PhoneNumberProps = { number: string; onNumber: (number: string) => void; disabled: boolean }

/** The number for text messages: a code that is sent to it has to come back. */
export function PhoneNumber({ number, onNumber, disabled }: PhoneNumberProps) {
  const phone = useSWR(getPhone.path, () => call(getPhone))
  const action = useAction()
  const [code, setCode] = useState<string | null>(null)
  const bare = (text: string): string => text.replace(/[\s().-]/g, '')
  const verified = phone.data?.verified === true && phone.data.number === bare(number)
  const send = () =>
    action.run(async () => {
      await phone.mutate(call(sendPhoneCode, { body: { number } }), { revalidate: false })
      setCode('')
    })
  const verify = () =>
    action.run(async () => {
      await phone.mutate(call(verifyPhone, { body: { code: code ?? '' } }), { revalidate: false })
      setCode(null)
    })
  return (
    <>
      <div className="flex items-end gap-2">
        <Field
          label="Phone number"
          name="phoneNumber"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          placeholder="+44 20 7946 0018"
          className="max-w-64 min-w-0 flex-1"
          disabled={disabled}
          value={number}
          onChange={(event) => onNumber(event.target.value)}
        />
        <Button
          disabled={disabled || action.busy || verified || number.trim() === ''}
          aria-describedby="verify-why"
          onClick={() => void send()}
        >
          Verify
        </Button>
      </div>
      {code !== null && !disabled && (
        <div className="flex items-end gap-2">
          <Field
            label="Code from the text message"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className="max-w-64 min-w-0 flex-1"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button disabled={action.busy || code.trim().length < 6} onClick={() => void verify()}>
            Confirm
          </Button>
        </div>
      )}
      {!disabled && (
        <p role="status" className="text-sm text-ink-2">
          {verified
            ? 'This number is verified.'
            : 'Reminders come once the number is verified: a code is sent to it.'}
        </p>
      )}
      <FailureBanner error={action.error} />
    </>
  )
}
