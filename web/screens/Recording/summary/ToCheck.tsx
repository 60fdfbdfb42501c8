import { CircleHelp } from 'lucide-react'
import { useRef } from 'react'
import { useSWRConfig } from 'swr'
import { judgeDoubtful, type Doubtful, type Minutes } from '#contract/minutes.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/action.ts'
import { afterDialog } from '../../../hooks/focus.ts'
import { Button } from '../../../ui/Button.tsx'
import { Statement } from '../../../ui/Statement.tsx'

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
  const list = minutes.content?.toCheck ?? []
  if (list.length === 0) return null

  const judge = async (index: number, keep: boolean) => {
    const done = await action.run(async () => {
      const { recordingId: id, version } = minutes
      await call(judgeDoubtful, { params: { id }, body: { version, index, keep } })
      await Promise.all([mutate(keys.minutes(id)), mutate(keys.recording(id))])
    })
    // The button that was pressed has gone: the next question's, or the heading above all of them.
    afterDialog(() => {
      const rows = items.current?.children
      const next = rows?.[done ? Math.min(index, rows.length - 1) : index]
      return next?.querySelector<HTMLElement>('[data-judge] button') ?? document.getElementById('summary')
    })
  }

  return (
    <section
      aria-labelledby="to-check"
      className="mt-4 rounded-md border border-warn-line bg-warn-wash px-3.5 py-2.5 print:hidden"
    >
      <h3 id="to-check" className="flex items-center gap-2 font-semibold">
        <CircleHelp size={16} strokeWidth={1.75} className="text-warn" aria-hidden />
        To check ({list.length})
      </h3>
      <p className="text-sm text-ink-2">Not in the minutes until somebody keeps it.</p>
      {action.error && (
        <p role="alert" className="mt-1 text-bad">
          {action.error.message}
        </p>
      )}
      <ul ref={items} className="mt-2 divide-y divide-warn-line">
        {list.map((one, index) => (
          <li key={`${one.kind} ${one.text}`} className="py-2.5 first:pt-0 last:pb-1">
            <div className="break-words">
              <Statement evidence={one.evidence} onPlay={onPlay}>
                <span className="font-medium">{kinds[one.kind]}</span> {one.text}
              </Statement>
            </div>
            <p className="mt-0.5 text-sm text-ink-2">
              {one.why}
              {one.refuted && ' It cannot be kept as it is. If it was agreed, write it in with Edit.'}
            </p>
            <div data-judge className="mt-1.5 flex gap-1.5">
              {!one.refuted && (
                <Button small disabled={action.busy} onClick={() => void judge(index, true)}>
                  Keep<span className="sr-only">: {one.text}</span>
                </Button>
              )}
              <Button small look="quiet" disabled={action.busy} onClick={() => void judge(index, false)}>
                Drop<span className="sr-only">: {one.text}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
