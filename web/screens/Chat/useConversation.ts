import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { useLocation, useSearch } from 'wouter'
import {
  listChatSessions,
  stoppedWords,
  troubleWords,
  type ChatEvent,
  type ChatMessage,
  type Citation,
} from '#contract/chat.ts'
import { UnreachableError } from '../../api.ts'
import { toast } from '../../ui/Toaster.tsx'
import { ask, fetchSession, stopAsking } from './calls.ts'

export type Shown = {
  key: string
  sender: 'user' | 'assistant'
  text: string
  citations: Citation[]
  origin: ChatMessage['origin']
  unsupported: string[]
  /** Still being written. */
  open?: boolean
  /** The model has yet to begin: this goes first. */
  waiting?: 'recording' | 'transcription'
  /** It tells of something that went wrong. */
  failed?: boolean
}

/** The specification's, to the letter. */
const words = {
  refused: troubleWords,
  tryAgain: 'Please try again.',
  unreachable: "I'm sorry, but I'm having technical difficulties right now. Please try again in a moment.",
}

const tellRefused = () =>
  toast({ title: 'Error', description: 'Failed to get response from Clara', destructive: true })

/** Stopped before the server has said anything, or without it: else it tells what it keeps, and what no source supports. */
const stoppedNow = ({ open: _open, waiting: _waiting, ...message }: Shown): Shown => ({
  ...message,
  text: [message.text.trim(), stoppedWords].filter(Boolean).join('\n\n'),
  citations: message.citations.filter(({ number }) => message.text.includes(`[${number}]`)),
  origin: 'stopped',
})

export const sessionsKey = listChatSessions.path

const shown = ({ id, ...message }: ChatMessage): Shown => ({
  ...message,
  key: String(id),
  failed: message.origin === 'failed',
})

const nothing = { citations: [], origin: null, unsupported: [] }

/** A conversation: the one that the address names, and what is asked in it. */
export function useConversation() {
  const { mutate } = useSWRConfig()
  const search = useSearch()
  const [, navigate] = useLocation()
  const sessionId = new URLSearchParams(search).get('session')
  const [messages, setMessages] = useState<Shown[]>([])
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [waiting, setWaiting] = useState(false)
  const here = useRef<string | null>(null)
  const stopping = useRef<AbortController | null>(null)
  /** The conversation in which an answer is being written, as far as the server has said so. */
  const begun = useRef<string | null>(null)
  const count = useRef(0)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => () => stopping.current?.abort(), [])

  useEffect(() => {
    if (here.current === sessionId) return
    here.current = sessionId
    stopping.current?.abort()
    setMessages([])
    setError(null)
    setLoading(sessionId !== null)
    if (sessionId === null) return
    fetchSession(sessionId)
      .then(
        (found) => here.current === sessionId && setMessages(found.messages.map(shown)),
        (cause: unknown) =>
          here.current === sessionId && setError(cause instanceof Error ? cause : new Error(String(cause))),
      )
      .finally(() => here.current === sessionId && setLoading(false))
  }, [sessionId, attempt])

  const add = (message: Shown) => setMessages((now) => [...now, message])
  /** What is being written, or its place. */
  const write = (change: (message: Shown) => Shown) =>
    setMessages((now) => now.map((message) => (message.open ? change(message) : message)))

  /** It stays the same message on the page: a source that is open in a dialog stays open. */
  const settle = (message: ChatMessage) => write(({ key }) => ({ ...shown(message), key }))

  const take = (event: ChatEvent): void => {
    if (event.type === 'session') {
      here.current = event.sessionId
      begun.current = event.sessionId
      navigate(`/chat?session=${encodeURIComponent(event.sessionId)}`, { replace: true })
      void mutate(sessionsKey)
    } else if (event.type === 'citations') write((now) => ({ ...now, citations: event.citations }))
    else if (event.type === 'waiting') write((now) => ({ ...now, waiting: event.work }))
    else if (event.type === 'text') write((now) => ({ ...now, text: now.text + event.text }))
    else if (event.type === 'restart') write((now) => ({ ...now, text: '' }))
    else if (event.type === 'done') settle(event.message)
    else if (event.kept) {
      settle(event.kept)
      tellRefused()
    } else refuse(event.message)
  }

  const fail = (text: string) =>
    write((now) => ({ ...nothing, key: now.key, sender: 'assistant', text, failed: true }))

  const refuse = (reason: string) => {
    fail(`${words.refused} ${reason || words.tryAgain}`)
    tellRefused()
  }

  const send = async (message: string): Promise<void> => {
    const stop = new AbortController()
    stopping.current = stop
    begun.current = null
    count.current += 1
    add({ ...nothing, key: `asked ${count.current}`, sender: 'user', text: message })
    add({ ...nothing, key: `answer ${count.current}`, sender: 'assistant', text: '', open: true })
    setWaiting(true)
    try {
      await ask({ message, sessionId: here.current, signal: stop.signal }, take)
    } catch (cause) {
      if (stop.signal.aborted) write(stoppedNow)
      else if (cause instanceof UnreachableError) {
        fail(words.unreachable)
        toast({
          title: 'Connection Error',
          description: 'Unable to connect to Clara. Please check your connection.',
          destructive: true,
        })
      } else refuse(cause instanceof Error ? cause.message : '')
    } finally {
      if (stopping.current === stop) setWaiting(false)
      void mutate(sessionsKey)
    }
  }

  const end = () => {
    const session = begun.current
    // Pressed again, it waits for nobody.
    begun.current = null
    if (session === null) stopping.current?.abort()
    else stopAsking(session).catch(() => stopping.current?.abort())
  }

  return {
    sessionId,
    messages,
    loading,
    error,
    waiting,
    send,
    stop: end,
    retry: () => {
      here.current = null
      setAttempt((now) => now + 1)
    },
    open: (id: string | null) => navigate(id === null ? '/chat' : `/chat?session=${encodeURIComponent(id)}`),
  }
}
