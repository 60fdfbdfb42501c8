import { FileClock } from 'lucide-react'
import type { KeptDraft } from '../../hooks/drafts.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { dateAndTime, position } from '../../ui/format.ts'

type DraftNoteProps = {
  draft: KeptDraft
  onContinue: () => void
  onDiscard: () => void
  className?: string
}

/** What was being edited when the page or the editor was left. */
export function DraftNote({ draft, onContinue, onDiscard, className }: DraftNoteProps) {
  return (
    <Banner
      tone="neutral"
      icon={FileClock}
      live
      className={cx('print:hidden', className)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button small onClick={onContinue}>
            Continue editing
          </Button>
          <Button small look="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      }
    >
      A draft of {dateAndTime(draft.keptAt) ?? 'an earlier visit'} was kept
      {draft.segment && `, of the passage at ${position(draft.segment.start)}`}.
    </Banner>
  )
}
