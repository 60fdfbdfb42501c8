import { Link } from 'wouter'
import { hasScreen } from '../../routes.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Draft } from './draft.ts'
import { RecordingNotice } from './RecordingNotice.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'

const rows = 'divide-y divide-line'

export function EmailPreferences({ draft }: { draft: Draft }) {
  return (
    <Section title="Email Preferences">
      <div className={rows}>
        <SettingSwitch
          draft={draft}
          name="emailNotifications"
          label="Email notifications"
          description="When a transcript is ready, a document waits for you, or an action is due."
        />
        <SettingSwitch
          draft={draft}
          name="dailyDigest"
          label="Daily digest"
          description="Each morning at 07:00: the day's meetings, actions due and documents to sign."
        />
        <SettingSwitch
          draft={draft}
          name="secondaryEmailNotifications"
          label="Secondary email notifications"
          description="Copies go to your secondary address too."
        />
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
      </div>
    </Section>
  )
}

export function CalendarSync({ draft }: { draft: Draft }) {
  return (
    <Section title="Calendar Sync">
      <div className={rows}>
        <SettingSwitch
          draft={draft}
          name="googleCalendarSync"
          label="Google Calendar"
          description="A secret address of your meetings that Google Calendar subscribes to."
        />
        <SettingSwitch
          draft={draft}
          name="outlookCalendarSync"
          label="Outlook Calendar"
          description="The same for Outlook."
        />
      </div>
    </Section>
  )
}

export function RecordingSettings({ draft }: { draft: Draft }) {
  return (
    <Section title="Recording Settings">
      <div className={rows}>
        <SettingSwitch
          draft={draft}
          name="enableAudioVisualizer"
          label="Audio visualizer"
          description="Shows the level while a meeting is recorded or played."
        />
        <SettingSwitch
          draft={draft}
          name="autosaveTranscripts"
          label="Autosave transcripts"
          description="Keeps a draft of what you edit every 5 seconds, in this browser, and brings it back after a crash."
        />
        <SettingSwitch
          draft={draft}
          name="speakerDiarization"
          label="Speaker diarization"
          description="Tells apart who speaks in new recordings and uploads."
        />
        <SettingSwitch
          draft={draft}
          name="autoGenerateSummary"
          label="Summary after transcription"
          description="Has a summary written as soon as the transcript of a new recording is there."
        />
        <RecordingNotice draft={draft} />
      </div>
    </Section>
  )
}
