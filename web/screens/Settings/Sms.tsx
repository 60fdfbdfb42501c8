import { Bell } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/Section.tsx'
import type { Draft } from './draft.ts'
import { PhoneNumber } from './PhoneNumber.tsx'
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
          <PhoneNumber
            number={draft.values.phoneNumber}
            onNumber={(phoneNumber) => draft.set({ phoneNumber })}
            disabled={off || whyNumber !== undefined}
          />
          {unavailable !== undefined && (
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
