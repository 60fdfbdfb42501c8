import { CircleAlert, CircleCheck, CircleStop, LoaderCircle } from 'lucide-react'
import type { SystemReport } from '#contract/system.ts'
import { Chip } from '../../ui/Chip.tsx'
import { bytes, percent } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'
import { Facts, Section } from '../../ui/Section.tsx'

const serviceStates = {
  running: { icon: CircleCheck, tone: 'good', word: 'Running' },
  starting: { icon: LoaderCircle, tone: 'neutral', word: 'Starting' },
  stopped: { icon: CircleStop, tone: 'neutral', word: 'Stopped' },
  failed: { icon: CircleAlert, tone: 'bad', word: 'Failed' },
} as const

export function Services({ services }: Pick<SystemReport, 'services'>) {
  return (
    <Section title="Services">
      <ul className="divide-y divide-line">
        {services.map(({ name, state, detail }) => {
          const { icon, tone, word } = serviceStates[state]
          return (
            <li key={name} className="px-4 py-2.5">
              <p className="flex items-center justify-between gap-3">
                <span className="min-w-0 font-medium break-words">{name}</span>
                <Chip tone={tone} icon={icon}>
                  {word}
                </Chip>
              </p>
              <p className="break-words text-ink-2">{detail}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** What is done in each, for a person. */
const laneNames = new Map([
  ['recording', 'Live recordings'],
  ['transcription', 'Transcribing uploads'],
  ['diarisation', 'Speaker identification'],
  ['index', 'Search index'],
  ['names', 'Names of speakers'],
  ['asked', 'Requested minutes'],
  ['language', 'Language model'],
  ['quick', 'Minutes and actions'],
  ['inbox', 'Shared folder'],
  ['backup', 'Backup'],
  ['download', 'Downloading models'],
])

export function Queues({ queues }: Pick<SystemReport, 'queues'>) {
  return (
    <Section title="Work in progress">
      <Facts
        facts={queues.map(({ lane, queued, running, failed }) => ({
          name: laneNames.get(lane) ?? lane,
          value: (
            <>
              {running + queued === 0 ? 'Nothing to do' : `${running} running, ${queued} waiting`}
              {failed > 0 && <span className="text-bad">, {failed} failed</span>}
            </>
          ),
        }))}
      />
    </Section>
  )
}

export function Disk({ disk }: Pick<SystemReport, 'disk'>) {
  const { freeBytes, totalBytes, recordingsBytes, databaseBytes, modelsBytes } = disk
  const used = totalBytes > 0 ? ((totalBytes - freeBytes) / totalBytes) * 100 : 0
  return (
    <Section title="Disk">
      <div className="border-b border-line px-4 py-3 tabular-nums">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>
            {bytes(freeBytes)} free of {bytes(totalBytes)}
          </span>
          <span className="text-ink-2">{percent(used)} in use</span>
        </p>
        <Progress value={used} label="Disk in use" className="mt-2" />
      </div>
      <Facts
        facts={[
          { name: 'Recordings', value: bytes(recordingsBytes) },
          { name: 'Database', value: bytes(databaseBytes) },
          { name: 'Speech models', value: bytes(modelsBytes) },
        ]}
      />
    </Section>
  )
}
