import { SendHorizontal, Square } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

const longest = 8000

/** Enter sends, Shift+Enter begins a line; closed while an answer is awaited. */
export function Composer({
  waiting,
  onSend,
  onStop,
}: {
  waiting: boolean
  onSend: (message: string) => void
  onStop: () => void
}) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !waiting) field.current?.focus({ preventScroll: true })
    wasWaiting.current = waiting
  }, [waiting])

  const send = () => {
    const message = text.trim()
    if (message === '' || waiting) return
    setText('')
    onSend(message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex items-end gap-2 rounded-md border border-line-strong bg-surface p-1.5 outline-offset-2 outline-accent has-[textarea:focus-visible]:outline-2"
    >
      <textarea
        dir="auto"
        ref={field}
        aria-label="Message to Clara"
        placeholder="Ask Clara"
        value={text}
        maxLength={longest}
        rows={1}
        disabled={waiting}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(
          'field-sizing-content max-h-40 min-h-9 w-full min-w-0 flex-1 resize-none bg-transparent px-2 py-2 text-base outline-none',
          'placeholder:text-ink-3 disabled:cursor-not-allowed max-sm:text-[16px] pointer-coarse:min-h-11 pointer-coarse:py-2.5',
        )}
      />
      {waiting ? (
        <Button icon={Square} onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button type="submit" look="primary" icon={SendHorizontal} disabled={text.trim() === ''}>
          Send
        </Button>
      )}
    </form>
  )
}
