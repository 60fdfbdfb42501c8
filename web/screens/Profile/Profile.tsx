import { CircleAlert, LoaderCircle, Save } from 'lucide-react'
import { useState } from 'react'
import { profileProblems, saveProfile, type Profile as Saved } from '#contract/profile.ts'
import { call, userId } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useLeaveWarning, useTabTitle } from '../../hooks/page.ts'
import { useProfile } from '../../hooks/profile.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { NotFetched, Screen } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { AddressPart } from './AddressPart.tsx'
import { Documents } from './Documents.tsx'
import { draftOf, sameAddress, type Draft } from './form.ts'
import { PersonalData } from './PersonalData.tsx'

export function Profile() {
  useTabTitle('Profile')
  const profile = useProfile()
  const { data, error } = profile as { data: Saved | null | undefined; error: unknown }
  return (
    <Screen title="Profile" subtitle="Manage your personal information and documents">
      {data !== undefined ? (
        <Form key={data === null ? 'blank' : 'saved'} saved={data} onSaved={() => profile.mutate()} />
      ) : error ? (
        <NotFetched what="Your profile" error={error} onRetry={() => void profile.mutate()} />
      ) : (
        <div role="status" aria-label="Your profile: loading" className="flex justify-center py-16">
          <LoaderCircle size={20} strokeWidth={1.75} className="animate-spin text-ink-3" aria-hidden />
        </div>
      )}
    </Screen>
  )
}

type TextField = { [K in keyof Draft]: Draft[K] extends string ? K : never }[keyof Draft]
type DayField = 'dateOfBirth' | 'idDocumentExpiryDate'
type TabName = 'personal' | 'address' | 'documents' | 'links'
type Problems = Record<string, string>
type PartProps = { draft: Draft; put: (change: Partial<Draft>) => void; problems: Problems }

const tabOf = (field: string): TabName =>
  field.includes('Address') ? 'address' : field.endsWith('Url') ? 'links' : 'personal'
const moment = (day: string | null): string | null => day && new Date(`${day}T00:00:00Z`).toISOString()

function Form({ saved, onSaved }: { saved: Saved | null; onSaved: () => Promise<unknown> }) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(saved))
  const [same, setSame] = useState(
    () => saved !== null && sameAddress(draft.residentialAddress, draft.correspondenceAddress),
  )
  const [checked, setChecked] = useState(false)
  const [tab, setTab] = useState<TabName>('personal')
  const saving = useAction()
  const whole: Draft = same ? { ...draft, correspondenceAddress: draft.residentialAddress } : draft
  const problems: Problems = checked ? profileProblems(whole) : {}
  useLeaveWarning(JSON.stringify(draft) !== JSON.stringify(draftOf(saved)))

  const put = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  const save = () => {
    setChecked(true)
    const [first] = Object.keys(profileProblems(whole))
    if (first !== undefined) return setTab(tabOf(first))
    void saving.run(async () => {
      try {
        const days = {
          dateOfBirth: moment(whole.dateOfBirth),
          idDocumentExpiryDate: moment(whole.idDocumentExpiryDate),
        }
        const body = { ...whole, ...days, userId }
        await call(saveProfile, { params: { userId }, body })
        toast({ title: 'Profile saved' })
        await onSaved()
      } catch {
        toast({
          title: 'Error saving profile',
          description: 'There was a problem saving your profile. Please try again.',
          destructive: true,
        })
      }
    })
  }
  const part = { draft, put, problems }
  const onSame = (on: boolean) => {
    setSame(on)
    if (on) put({ correspondenceAddress: draft.residentialAddress })
  }

  return (
    <div className="max-w-3xl pb-20">
      {Object.keys(problems).length > 0 && (
        <Banner tone="bad" icon={CircleAlert} className="mb-4">
          Please look at the fields that are marked.
        </Banner>
      )}
      <Tabs
        label="Profile"
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { name: 'personal', title: 'Personal Info', panel: <PersonalInfo {...part} /> },
          {
            name: 'address',
            title: 'Address',
            panel: <Addresses {...part} same={same} onSame={onSame} />,
          },
          { name: 'documents', title: 'Documents', panel: <Documents /> },
          { name: 'links', title: 'Links & References', panel: <Links {...part} /> },
        ]}
      />
      <div className="fixed right-5 bottom-5 z-20">
        <Button look="primary" icon={Save} disabled={saving.busy} onClick={save} className="shadow-float">
          {saving.busy ? 'Saving...' : 'Save Profile'}
        </Button>
      </div>
    </div>
  )
}

function Text({
  name,
  draft,
  put,
  problems,
  ...more
}: PartProps & { name: TextField; label: string; type?: string; autoComplete?: string }) {
  return (
    <Field
      maxLength={name.endsWith('Url') ? 500 : 200}
      {...more}
      value={draft[name]}
      onChange={(event) => put({ [name]: event.target.value })}
      error={problems[name]}
    />
  )
}

function Day({ name, label, draft, put }: PartProps & { name: DayField; label: string }) {
  return (
    <Field
      label={label}
      type="date"
      value={draft[name] ?? ''}
      onChange={(event) => put({ [name]: event.target.value || null })}
    />
  )
}

const twoColumns = 'grid gap-4 p-4 sm:grid-cols-2'

function PersonalInfo(part: PartProps) {
  return (
    <div className="space-y-6">
      <Section title="Personal information">
        <div className={twoColumns}>
          <Text {...part} name="fullName" label="Full name" autoComplete="name" />
          <Text {...part} name="role" label="Role" />
          <Text {...part} name="email" label="Email" type="email" autoComplete="email" />
          <Text {...part} name="secondaryEmail" label="Secondary email" type="email" />
          <Text {...part} name="mobile" label="Mobile" type="tel" autoComplete="tel" />
          <Day {...part} name="dateOfBirth" label="Date of birth" />
          <Text {...part} name="nationality" label="Nationality" />
          <Text {...part} name="secondaryNationality" label="Secondary nationality" />
        </div>
      </Section>
      <Section title="Identity document">
        <div className={twoColumns}>
          <Text {...part} name="idDocumentType" label="Type of document" />
          <Text {...part} name="idDocumentIssuingCountry" label="Issuing country" />
          <Text {...part} name="idDocumentNumber" label="Number" />
          <Day {...part} name="idDocumentExpiryDate" label="Expiry date" />
        </div>
      </Section>
      <PersonalData />
    </div>
  )
}

type AddressesProps = PartProps & { same: boolean; onSame: (on: boolean) => void }

function Addresses({ draft, put, problems, same, onSame }: AddressesProps) {
  return (
    <div className="space-y-6">
      <AddressPart
        title="Residential address"
        value={draft.residentialAddress}
        onChange={(residentialAddress) => put({ residentialAddress })}
        problemOf={(field) => problems[`residentialAddress.${field}`]}
      />
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={same}
          className="size-4 accent-accent"
          onChange={(event) => onSame(event.target.checked)}
        />
        Same as residential address
      </label>
      <AddressPart
        title="Correspondence address"
        disabled={same}
        value={same ? draft.residentialAddress : draft.correspondenceAddress}
        onChange={(correspondenceAddress) => put({ correspondenceAddress })}
        problemOf={(field) => (same ? undefined : problems[`correspondenceAddress.${field}`])}
      />
    </div>
  )
}

function Links(part: PartProps) {
  return (
    <Section title="Links & References">
      <div className="grid gap-4 p-4">
        <Text {...part} name="linkedInUrl" label="LinkedIn URL" type="url" />
        <Text {...part} name="conflictOfInterestUrl" label="Conflict of interest URL" type="url" />
      </div>
    </Section>
  )
}
