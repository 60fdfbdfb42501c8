import { CircleHelp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import {
  judgeDoubtful,
  restoreMinutes,
  type Doubtful,
  type Minutes,
  type MinutesAnswer,
} from '#contract/minutes.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { onSend, textOf } from '../../../ui/form.ts'
import { Statement } from '../../../ui/Statement.tsx'
import { toast } from '../../../ui/Toaster.tsx'

const kinds: Record<Doubtful['kind'], string> = {
  decision: 'Decision?',
  action: 'Action?',
  conflict: 'Interest?',
  discussion: 'Said?',
  date: 'Date?',
  purpose: 'Purpose?',
}

/** What is doubtful, apart from what holds: a person says of each whether it goes into the minutes. */
export function ToCheck({
  minutes,
  onPlay,
}: {
  minutes: Minutes
  onPlay: ((seconds: number) => void) | null
}) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const items = useRef<HTMLUListElement>(null)
  /** Which one somebody is putting into other words. */
  const [rewording, setRewording] = useState<number | null>(null)
  /** What is under way: the others wait for it. */
  const [judging, setJudging] = useState<{ row: number; keep: boolean } | null>(null)
  /** Where the focus goes: what had it has gone. Set only when the buttons can be pressed again. */
  const [next, setNext] = useState<{ row: number; button: string } | null>(null)
  const list = minutes.content?.toCheck ?? []
  useEffect(() => {
    if (next === null) return
    const rows = items.current?.children
    const found = rows?.[Math.min(next.row, rows.length - 1)]?.querySelector<HTMLElement>(
      `textarea, [data-judge] ${next.button}`,
    )
    ;(found ?? document.getElementById('summary'))?.focus({ preventScroll: true })
  }, [next])
  if (list.length === 0) return null

  const judge = async (index: number, keep: boolean, text?: string) => {
    const done = await action.run(async () => {
      const { recordingId: id, version } = minutes
      setJudging({ row: index, keep })
      const body = { version, index, keep, text }
      // Before the shorter list is there, too: it is not the next one that is under way.
      const after = await call(judgeDoubtful, { params: { id }, body }).finally(() => setJudging(null))
      // Before the shorter list is there: the next one would open in its place.
      setRewording(null)
      // The answer stands at once: another reading may overtake this one, and the focus goes to what is left.
      await Promise.all([
        mutate<MinutesAnswer>(keys.minutes(id), (now) => now && { ...now, minutes: after }),
        mutate(keys.recording(id)),
      ])
    })
    setNext({ row: index, button: 'button' })
    if (!done) return
    toast({
      title: keep ? 'Kept' : 'Dropped',
      description: 'The previous version stays under Versions.',
      action: { label: 'Undo', onSelect: () => void undo(minutes.recordingId, minutes.version) },
    })
  }
  const undo = (id: number, version: number) =>
    action.run(async () => {
      await call(restoreMinutes, { params: { id }, body: { version } })
      await Promise.all([mutate(keys.minutes(id)), mutate(keys.recording(id))])
    })
  const isKept = (row: number): boolean => judging?.keep === true && judging.row === row
  const isLeftOut = (row: number): boolean => judging?.keep === false && judging.row === row

  return (
    <section
      aria-labelledby="to-check"
      className="mt-4 rounded-md border border-warn-line bg-warn-wash px-3.5 py-2.5 print:hidden"
    >
      <h3 id="to-check" className="flex items-center gap-2 font-semibold">
        <CircleHelp size={16} strokeWidth={1.75} className="text-warn" aria-hidden />
        To check ({list.length})
      </h3>
      <p className="text-sm text-ink-2">Left out of the minutes until kept.</p>
      {action.error && (
        <p role="alert" className="mt-1 text-bad">
          {action.error.message}
        </p>
      )}
      <ul ref={items} className="mt-2 divide-y divide-warn-line">
        {list.map((one, index) => (
          <DoubtfulRow
            key={`${one.kind} ${one.text}`}
            one={one}
            onPlay={onPlay}
            busy={action.busy}
            isKept={isKept(index)}
            isLeftOut={isLeftOut(index)}
            isReworded={rewording === index}
            onJudge={(keep, text) => void judge(index, keep, text)}
            onReword={(is) => {
              setRewording(is ? index : null)
              if (!is) setNext({ row: index, button: '[data-reword]' })
            }}
          />
        ))}
      </ul>
    </section>
  )
}

type DoubtfulRowProps = {
  one: Doubtful
  onPlay: ((seconds: number) => void) | null
  busy: boolean
  /** What is being done with it. */
  isKept: boolean
  isLeftOut: boolean
  isReworded: boolean
  onJudge: (keep: boolean, text?: string) => void
  onReword: (is: boolean) => void
}

/** One doubtful statement, what it rests on, and what can be done with it. */
function DoubtfulRow(props: DoubtfulRowProps) {
  const { one, onPlay, busy, isKept, isLeftOut, isReworded, onJudge, onReword } = props
  return (
    <li className="py-2.5 first:pt-0 last:pb-1">
      <div className="break-words">
        <Statement evidence={one.evidence} onPlay={onPlay}>
          <span className="font-medium">{kinds[one.kind]}</span> {one.text}
        </Statement>
      </div>
      <p className="mt-0.5 text-sm text-ink-2">
        {one.why}
        {one.refuted && ' It cannot be kept as it is. If it was agreed, add it with Edit.'}
      </p>
      {isReworded ? (
        <Reword
          text={one.text}
          busy={busy}
          isKept={isKept}
          onKeep={(text) => onJudge(true, text)}
          onCancel={() => onReword(false)}
        />
      ) : (
        <div data-judge className="mt-1.5 flex gap-1.5">
          {!one.refuted && (
            <>
              <Button small disabled={busy} onClick={() => onJudge(true)}>
                {keepLabel(isKept)}
                <span className="sr-only">: {one.text}</span>
              </Button>
              <Button small look="quiet" data-reword disabled={busy} onClick={() => onReword(true)}>
                Reword<span className="sr-only"> and keep: {one.text}</span>
              </Button>
            </>
          )}
          <Button small look="quiet" disabled={busy} onClick={() => onJudge(false)}>
            {isLeftOut ? 'Dropping…' : 'Drop'}
            <span className="sr-only">: {one.text}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

const keepLabel = (isUnderWay: boolean): string => (isUnderWay ? 'Keeping…' : 'Keep')

type RewordProps = {
  text: string
  busy: boolean
  isKept: boolean
  onKeep: (text: string) => void
  onCancel: () => void
}

/** As it was said is not always as it should stand in minutes: what it rests on stays the same. */
function Reword({ text, busy, isKept, onKeep, onCancel }: RewordProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves any form that edits in place
    <form
      aria-label="Reword it"
      className="mt-1.5"
      onSubmit={onSend((form) => {
        const words = textOf(form, 'words').trim()
        if (words !== '') onKeep(words)
      })}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy && !event.nativeEvent.isComposing) onCancel()
      }}
    >
      <textarea
        name="words"
        dir="auto"
        aria-label="Wording for the minutes"
        defaultValue={text}
        rows={3}
        maxLength={2000}
        required
        autoFocus
        disabled={busy}
        className="block w-full rounded-md border border-control bg-surface px-2.5 py-1.5 text-read"
      />
      <div className="mt-1.5 flex gap-1.5">
        <Button type="submit" small disabled={busy}>
          {keepLabel(isKept)}
        </Button>
        <Button small look="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
