import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Term } from '#contract/terms.ts'
import { useAction } from '../hooks/busy-action.ts'
import { useTermChanges, useTerms } from '../hooks/terms.ts'
import { FailureBanner } from './FailureBanner.tsx'
import { Button } from './Button.tsx'
import { inputClass } from './Field.tsx'
import { onSend, textOf } from './form.ts'
import { OfferedWords } from './OfferedWords.tsx'
import { Fetched } from './Screen.tsx'
import { Section } from './Section.tsx'

type WordsProps = {
  /** Everybody's, to be changed by an administrator; else the person's own, below everybody's. */
  everybody: boolean
}

/** Names and words that are written right the first time. */
export function Words({ everybody }: WordsProps) {
  const terms = useTerms()
  return (
    <Section
      title={everybody ? 'Words for everyone' : 'Words'}
      description={
        everybody
          ? 'Names and terms of your company that the speech model expects in all meetings.'
          : "Names and terms that the speech model expects in your meetings, in addition to the attendees' names."
      }
    >
      <Fetched answer={terms} what="The words" rows={2}>
        {(data) => (
          <>
            {!everybody && data.offers.length > 0 && (
              <OfferedWords offers={data.offers} className="px-4 pt-3" />
            )}
            <List
              everybody={everybody}
              own={data.terms.filter((term) => term.everybody === everybody)}
              others={everybody ? [] : data.terms.filter((term) => term.everybody)}
            />
          </>
        )}
      </Fetched>
    </Section>
  )
}

type ListProps = { everybody: boolean; own: readonly Term[]; others: readonly Term[] }

function List({ everybody, own, others }: ListProps) {
  const { add, remove } = useTermChanges()
  const action = useAction()
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const send = (form: FormData) => {
    // "Harbour Mills, Northside Motors" are two.
    const words = textOf(form, 'word')
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean)
    const isWrong = words.length === 0 || words.some((word) => word.length < 2)
    setWrong(isWrong)
    if (isWrong) return input.current?.focus()
    void action.run(async () => {
      for (const word of words) await add(word, everybody)
      if (input.current) input.current.value = ''
      input.current?.focus()
    })
  }
  const label = everybody ? 'Add a word for everyone' : 'Another word'
  return (
    <div className="space-y-3 px-4 py-3">
      {own.length > 0 && (
        <ul aria-label={everybody ? 'Words for everyone' : 'Your words'} className="flex flex-wrap gap-2">
          {own.map(({ id, text }) => (
            <li key={id} className="flex min-w-0 items-center rounded-md border border-line bg-sunken pl-2.5">
              <span className="min-w-0 break-words">{text}</span>
              <button
                type="button"
                aria-label={`Remove ${text}`}
                title="Remove"
                disabled={action.busy}
                onClick={() => void action.run(() => remove(id))}
                className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-pressed hover:text-ink pointer-coarse:size-11"
              >
                <X size={14} strokeWidth={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="break-words text-ink-2">For everyone: {others.map(({ text }) => text).join(', ')}</p>
      )}
      <form noValidate onSubmit={onSend(send)} className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <input
            ref={input}
            name="word"
            aria-label={label}
            placeholder="Brynlestyr, EBITDA, Kestrel House"
            maxLength={600}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={wrong || undefined}
            className={inputClass}
          />
          {wrong && (
            <p role="alert" className="mt-1 text-sm text-bad">
              Enter at least two letters
            </p>
          )}
        </div>
        <Button type="submit" icon={Plus} disabled={action.busy}>
          Add<span className="sr-only"> the word</span>
        </Button>
      </form>
      <FailureBanner error={action.error} />
    </div>
  )
}
