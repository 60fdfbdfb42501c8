import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasScreen } from '../../routes.tsx'
import { Section } from '../../ui/Section.tsx'
import { CalendarAddress } from './CalendarAddress.tsx'
import type { Draft } from './draft.ts'
import { RecordingNotice } from './RecordingNotice.tsx'
import { Reasons, SettingSwitch, type SwitchName } from './SettingSwitch.tsx'

type SwitchesProps = {
  title: string
  draft: Draft
  switches: readonly { name: SwitchName; label: string; description: string }[]
  /** Stands below them. */
  children?: ReactNode
}

/** A section of switches, one a line. */
function Switches({ title, draft, switches, children }: SwitchesProps) {
  return (
    <Section title={title}>
      <div className="divide-y divide-line">
        {switches.map((one) => (
          <SettingSwitch key={one.name} draft={draft} {...one} />
        ))}
        <Reasons draft={draft} of={switches.map(({ name }) => name)} />
        {children}
      </div>
    </Section>
  )
}

export function EmailPreferences({ draft }: { draft: Draft }) {
  return (
    <Switches
      title="Email Preferences"
      draft={draft}
      switches={[
        {
          name: 'emailNotifications',
          label: 'Email notifications',
          description: 'When a transcript is ready, a document waits for you, or an action is due.',
        },
        {
          name: 'dailyDigest',
          label: 'Daily digest',
          description: "Each morning at 07:00: the day's meetings, actions due and documents to sign.",
        },
        {
          name: 'secondaryEmailNotifications',
          label: 'Secondary email notifications',
          description: 'Send copies to your secondary address.',
        },
      ]}
    >
      <p className="px-4 py-3 text-ink-2">
        {hasScreen('/profile') ? (
          <>
            The secondary email address is kept in{' '}
            <Link href="/profile" className="font-medium text-ink underline underline-offset-2">
              your profile
            </Link>
            .
          </>
        ) : (
          'The secondary email address is kept in your profile, which comes with a later version.'
        )}
      </p>
    </Switches>
  )
}

export function CalendarSync({ draft }: { draft: Draft }) {
  const { googleCalendarSync: google, outlookCalendarSync: outlook } = draft.values
  return (
    <Switches
      title="Calendar Sync"
      draft={draft}
      switches={[
        {
          name: 'googleCalendarSync',
          label: 'Google Calendar',
          description: 'A private link to your meetings that Google Calendar can subscribe to.',
        },
        { name: 'outlookCalendarSync', label: 'Outlook Calendar', description: 'The same for Outlook.' },
      ]}
    >
      {(google || outlook) && <CalendarAddress google={google} outlook={outlook} />}
    </Switches>
  )
}

export function RecordingSettings({ draft }: { draft: Draft }) {
  return (
    <Switches
      title="Recording Settings"
      draft={draft}
      switches={[
        {
          name: 'enableAudioVisualizer',
          label: 'Audio visualizer',
          description: 'Shows the level while a meeting is recorded or played.',
        },
        {
          name: 'autosaveTranscripts',
          label: 'Autosave transcripts',
          description:
            'Saves a draft of your edits in this browser every 5 seconds, and restores it after a crash.',
        },
        {
          name: 'speakerDiarization',
          label: 'Speaker diarization',
          description: 'Identifies who speaks in new recordings and uploads.',
        },
        {
          name: 'autoGenerateSummary',
          label: 'Summary after transcription',
          description: 'Writes a summary as soon as a new transcript is ready or uploaded.',
        },
      ]}
    >
      <RecordingNotice draft={draft} />
    </Switches>
  )
}
