import { BookOpenText, FileText, Play, UsersRound } from 'lucide-react'
import { Link } from 'wouter'
import type { Citation } from '#contract/chat.ts'
import type { Icon } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { longDate, position } from '../../ui/format.ts'
import { demoIcon as DemoIcon } from '../../ui/transcription.ts'

const icons: Record<Citation['kind'], Icon> = {
  transcript: Play,
  minutes: FileText,
  meeting: UsersRound,
  document: FileText,
  profile: UsersRound,
  knowledge: BookOpenText,
}

const chip =
  'inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1 text-left text-sm transition-colors hover:bg-sunken pointer-coarse:min-h-11'

/** What an answer rests on, by number: a meeting opens where it was said, law in a dialog with its source. */
export function Citations({
  citations,
  nearest,
  onOpen,
}: {
  citations: readonly Citation[]
  nearest: boolean
  onOpen: (number: number) => void
}) {
  return (
    <div className="mt-3">
      <p className="mb-1.5 text-sm text-ink-2">{nearest ? 'Nearest' : 'Sources'}</p>
      <ul className="flex flex-wrap gap-1.5">
        {citations.map((citation) => {
          const content = <ChipText citation={citation} />
          return (
            <li key={citation.number} className="max-w-full">
              {citation.href === null ? (
                <button type="button" className={chip} onClick={() => onOpen(citation.number)}>
                  {content}
                </button>
              ) : (
                <Link href={citation.href} className={chip}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function ChipText({ citation }: { citation: Citation }) {
  const { number, kind, title, date, at, speaker, demo } = citation
  const KindIcon = kind === 'transcript' && at === null ? FileText : icons[kind]
  const facts = [
    kind !== 'knowledge' && date !== null && longDate(date),
    at !== null && position(at),
    speaker,
  ].filter(Boolean)
  return (
    <>
      <span className="font-medium tabular-nums">{number}</span>
      <KindIcon size={16} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
      <span className="min-w-0 truncate">
        {title}
        {facts.length > 0 && <span className="text-ink-2"> · {facts.join(' · ')}</span>}
      </span>
      {demo && (
        <span className={cx('inline-flex shrink-0 items-center gap-1 text-xs text-warn')}>
          <DemoIcon size={12} strokeWidth={2} aria-hidden />
          Demo
        </span>
      )}
    </>
  )
}
