import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import type { ChatSession } from '#contract/chat.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { fetchSessions, removeSession } from './calls.ts'
import { sessionsKey } from './useConversation.ts'

/** One's conversations, the last one first. */
export function Sessions({
  current,
  onOpen,
}: {
  current: string | null
  onOpen: (id: string | null) => void
}) {
  const answer = useSWR(sessionsKey, fetchSessions)
  const [doomed, setDoomed] = useState<ChatSession | null>(null)
  return (
    <>
      <Button icon={Plus} className="w-full" onClick={() => onOpen(null)}>
        New conversation
      </Button>
      <div className="mt-3">
        <Fetched answer={answer} what="The conversations" rows={3}>
          {(sessions) =>
            sessions.length === 0 ? (
              <p className="px-1 text-sm text-ink-2">Your conversations will be listed here.</p>
            ) : (
              <ul className="space-y-0.5">
                {sessions.map((session) => (
                  <li key={session.id} className="group flex items-center gap-1">
                    <button
                      type="button"
                      aria-current={session.id === current ? 'true' : undefined}
                      onClick={() => onOpen(session.id)}
                      className={cx(
                        'min-w-0 flex-1 rounded-md px-2.5 py-1.5 text-left transition-colors pointer-coarse:min-h-11',
                        session.id === current ? 'bg-pressed' : 'hover:bg-sunken',
                      )}
                    >
                      <span dir="auto" className="block truncate text-left" title={session.title}>
                        {session.title}
                      </span>
                      <span className="block text-sm text-ink-2">{longDate(session.updatedAt)}</span>
                    </button>
                    <IconButton
                      icon={Trash2}
                      label={`Delete the conversation “${session.title}”`}
                      onClick={() => setDoomed(session)}
                      className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Fetched>
      </div>
      <DeleteSession
        session={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={(id) => {
          void answer.mutate((now) => now?.filter((one) => one.id !== id))
          if (id === current) onOpen(null)
        }}
      />
    </>
  )
}

function DeleteSession({
  session,
  onClose,
  onDeleted,
}: {
  session: ChatSession | null
  onClose: () => void
  onDeleted: (id: string) => void
}) {
  const { busy, error, run } = useAction()
  const [last, setLast] = useState(session)
  if (session && session !== last) setLast(session)
  const remove = async () => {
    if (!session) return
    if (await run(() => removeSession(session.id))) {
      onDeleted(session.id)
      onClose()
    }
  }
  return (
    <Dialog
      alert
      open={session !== null}
      onClose={onClose}
      title="Delete Conversation"
      actions={
        <>
          <Button look="danger" disabled={busy} onClick={() => void remove()}>
            Delete
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <p>
        Are you sure you want to delete “{last?.title}”? Its questions and answers will be permanently
        deleted.
      </p>
      {error && (
        <p role="alert" className="mt-2 text-bad">
          {error.message}
        </p>
      )}
    </Dialog>
  )
}
