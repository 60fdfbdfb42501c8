import { MessagesSquare, Plus, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NotFetched } from '../../ui/Screen.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Composer } from './Composer.tsx'
import { Message } from './Message.tsx'
import { Sessions } from './Sessions.tsx'
import { useConversation, type Shown } from './useConversation.ts'

const greeting: Shown = {
  key: 'greeting',
  sender: 'assistant',
  text: "Hello, I'm Clara. Ask me what was said or agreed in your meetings, or about the duties of a UK company and its directors. I answer from your own records and from a dated knowledge base, and show where each answer is from.",
  citations: [],
  origin: null,
  unsupported: [],
}

const examples = [
  'What did we agree at our last board meeting?',
  'How much notice does a general meeting need?',
  'How long must board minutes be kept?',
]

const isGone = (error: Error): boolean => error instanceof ApiError && error.code === 'not_found'

/** It failed, was stopped, or came before the search was ready. */
const isOpenToAsk = ({ failed, origin }: Shown): boolean =>
  failed === true || origin === 'stopped' || origin === 'preparing'

export function Chat() {
  useTabTitle('Clara Assistant')
  const conversation = useConversation()
  const { sessionId, messages, loading, error, waiting, send, stop, retry, open } = conversation
  const [sheet, setSheet] = useState(false)
  useEffect(() => {
    // What floats stays clear of Send and Stop.
    document.documentElement.style.setProperty('--corner-bottom', '7rem')
    return () => void document.documentElement.style.removeProperty('--corner-bottom')
  }, [])
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'end' })
  }, [last, waiting])
  const asked = messages.findLast(({ sender }) => sender === 'user')
  const again = asked && !waiting ? () => void send(asked.text) : null
  const empty = messages.length === 0 && !loading && !error

  return (
    <div className="max-w-6xl px-4 pt-5 md:px-8 md:pt-7">
      <Head sessionId={error ? null : sessionId} onConversations={() => setSheet(true)} />
      <div className="mt-4 grid gap-8 lg:mt-1 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="flex min-h-[calc(100dvh-13rem)] min-w-0 flex-col md:min-h-[calc(100dvh-8.5rem)]">
          <div className="flex-1">
            <ul aria-label="Messages" aria-live="polite" className="space-y-6 pb-6">
              {!error && <Message message={greeting} onAskAgain={null} />}
              {messages.map((message) => (
                <Message
                  key={message.key}
                  message={message}
                  onAskAgain={message === last && isOpenToAsk(message) ? again : null}
                />
              ))}
            </ul>
            {loading && (
              <div role="status" aria-label="The conversation: loading" className="mb-6 space-y-3">
                <Skeleton className="ml-auto h-10 w-1/2" />
                <Skeleton className="h-20 w-4/5" />
              </div>
            )}
            {error && isGone(error) && (
              <div className="space-y-3">
                <p>This conversation does not exist or has been deleted.</p>
                <Button icon={Plus} onClick={() => open(null)}>
                  New conversation
                </Button>
              </div>
            )}
            {error && !isGone(error) && <NotFetched what="This conversation" error={error} onRetry={retry} />}
            {empty && <Examples onAsk={(example) => void send(example)} />}
          </div>
          {last?.sender === 'user' && !waiting && (
            <p className="mb-6 flex items-center justify-end gap-3 text-sm text-ink-2">
              This question was not answered.
              {again && (
                <Button small icon={RotateCw} onClick={again}>
                  Ask again
                </Button>
              )}
            </p>
          )}
          <div ref={end} className="scroll-mb-32" />
          <div className="sticky bottom-0 bg-page pt-1 pb-4">
            <Composer waiting={waiting} onSend={(message) => void send(message)} onStop={stop} />
            <p className="mt-1.5 text-xs text-ink-2">
              Clara can be wrong. Check what she cites; she does not give legal advice.
            </p>
          </div>
        </div>
        <aside aria-label="Conversations" className="max-lg:hidden">
          <div className="sticky top-[calc(var(--strip)+5.5rem)] max-h-[calc(100dvh-7rem)] overflow-y-auto">
            <Sessions current={sessionId} onOpen={open} />
          </div>
        </aside>
      </div>
      <Dialog
        open={sheet}
        onClose={() => setSheet(false)}
        title="Conversations"
        actions={<Button onClick={() => setSheet(false)}>Close</Button>}
      >
        <Sessions
          current={sessionId}
          onOpen={(id) => {
            setSheet(false)
            open(id)
          }}
        />
      </Dialog>
    </div>
  )
}

type HeadProps = {
  /** Null: nothing has been asked, or the conversation is not there. */
  sessionId: string | null
  onConversations: () => void
}

function Head({ sessionId, onConversations }: HeadProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 bg-page lg:sticky lg:top-(--strip) lg:z-10 lg:-mt-4 lg:pt-4 lg:pb-3">
      <div className="min-w-0">
        <h1 className="text-title font-semibold">Clara Assistant</h1>
        <p className="text-ink-2">Your AI assistant for UK company secretarial duties and compliance</p>
      </div>
      <div className="flex items-center gap-3">
        {sessionId && (
          <p className="text-sm text-ink-2">
            Session <span className="text-ink">{sessionId.slice(-8)}</span>
          </p>
        )}
        <Button small icon={MessagesSquare} className="lg:hidden" onClick={onConversations}>
          Conversations
        </Button>
      </div>
    </div>
  )
}

/** What may be asked, before anything was. */
function Examples({ onAsk }: { onAsk: (example: string) => void }) {
  return (
    <ul aria-label="Examples" className="flex flex-wrap gap-2 sm:ml-10">
      {examples.map((example) => (
        <li key={example}>
          <Button
            small
            className="h-auto! py-1.5 text-left whitespace-normal!"
            onClick={() => onAsk(example)}
          >
            {example}
          </Button>
        </li>
      ))}
    </ul>
  )
}
