import type { Me } from '#contract/people.ts'
import { Suspense } from 'react'
import { useTabTitle } from '../../hooks/page.ts'
import { useMe } from '../../hooks/people.ts'
import { useSystemReport } from '../../hooks/system.ts'
import { Fetched, Screen } from '../../ui/Screen.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { About } from './About.tsx'
import { Attention } from './Attention.tsx'
import { Certificate } from './Certificate.tsx'
import { Disk, Queues, Services } from './Overview.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

const Models = lazyPart(async () => (await import('./Models.tsx')).Models)
const LanguageModel = lazyPart(async () => (await import('./LanguageModel.tsx')).LanguageModel)
const Words = lazyPart(async () => (await import('../../ui/Vocabulary.tsx')).Words)
const KnownVoices = lazyPart(async () => (await import('./KnownVoices.tsx')).KnownVoices)
const MinutesTemplates = lazyPart(async () => (await import('./MinutesTemplates.tsx')).MinutesTemplates)
const AuditLog = lazyPart(async () => (await import('./AuditLog.tsx')).AuditLog)
const Backups = lazyPart(async () => (await import('./Backups.tsx')).Backups)
const People = lazyPart(async () => (await import('./People.tsx')).People)

/** What an administrator looks after. */
export function System() {
  useTabTitle('System')
  const me = useMe()
  return (
    <Screen title="System" subtitle="The appliance itself, for administrators">
      <Fetched answer={me} what="Your account" rows={6}>
        {(person) =>
          person.administrator ? (
            <Sections me={person} />
          ) : (
            <p className="text-ink-2">Only administrators can see this.</p>
          )
        }
      </Fetched>
    </Screen>
  )
}

/** Models and people do not wait for the report: somebody may have to be let in while it cannot be made. */
function Sections({ me: { id, access } }: { me: Me }) {
  const report = useSystemReport()
  return (
    <div className="space-y-8">
      <Fetched answer={report} what="The report" rows={12}>
        {(data) => (
          <>
            <StaleBanner what="The report below" error={report.error} onRetry={() => void report.mutate()} />
            <Attention findings={data.findings} />
            <div className="grid gap-x-6 gap-y-8 lg:grid-cols-2">
              <Services services={data.services} />
              <div className="space-y-8">
                <Queues queues={data.queues} />
                <Disk disk={data.disk} />
              </div>
            </div>
          </>
        )}
      </Fetched>
      <Suspense fallback={<div className="min-h-96" />}>
        {(access === 'people' || access === 'header') && <People me={id} access={access} />}
        <Models />
        <LanguageModel />
        <MinutesTemplates />
        <Words everybody />
        <KnownVoices />
        <Backups />
        <AuditLog />
      </Suspense>
      {report.data && (
        <>
          <Certificate certificate={report.data.certificate} />
          <About report={report.data} />
        </>
      )}
    </div>
  )
}
