import { CircleAlert } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import type { Me } from '#contract/people.ts'
import { useLeaveWarning, useTabTitle } from '../../hooks/page.ts'
import { useMe } from '../../hooks/people.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { useSaveSettings, useSettings, type SettingsAnswer } from '../../hooks/settings.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { Appearance } from './Appearance.tsx'
import { useDraft, type Draft } from './draft.ts'
import { SectionList, useSectionOfAddress, type SectionLink } from '../../ui/Sections.tsx'
import { TopBar } from './Frame.tsx'
import { Password } from './Password.tsx'
import { CalendarSync, EmailPreferences, RecordingSettings } from './sections.tsx'
import { SmsReminders } from './Sms.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

// Half of the screen's weight, and below its fold.
const Security = lazyPart(async () => (await import('./Security.tsx')).Security)

const Words = lazyPart(async () => (await import('../../ui/Vocabulary.tsx')).Words)
const KnownVoices = lazyPart(async () => (await import('./KnownVoices.tsx')).KnownVoices)

const sections: (SectionLink & { show: (props: { me: Me; draft: Draft }) => ReactNode })[] = [
  { id: 'password', title: 'Password Management', show: ({ me }) => <Password me={me} /> },
  { id: 'email', title: 'Email Preferences', show: ({ draft }) => <EmailPreferences draft={draft} /> },
  { id: 'sms', title: 'SMS/Text Reminders', show: ({ draft }) => <SmsReminders draft={draft} /> },
  { id: 'calendar', title: 'Calendar Sync', show: ({ draft }) => <CalendarSync draft={draft} /> },
  {
    id: 'security',
    title: 'Security Settings',
    show: ({ me }) => (
      <Suspense fallback={<div className="h-40" />}>
        <Security me={me} />
      </Suspense>
    ),
  },
  { id: 'recording', title: 'Recording Settings', show: ({ draft }) => <RecordingSettings draft={draft} /> },
  {
    id: 'words',
    title: 'Words',
    show: () => (
      <Suspense fallback={<div className="h-40" />}>
        <Words everybody={false} />
      </Suspense>
    ),
  },
  {
    id: 'voices',
    title: 'Known Voices',
    show: () => (
      <Suspense fallback={<div className="h-40" />}>
        <KnownVoices />
      </Suspense>
    ),
  },
  { id: 'appearance', title: 'Appearance', show: ({ draft }) => <Appearance draft={draft} /> },
]

export function Settings() {
  useTabTitle('Settings')
  const me = useMe()
  const settings = useSettings()
  const both = {
    data: me.data && settings.data && { me: me.data, answer: settings.data },
    error: me.error ?? settings.error,
    isValidating: me.isValidating || settings.isValidating,
    mutate: () => Promise.all([me.mutate(), settings.mutate()]),
  }
  if (both.data) return <Loaded {...both.data} />
  return (
    <>
      <TopBar sections={[]} />
      <div className="max-w-3xl px-4 py-5 md:px-8">
        <Fetched answer={both} what="Your settings" rows={6}>
          {() => null}
        </Fetched>
      </div>
    </>
  )
}

function Loaded({ me, answer }: { me: Me; answer: SettingsAnswer }) {
  const draft = useDraft(me.id, answer)
  const save = useSaveSettings()
  const [busy, setBusy] = useState(false)
  useLeaveWarning(draft.changed)
  useSectionOfAddress(true)

  const saveAll = async () => {
    setBusy(true)
    try {
      await save(draft.changes)
      draft.discard()
      toast({ title: 'Settings saved' })
    } catch (error) {
      toast({
        title: 'Settings not saved',
        description: error instanceof Error ? error.message : String(error),
        destructive: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <TopBar
        sections={sections}
        changed={draft.changed}
        busy={busy}
        onSave={() => void saveAll()}
        onDiscard={draft.discard}
      />
      <div className="flex items-start gap-8 px-4 py-5 md:px-8">
        <SectionList label="Settings" sections={sections} />
        <div className="max-w-3xl min-w-0 flex-1 space-y-8">
          {draft.returned && (
            <Banner tone="warn" icon={CircleAlert} live>
              Your earlier changes are still here. Save them to apply them.
            </Banner>
          )}
          {sections.map(({ id, show: Show }) => (
            <div key={id} id={id} tabIndex={-1} className="scroll-mt-18">
              <Show me={me} draft={draft} />
            </div>
          ))}
          <Version />
        </div>
      </div>
    </>
  )
}

/** For everybody who is asked "which version do you have?", not for administrators alone. */
function Version() {
  const { data: status } = useSystemStatus()
  return <p className="text-sm text-ink-3">{status && `Meeting Appliance, version ${status.version}`}</p>
}
