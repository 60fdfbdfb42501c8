import { Download, FileText, History, Pencil, Printer } from 'lucide-react'
import type { RefObject } from 'react'
import { exportMinutes } from '#contract/exports.ts'
import { urlOf } from '../../../api.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import { saveText } from '../../../ui/saveText.ts'

type SummaryHeaderProps = {
  recordingId: number
  /** Empty: there is none yet. */
  summary: string
  /** While it is being edited the title stands alone. */
  editing: boolean
  canEdit: boolean
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
  /** Null: there are no earlier versions. */
  onVersions: (() => void) | null
}

/** The card's title, and what can be done with the text as it is. */
export function SummaryHeader(props: SummaryHeaderProps) {
  const { recordingId: id, summary, editing, canEdit, editButton, onEdit, onVersions } = props
  return (
    <header
      className={cx(
        'flex min-h-12 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4',
        // Minutes bring their own title.
        summary && 'print:hidden',
      )}
    >
      <h2 id="summary" tabIndex={-1} className="font-semibold">
        Summary
      </h2>
      {!editing && (
        <div className="flex items-center gap-1 print:hidden">
          {onVersions && <IconButton icon={History} label="Versions of the summary" onClick={onVersions} />}
          {summary !== '' && (
            <LazyMenu
              label="Download or print the summary"
              icon={Download}
              items={[
                { label: 'Word', icon: FileText, href: urlOf(exportMinutes, { id, format: 'docx' }) },
                { label: 'PDF', icon: FileText, href: urlOf(exportMinutes, { id, format: 'pdf' }) },
                {
                  label: 'Markdown',
                  icon: FileText,
                  onSelect: () => saveText(`summary-recording-${id}.md`, `${summary}\n`),
                },
                { label: 'Print', icon: Printer, onSelect: () => print() },
              ]}
            />
          )}
          <Button small icon={Pencil} ref={editButton} disabled={!canEdit} onClick={onEdit}>
            Edit<span className="sr-only"> the summary</span>
          </Button>
        </div>
      )}
    </header>
  )
}
