import { CircleAlert, Hourglass, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { stoppedWords } from '#contract/chat.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { AnswerText } from './AnswerText.tsx'
import { Citations } from './Citations.tsx'
import { OpenCitation } from './OpenCitation.tsx'
import { TypingDots } from './TypingDots.tsx'
import type { Shown } from './useConversation.ts'

/** @param onAskAgain null: an answer is under way, or there is one */
export function Message({ message, onAskAgain }: { message: Shown; onAskAgain: (() => void) | null }) {
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
  const stopped = origin === 'stopped' && text.endsWith(stoppedWords)
  const said = stopped ? text.slice(0, -stoppedWords.length).trim() : text
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
          <Awaited waiting={message.waiting} />
        ) : (
          <AnswerText
            text={said}
            numbers={new Set(citations.map(({ number }) => number))}
            onCitation={setOpened}
            unsupported={open ? [] : unsupported}
          />
        )}
        {unsupported.length > 0 && !open && (
          <p className="mt-2.5 flex gap-2 text-sm text-warn">
            <TriangleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
            <span>
              {origin === 'stopped'
                ? 'No source supports the underlined text so far.'
                : 'No source supports the underlined text. Check it before you rely on it.'}
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
        {stopped && <p className={cx('text-sm text-ink-2', said !== '' && 'mt-2.5')}>{stoppedWords}</p>}
        {onAskAgain && (
          <Button small icon={RotateCw} className="mt-2.5" onClick={onAskAgain}>
            Ask again
          </Button>
        )}
      </div>
      <OpenCitation citation={citation} onClose={() => setOpened(null)} />
    </li>
  )
}

const waitingWords = {
  recording: 'This machine is busy with a live recording. Clara will answer shortly.',
  transcription: 'This machine is busy transcribing a recording. Clara will answer shortly.',
}

/** The first word is awaited, and what it may wait for. */
function Awaited({ waiting }: Pick<Shown, 'waiting'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <TypingDots />
      {waiting && <p className="text-sm text-ink-2">{waitingWords[waiting]}</p>}
    </div>
  )
}
