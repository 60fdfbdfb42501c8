import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import {
  confirmRecoveryPassphrase,
  getBackups,
  newRecoveryPassphrase,
  startBackup,
  type Backups as Overview,
} from '#contract/backups.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { atEachVisit } from '../../hooks/system.ts'
import { textOf } from '../../ui/form.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dateAndTime, fileSize } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { isActive, JobRow } from './JobRow.tsx'

/** Backups: the recovery passphrase first, then what was stored and when. */
export function Backups() {
  const backups = useSWR(getBackups.path, () => call(getBackups), atEachVisit)
  return (
    <Section title="Backup" bare>
      <Fetched answer={backups} what="The backups" rows={3}>
        {(view) => <State view={view} />}
      </Fetched>
    </Section>
  )
}

function State({ view }: { view: Overview }) {
  const { mutate } = useSWRConfig()
  const starting = useAction()
  const start = () => starting.run(async () => mutate(getBackups.path, await call(startBackup), false))
  return (
    <div className="rounded-md border border-line bg-surface">
      <FailureBanner error={starting.error} className="m-3" />
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p className="min-w-0 flex-1 text-ink-2">{view.message}</p>
        {view.state === 'unconfirmed' && <Passphrase />}
        {view.state === 'ready' && !isActive(view.job) && (
          <Button small disabled={starting.busy} onClick={() => void start()}>
            Back up now
          </Button>
        )}
      </div>
      <JobRow job={view.job} label="Backup" />
      {view.runs.length > 0 && <Runs runs={view.runs} />}
    </div>
  )
}

function Runs({ runs }: { runs: Overview['runs'] }) {
  return (
    <div className="border-t border-line">
      <Table
        label="Backups"
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Made', render: ({ at }) => dateAndTime(at) },
          { label: 'Result', render: ({ failure }) => failure ?? 'Stored and checked' },
          { label: 'Holds', render: (run) => (run.failure ? '–' : fileSize(run.totalBytes)), numeric: true },
          { label: 'New', render: (run) => (run.failure ? '–' : fileSize(run.addedBytes)), numeric: true },
        ]}
      />
    </div>
  )
}

/** Shows the passphrase and has it typed in again: without it no backup can be read. */
function Passphrase() {
  const { mutate } = useSWRConfig()
  const [shown, setShown] = useState<string | null>(null)
  const showing = useAction()
  const confirming = useAction()
  const close = (): void => {
    setShown(null)
    confirming.clear()
  }
  const show = () => showing.run(async () => setShown((await call(newRecoveryPassphrase)).passphrase))
  const confirm = async (passphrase: string): Promise<void> => {
    const done = await confirming.run(async () =>
      mutate(getBackups.path, await call(confirmRecoveryPassphrase, { body: { passphrase } }), false),
    )
    if (done) close()
  }
  return (
    <>
      <Button small look="primary" disabled={showing.busy} onClick={() => void show()}>
        Show recovery passphrase
      </Button>
      <FailureBanner error={showing.error} />
      {shown !== null && (
        <FormDialog
          title="Recovery passphrase"
          submit="Confirm"
          action={confirming}
          inPlace={['wrong_passphrase']}
          onClose={close}
          onSubmit={(form) => void confirm(textOf(form, 'passphrase'))}
        >
          <p>
            Write these twelve words down and keep them outside this machine. Without them nobody can read a
            backup, not even you.
          </p>
          <p className="rounded-md bg-sunken p-3 font-medium">{shown}</p>
          <Field
            label="Type the passphrase again"
            name="passphrase"
            autoComplete="off"
            error={confirming.sentence('wrong_passphrase')}
          />
        </FormDialog>
      )}
    </>
  )
}
