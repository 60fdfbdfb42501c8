import { useState } from 'react'
import { sendMinutes } from '#contract/reminders.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useMinutesRecipients } from '../../../hooks/reminders.ts'
import { Field } from '../../../ui/Field.tsx'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Fetched } from '../../../ui/Screen.tsx'
import { toast } from '../../../ui/Toaster.tsx'

/** The minutes as a PDF, by email: to those who were there, or to others. */
export function SendMinutes({ recordingId, onClose }: { recordingId: number; onClose: () => void }) {
  const recipients = useMinutesRecipients(recordingId)
  const action = useAction()
  const [left, setLeft] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | undefined>()
  const attendees = recipients.data?.attendees ?? []
  const send = async (form: FormData) => {
    const others = textOf(form, 'others')
      .split(/[\s,;]+/)
      .filter(Boolean)
    const to = [...attendees.map(({ email }) => email).filter((one) => !left.includes(one)), ...others]
    const wrong = others.find((one) => !/^[^\s@]+@[^\s@]+$/.test(one))
    setProblem(
      wrong
        ? `“${wrong}” is not an email address`
        : to.length === 0
          ? 'Please choose whom to send them to'
          : undefined,
    )
    if (wrong || to.length === 0) return
    const done = await action.run(async () => {
      const { sent, approved } = await call(sendMinutes, { params: { id: recordingId }, body: { to } })
      toast({
        title: approved ? 'Minutes are being sent' : 'Draft minutes are being sent',
        description: sent === 1 ? 'To one person.' : `To ${sent} people.`,
      })
    })
    if (done) onClose()
  }
  const off = recipients.data?.on === false
  return (
    <FormDialog
      title="Send the minutes"
      submit="Send"
      action={action}
      onClose={onClose}
      onSubmit={(form) => void send(form)}
      blocked={!recipients.data || off}
    >
      <Fetched answer={recipients} what="The attendees" rows={2}>
        {() =>
          off ? (
            <p>
              Email is not set up on this appliance. An administrator names the mail server
              (APPLIANCE_SMTP_URL).
            </p>
          ) : (
            <>
              <fieldset>
                <legend className="mb-1 font-medium">Attendees</legend>
                {attendees.length === 0 && (
                  <p className="text-ink-2">None of them has an email address in the meeting information.</p>
                )}
                {attendees.map(({ name, email }) => (
                  <label key={email} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
                    <input
                      type="checkbox"
                      checked={!left.includes(email)}
                      onChange={({ target }) =>
                        setLeft(target.checked ? left.filter((one) => one !== email) : [...left, email])
                      }
                      className="size-4"
                    />
                    <span className="min-w-0 break-words">
                      {name} <span className="text-ink-2">{email}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
              <Field
                label="Others"
                name="others"
                type="text"
                inputMode="email"
                hint="Email addresses, separated by commas"
                error={problem}
              />
            </>
          )
        }
      </Fetched>
    </FormDialog>
  )
}
