import { ExternalLink } from 'lucide-react'
import useSWR from 'swr'
import { Link } from 'wouter'
import { getKnowledge, type Citation } from '#contract/chat.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../../api.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { longDate, position } from '../../ui/format.ts'
import { placeWords } from './Citations.tsx'

/** The passage itself; of the knowledge base with its section, its source and when it was checked. @param citation null: closed */
export function OpenCitation({ citation, onClose }: { citation: Citation | null; onClose: () => void }) {
  const entryId = citation?.kind === 'knowledge' ? citation.sourceId : null
  const { data: entry } = useSWR(entryId && pathFor(getKnowledge.path, { entry: entryId }), () =>
    call(getKnowledge, { params: { entry: entryId ?? '' } }),
  )
  return (
    <Dialog
      wide
      open={citation !== null}
      onClose={onClose}
      title={entry?.title ?? citation?.title ?? ''}
      actions={
        <>
          {citation?.minutesHref && (
            <Link href={citation.minutesHref} className={buttonClass()}>
              Open in the minutes
            </Link>
          )}
          {citation?.href && (
            <Link href={citation.href} className={buttonClass('primary')}>
              {opening(citation)}
            </Link>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {citation && (
        <div className="space-y-3">
          {citation.kind !== 'knowledge' && (
            <p className="text-sm text-ink-2">
              {[placeWords(citation), citation.speaker, longDate(citation.date)].filter(Boolean).join(' · ')}
            </p>
          )}
          <p dir="auto" className="text-read whitespace-pre-line">
            {citation.text}
          </p>
          {citation.reported && <p className="text-sm text-warn">Partly from reports: {citation.reported}</p>}
          {entry && (
            <dl className="grid gap-x-3 gap-y-1.5 border-t border-line pt-3 text-sm sm:grid-cols-[6rem_1fr]">
              <dt className="text-ink-2">Section</dt>
              <dd>{entry.section}</dd>
              <dt className="text-ink-2">Source</dt>
              <dd>
                <a
                  href={entry.source}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="touch-room inline-flex items-center gap-1 break-all underline underline-offset-2"
                >
                  {new URL(entry.source).host}
                  <ExternalLink size={12} strokeWidth={2} aria-label="(opens a new tab)" />
                </a>
              </dd>
              <dt className="text-ink-2">Checked</dt>
              <dd>
                {longDate(entry.checked)}. {entry.how}
              </dd>
            </dl>
          )}
        </div>
      )}
    </Dialog>
  )
}

function opening({ kind, at, page }: Citation): string {
  if (at !== null) return `Open the meeting at ${position(at)}`
  if (page !== null) return `Open page ${page}`
  if (kind === 'minutes') return 'Open in the minutes'
  return kind === 'transcript' ? 'Open in the transcript' : 'Open the meeting'
}
