import { CircleAlert, Hourglass, RotateCcw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { AnswerText } from './AnswerText.tsx'
import { Citations } from './Citations.tsx'
import { OpenCitation } from './OpenCitation.tsx'
import { TypingDots } from './TypingDots.tsx'
import type { Shown } from './useConversation.ts'

/** “The rent will rise next year”: its full stop is that of the sentence around it. */
const quoted = (part: string): string =>
  `“${part.length > 90 ? `${part.slice(0, 89)}…` : part.replace(/\.$/, '')}”`

type MessageProps = {
  message: Shown
  /** It could not be answered yet. */
  onAskAgain?: (() => void) | undefined
}

export function Message({ message, onAskAgain }: MessageProps) {
  const [opened, setOpened] = useState<number | null>(null)
  const { sender, text, open, failed, citations, unsupported, origin } = message
  if (sender === 'user')
    return (
      <li className="flex justify-end">
        <div
          dir="auto"
          className="max-w-[85%] rounded-md border border-line bg-sunken px-3.5 py-2.5 break-words whitespace-pre-wrap"
        >
          <span className="sr-only">You: </span>
          {text}
        </div>
      </li>
    )
  const citation = citations.find(({ number }) => number === opened) ?? null
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cx(
          'mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md border text-sm font-semibold',
          failed ? 'border-bad-line text-bad' : 'border-line-strong bg-surface text-ink-2',
          !failed && origin !== 'preparing' && 'max-sm:hidden',
        )}
      >
        {failed ? (
          <CircleAlert size={16} strokeWidth={1.75} />
        ) : origin === 'preparing' ? (
          <Hourglass size={16} strokeWidth={1.75} />
        ) : (
          'C'
        )}
      </span>
      <div className="max-w-[70ch] min-w-0 flex-1 break-words">
        <span className="sr-only">Clara: </span>
        {open && text === '' ? (
          <TypingDots />
        ) : (
          <AnswerText
            text={text}
            numbers={new Set(citations.map(({ number }) => number))}
            onCitation={setOpened}
            unsupported={open ? [] : unsupported}
          />
        )}
        {unsupported.length > 0 && !open && (
          <p className="mt-2.5 flex gap-2 text-sm text-warn">
            <TriangleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
            <span>
              Please check, since nothing that is cited says so: {unsupported.map(quoted).join(', ')}.
            </span>
          </p>
        )}
        {!open && citations.length > 0 && (
          <Citations
            citations={citations}
            nearest={origin === 'none' || origin === 'preparing'}
            onOpen={setOpened}
          />
        )}
        {onAskAgain && (
          <Button small icon={RotateCcw} className="mt-3" onClick={onAskAgain}>
            Ask again
          </Button>
        )}
      </div>
      <OpenCitation citation={citation} onClose={() => setOpened(null)} />
    </li>
  )
}
