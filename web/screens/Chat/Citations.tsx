import {
  BookOpenText,
  Building2,
  FileText,
  ListChecks,
  Newspaper,
  Quote,
  TriangleAlert,
  UsersRound,
} from 'lucide-react'
import { Link } from 'wouter'
import type { Citation } from '#contract/chat.ts'
import type { Icon } from '../../ui/Button.tsx'
import { longDate, position } from '../../ui/format.ts'

const icons: Record<Citation['kind'], Icon> = {
  transcript: Quote,
  minutes: FileText,
  meeting: UsersRound,
  document: FileText,
  company: Building2,
  profile: UsersRound,
  knowledge: BookOpenText,
  action: ListChecks,
  news: Newspaper,
}

/** Of what an answer rests on; law says by its title what it is. */
export const kindWords: Record<Citation['kind'], string | null> = {
  transcript: 'Transcript',
  minutes: 'Minutes',
  meeting: 'Attendance',
  document: 'Document',
  company: 'Governance',
  profile: 'Profile',
  knowledge: null,
  action: 'Action',
  news: 'News',
}

/** Where in it: when it was said, under which heading of the minutes it stands, else the words that its link leads to. */
export function placeWords({ kind, at, page, item, href, minutesHref }: Citation): string | null {
  const words = kindWords[kind]
  if (words === null) return null
  if (at !== null) return [`${words} ${position(at)}`, minutesHref && item].filter(Boolean).join(', ')
  if (page !== null) return `${words}, page ${page}`
  const quote = new URLSearchParams(href?.split('#')[1]).values().next().value
  return [words, item ?? (quote ? `“${quote}”` : null)].filter(Boolean).join(', ')
}

const chip =
  'inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-left text-sm transition-colors hover:bg-sunken pointer-coarse:min-h-11'

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
            <li key={citation.number} className="flex max-w-full flex-wrap gap-1.5">
              {citation.href === null ? (
                <button type="button" className={chip} onClick={() => onOpen(citation.number)}>
                  {content}
                </button>
              ) : (
                <Link href={citation.href} className={chip}>
                  {content}
                </Link>
              )}
              {citation.minutesHref && (
                <Link
                  href={citation.minutesHref}
                  className={chip}
                  aria-label={`The words of source ${citation.number} in the minutes`}
                >
                  In the minutes
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
  const { number, kind, title, date, speaker, reported } = citation
  const KindIcon = icons[kind]
  // "Special resolutions (Companies Act 2006, section 283)"
  const law = kind === 'knowledge' ? /^(.+?) \((.*)\)$/.exec(title) : null
  const facts = [
    law?.[2],
    placeWords(citation),
    speaker,
    kind !== 'knowledge' && date !== null && longDate(date),
  ].filter(Boolean)
  return (
    <>
      <span className="font-medium tabular-nums">{number}</span>
      <KindIcon size={16} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
      {/* Of a meeting with a long name the place must be seen too: several sources can be of one meeting. */}
      <span className="min-w-0">
        <span className="block truncate">{law?.[1] ?? title}</span>
        {facts.length > 0 && <span className="block truncate text-ink-2">{facts.join(' · ')}</span>}
      </span>
      {reported !== null && (
        <span className="inline-flex shrink-0 items-center gap-1 text-xs text-warn">
          <TriangleAlert size={12} strokeWidth={2} aria-hidden />
          Partly from reports
        </span>
      )}
    </>
  )
}
