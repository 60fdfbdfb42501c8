import { Bell } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Draft } from './draft.ts'
import { SettingSwitch, Why } from './SettingSwitch.tsx'

/** Everything below the switch is greyed while it is off. */
export function SmsReminders({ draft }: { draft: Draft }) {
  const unavailable = draft.why('smsReminders')
  const off = !draft.values.smsReminders || unavailable !== undefined
  const whyNumber = draft.why('phoneNumber')
  return (
    <Section title="SMS/Text Reminders">
      <div className="divide-y divide-line">
        <SettingSwitch
          draft={draft}
          name="smsReminders"
          label="SMS reminders"
          description="A text message to your phone before your meetings."
        />
        <div className="space-y-3 px-4 py-3">
          <div className="flex items-end gap-2">
            <Field
              label="Phone number"
              name="phoneNumber"
              type="tel"
              autoComplete="tel"
              maxLength={40}
              placeholder="+44 20 7946 0018"
              className="max-w-64 min-w-0 flex-1"
              disabled={off || whyNumber !== undefined}
              value={draft.values.phoneNumber}
              onChange={(event) => draft.set({ phoneNumber: event.target.value })}
            />
            {/* The gateway that sends the code comes with the reminders themselves. */}
            <Button disabled aria-describedby="verify-why">
              Verify
            </Button>
          </div>
          {unavailable === undefined || whyNumber !== undefined ? (
            <div id="verify-why">
              {whyNumber && whyNumber !== unavailable ? (
                <Why>{whyNumber}</Why>
              ) : (
                <Why>
                  {unavailable === undefined
                    ? 'Numbers cannot be verified yet: this version of the appliance cannot send codes.'
                    : 'A number can be verified once SMS reminders can be sent.'}
                </Why>
              )}
            </div>
          ) : (
            <div id="verify-why">
              <Why>{unavailable}</Why>
            </div>
          )}
          <p className={cx('flex gap-2.5', off ? 'text-ink-3' : 'text-ink-2')}>
            <Bell size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
            Meeting reminder: sent 1 hour before
          </p>
        </div>
      </div>
    </Section>
  )
}
