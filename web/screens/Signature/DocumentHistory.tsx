import useSWR from 'swr'
import type { DocumentView } from '#contract/documents.ts'
import { pathFor } from '#contract/route.ts'
import { listActs } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'

/** What the audit log says of a document. */
export function DocumentHistory({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const params = { id: document.id }
  const acts = useSWR(pathFor(listActs.path, params), () => call(listActs, { params }))
  return (
    <Dialog wide open onClose={onClose} title="History" actions={<Button onClick={onClose}>Close</Button>}>
      <Fetched answer={acts} what="The log" rows={4}>
        {({ acts: all, intact }) => (
          <>
            <p className="mb-3 text-ink-2">
              {intact
                ? 'From the audit log. Its chain of entries is intact.'
                : 'The chain of entries in the audit log is broken: this cannot be relied on.'}
            </p>
            <ol className="divide-y divide-line">
              {all.map(({ at, text, hash }) => (
                <li key={hash} className="py-2">
                  {text}
                  <span className="block text-sm text-ink-2 tabular-nums">{dateAndTime(at)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Fetched>
    </Dialog>
  )
}
