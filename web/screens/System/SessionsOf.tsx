import { endSessionsOf } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useNow } from '../../hooks/page.ts'
import { useSessionsOf } from '../../hooks/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { relativeTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Table } from '../../ui/Table.tsx'

type SessionsOfProps = { name: string; personId: number; onClose: () => void }

/** Where somebody is signed in, and the way to end that: a laptop was lost, somebody has left. */
export function SessionsOf({ name, personId, onClose }: SessionsOfProps) {
  const sessions = useSessionsOf(personId)
  const now = useNow()
  const action = useAction()
  const others = (sessions.data ?? []).filter(({ current }) => !current)

  const end = (sessionId?: number) =>
    action.run(async () => {
      await call(endSessionsOf, { params: { id: personId }, body: sessionId ? { sessionId } : {} })
      await sessions.mutate()
    })

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Sessions of ${name}`}
      actions={
        <>
          {others.length > 1 && (
            <Button look="danger" disabled={action.busy} onClick={() => void end()}>
              End all
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <FailureBanner error={action.error} className="mb-3" />
      <Fetched answer={sessions} what="The sessions" rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-2">{name} is not signed in anywhere.</p>
          ) : (
            <Table
              label={`Sessions of ${name}`}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { label: 'Device', render: ({ device, current }) => device + (current ? ' (this one)' : '') },
                { label: 'Address', render: ({ address }) => address },
                { label: 'Last used', render: ({ lastSeenAt }) => relativeTime(lastSeenAt, now) },
              ]}
              renderActions={({ id, device, current }) =>
                !current && (
                  <Button
                    small
                    disabled={action.busy}
                    aria-label={`End ${device}`}
                    onClick={() => void end(id)}
                  >
                    End
                  </Button>
                )
              }
            />
          )
        }
      </Fetched>
    </Dialog>
  )
}
