import type { Me } from '#contract/people.ts'
import { Suspense, type ReactNode } from 'react'
import { useTabTitle } from '../../hooks/page.ts'
import { useMe } from '../../hooks/people.ts'
import { useSystemReport } from '../../hooks/system.ts'
import { Fetched, Screen } from '../../ui/Screen.tsx'
import { SectionList, useSectionOfAddress, type SectionLink } from '../../ui/Sections.tsx'
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
const SharedFolder = lazyPart(async () => (await import('./SharedFolder.tsx')).SharedFolder)
const Backups = lazyPart(async () => (await import('./Backups.tsx')).Backups)
const Seal = lazyPart(async () => (await import('./Seal.tsx')).Seal)
const Retention = lazyPart(async () => (await import('./Retention.tsx')).Retention)
const People = lazyPart(async () => (await import('./People.tsx')).People)

const sections: SectionLink[] = [
  { id: 'status', title: 'Status' },
  { id: 'people', title: 'People' },
  { id: 'models', title: 'Speech models' },
  { id: 'language', title: 'Language model' },
  { id: 'templates', title: 'Templates for minutes' },
  { id: 'words', title: 'Words' },
  { id: 'voices', title: 'Known voices' },
  { id: 'folder', title: 'Shared folder' },
  { id: 'backup', title: 'Backup' },
  { id: 'seal', title: 'Seal' },
  { id: 'retention', title: 'Retention' },
  { id: 'audit', title: 'Audit log' },
  { id: 'certificate', title: 'Certificate' },
  { id: 'about', title: 'About' },
]

/** Where an address of a part leads. */
function Place({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-4">
      {children}
    </div>
  )
}

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
  const withPeople = access !== 'local' && access !== 'open'
  useSectionOfAddress(report.data !== undefined)
  return (
    <div className="flex items-start gap-8">
      <SectionList
        label="System"
        sections={sections.filter(({ id: name }) => withPeople || name !== 'people')}
      />
      <div className="min-w-0 flex-1 space-y-8">
        <Fetched answer={report} what="The report" rows={12}>
          {(data) => (
            <>
              <StaleBanner
                what="The report below"
                error={report.error}
                onRetry={() => void report.mutate()}
              />
              <Place id="status">
                <Attention findings={data.findings} />
              </Place>
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
          {withPeople && (
            <Place id="people">
              <People me={id} access={access} />
            </Place>
          )}
          <Place id="models">
            <Models />
          </Place>
          <Place id="language">
            <LanguageModel />
          </Place>
          <Place id="templates">
            <MinutesTemplates />
          </Place>
          <Place id="words">
            <Words everybody />
          </Place>
          <Place id="voices">
            <KnownVoices />
          </Place>
          <Place id="folder">
            <SharedFolder />
          </Place>
          <Place id="backup">
            <Backups />
          </Place>
          <Place id="seal">
            <Seal />
          </Place>
          <Place id="retention">
            <Retention />
          </Place>
          <Place id="audit">
            <AuditLog />
          </Place>
        </Suspense>
        {report.data && (
          <>
            <Place id="certificate">
              <Certificate certificate={report.data.certificate} />
            </Place>
            <Place id="about">
              <About report={report.data} />
            </Place>
          </>
        )}
      </div>
    </div>
  )
}
