import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import {
  getRetention,
  liftHold,
  previewRetention,
  putRetentionRules,
  startRetention,
  type DueItem,
  type RetentionRule,
  type RetentionView,
} from '#contract/retention.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { atEachVisit } from '../../hooks/system.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dateAndTime, fileSize, longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { DueTable } from './DueTable.tsx'
import { isActive, JobRow } from './JobRow.tsx'
import { RetentionRules } from './RetentionRules.tsx'
import { PlaceHold } from './PlaceHold.tsx'

/** What is deleted by rule, what must be kept whatever happens, and what has gone. */
export function Retention() {
  const retention = useSWR(getRetention.path, () => call(getRetention), atEachVisit)
  return (
    <Section title="Retention" bare>
      <Fetched answer={retention} what="The retention rules" rows={3}>
        {(view) => (
          <div className="divide-y divide-line rounded-md border border-line bg-surface">
            <div>
              <Rules view={view} />
              <JobRow job={view.job} label="Retention" />
            </div>
            <Holds view={view} />
            {view.runs.length > 0 && <Runs runs={view.runs} />}
          </div>
        )}
      </Fetched>
    </Section>
  )
}

function ruleInWords({ kind, seriesId, after }: RetentionRule, series: RetentionView['series']): string {
  const name = series.find(({ id }) => id === seriesId)?.name
  const which = seriesId === null ? '' : ` of ${name ?? 'a series that has gone'}`
  return kind === 'sound'
    ? `The sound${which} is deleted ${after} ${after === 1 ? 'day' : 'days'} after the minutes are approved.`
    : `Everything${which}, minutes too, is deleted ${after} years after the meeting.`
}

function Rules({ view }: { view: RetentionView }) {
  const { mutate } = useSWRConfig()
  const [editing, setEditing] = useState(false)
  const [due, setDue] = useState<DueItem[] | null>(null)
  const action = useAction()
  const underWay = isActive(view.job)
  const keep = (work: Promise<RetentionView>) => mutate(getRetention.path, work, { revalidate: false })
  const look = () =>
    action.run(async () => setDue((await call(previewRetention, { body: { rules: view.rules } })).items))
  return (
    <div className="px-4 py-3">
      <FailureBanner error={action.error} className="mb-3" />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 text-ink-2">
          {view.rules.length === 0 ? (
            <p>Nothing is deleted by rule. Minutes are kept for ten years at least, whatever is set here.</p>
          ) : (
            <ul className="space-y-1">
              {view.rules.map((rule) => (
                <li key={`${rule.kind} ${rule.seriesId}`}>{ruleInWords(rule, view.series)}</li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {view.rules.length > 0 && !underWay && (
            <Button small disabled={action.busy} onClick={() => void look()}>
              Show what is due
            </Button>
          )}
          <Button small onClick={() => setEditing(true)}>
            Change rules
          </Button>
        </div>
      </div>
      {due && !underWay && (
        <Due
          items={due}
          busy={action.busy}
          onDelete={() =>
            void action.run(async () => {
              await keep(call(startRetention))
              setDue(null)
            })
          }
        />
      )}
      {editing && (
        <RetentionRules
          view={view}
          onClose={() => setEditing(false)}
          onSave={async (rules) => {
            await keep(call(putRetentionRules, { body: { rules } }))
            setDue(null)
            setEditing(false)
          }}
        />
      )}
    </div>
  )
}

function Due({ items, busy, onDelete }: { items: DueItem[]; busy: boolean; onDelete: () => void }) {
  const going = items.filter(({ held }) => !held)
  if (items.length === 0) return <p className="mt-3 text-ink-2">Nothing is due today.</p>
  return (
    <div className="mt-3">
      <DueTable items={items} />
      {going.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">
            They are deleted for good tonight, not into the bin. A certificate says what went.
          </p>
          <Button small look="danger" disabled={busy} onClick={onDelete}>
            Delete now
          </Button>
        </div>
      )}
    </div>
  )
}

function Holds({ view }: { view: RetentionView }) {
  const { mutate } = useSWRConfig()
  const [placing, setPlacing] = useState(false)
  const [lifting, setLifting] = useState<RetentionView['holds'][number] | null>(null)
  const action = useAction()
  const ask = (hold: RetentionView['holds'][number]) => {
    action.clear()
    setLifting(hold)
  }
  const lift = async (id: number) => {
    const done = await action.run(async () =>
      mutate(getRetention.path, await call(liftHold, { params: { id } }), false),
    )
    if (done) setLifting(null)
  }
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4">
        <p className="min-w-0 flex-1 text-ink-2">
          {view.holds.length === 0
            ? 'No meeting is on legal hold. One that is cannot be deleted, by anybody or by rule.'
            : 'These meetings are on legal hold: nobody can delete them, and no rule does.'}
        </p>
        <Button small onClick={() => setPlacing(true)}>
          Place a legal hold
        </Button>
      </div>
      {view.holds.length > 0 && (
        <Table
          label="Legal holds"
          rows={view.holds}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Meeting', render: ({ title }) => title },
            { label: 'Reason', render: ({ reason }) => reason },
            {
              label: 'Since',
              render: ({ placedAt, placedBy }) =>
                `${longDate(placedAt) ?? ''}${placedBy ? `, ${placedBy}` : ''}`,
            },
          ]}
          renderActions={(hold) => (
            <Button small onClick={() => ask(hold)}>
              Lift
            </Button>
          )}
        />
      )}
      {lifting && (
        <FormDialog
          title="Lift the legal hold"
          submit="Lift hold"
          danger
          action={action}
          onClose={() => setLifting(null)}
          onSubmit={() => void lift(lifting.id)}
        >
          <p>{`“${lifting.title}” (${lifting.reason}) can then be deleted again, by people and by rule.`}</p>
        </FormDialog>
      )}
      {placing && <PlaceHold series={view.series} onClose={() => setPlacing(false)} />}
    </div>
  )
}

function Runs({ runs }: { runs: RetentionView['runs'] }) {
  return (
    <Table
      label="What went by rule"
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Deleted', render: ({ at }) => dateAndTime(at) },
        { label: 'Items', render: ({ items }) => items, numeric: true },
        { label: 'Size', render: ({ bytes }) => fileSize(bytes), numeric: true },
        {
          label: 'Certificate',
          render: ({ id }) => (
            <a className="text-accent-ink underline" href={`/api/retention/runs/${id}/certificate`} download>
              Certificate {id}
            </a>
          ),
        },
      ]}
    />
  )
}
