import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { endOtherSessions, endSession, type Session } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useNow } from '../../hooks/page.ts'
import { useSessions } from '../../hooks/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dateAndTime, relativeTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Table } from '../../ui/Table.tsx'
import { Part } from './Part.tsx'

/** Where one is signed in. */
export function Sessions() {
  const sessions = useSessions(true)
  const now = useNow()
  const action = useAction()
  /** What is asked about: one of them, or all others. */
  const [asked, setAsked] = useState<Session | 'others' | null>(null)
  const others = sessions.data?.some((session) => !session.current)

  const end = async () => {
    const done = await action.run(async () => {
      if (asked === 'others') await call(endOtherSessions)
      else if (asked) await call(endSession, { params: { id: asked.id } })
      await sessions.mutate()
    })
    if (done) setAsked(null)
  }

  return (
    <Part
      title="Sessions"
      description="Browsers where you are signed in."
      action={
        others && (
          <Button small onClick={() => setAsked('others')}>
            Log out everywhere else
          </Button>
        )
      }
    >
      <Fetched answer={sessions} what="The sessions" rows={2}>
        {(rows) => (
          <Table
            label="Sessions"
            rows={rows}
            keyOf={(session) => session.id}
            columns={[
              {
                label: 'Device',
                render: ({ device, current }) => (
                  <span className="flex flex-wrap items-center gap-2">
                    {device}
                    {current && (
                      <Chip tone="neutral" icon={Monitor}>
                        This device
                      </Chip>
                    )}
                  </span>
                ),
              },
              { label: 'Address', render: ({ address }) => address },
              {
                label: 'Last used',
                render: ({ lastSeenAt }) => (
                  <span title={dateAndTime(lastSeenAt) ?? undefined}>{relativeTime(lastSeenAt, now)}</span>
                ),
              },
              { label: 'Signed in', render: ({ createdAt }) => relativeTime(createdAt, now) },
            ]}
            renderActions={(session) =>
              !session.current && (
                <Button
                  small
                  aria-label={`Log Out ${session.device}`}
                  onClick={() => {
                    action.clear()
                    setAsked(session)
                  }}
                >
                  Log Out
                </Button>
              )
            }
          />
        )}
      </Fetched>
      {asked && (
        <FormDialog
          title={asked === 'others' ? 'Log out everywhere else' : 'Log Out'}
          submit="Log Out"
          danger
          action={action}
          onClose={() => setAsked(null)}
          onSubmit={() => void end()}
        >
          <p>
            {asked === 'others'
              ? 'All other browsers will be signed out immediately. API tokens stay valid.'
              : `${asked.device} at ${asked.address} will be signed out immediately.`}
          </p>
        </FormDialog>
      )}
    </Part>
  )
}
