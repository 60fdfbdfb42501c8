import { ArrowLeft, Check, Clock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Action } from '../hooks/busy-action.ts'
import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Dialog } from './Dialog.tsx'
import { dateAndTime } from './format.ts'
import { Fetched } from './Screen.tsx'

/** What every version says of itself, whatever it is one of. */
type Version = { version: number; current: boolean; createdAt: string }

type VersionsDialogProps<T extends Version> = {
  title: string
  answer: Parameters<typeof Fetched<T[]>>[0]['answer']
  /** The version to look at first; null for the list. */
  first: number | null
  /** A version that waits to be chosen, instead of the current one. */
  waits: (version: T) => boolean
  /** "Edited by Jane Smith" */
  whence: (version: T) => string
  /** A line more, where there is more to say. */
  facts?: (version: T) => string
  action: Action
  onBringBack: (version: number) => void
  /** Something else that can be done with a version. */
  renderExtra?: (version: T) => ReactNode
  renderPreview: (version: number) => ReactNode
  onClose: () => void
}

/** Every version that something has had, to look at and to bring back. */
export function VersionsDialog<T extends Version>({
  title,
  answer,
  first,
  waits,
  whence,
  facts,
  action,
  onBringBack,
  renderExtra,
  renderPreview,
  onClose,
}: VersionsDialogProps<T>) {
  const [looked, setLooked] = useState(first)
  const shown = answer.data?.find(({ version }) => version === looked)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={looked === null ? title : `Version ${looked}`}
      actions={
        <>
          {shown && !shown.current && (
            <Button look="primary" disabled={action.busy} onClick={() => onBringBack(shown.version)}>
              {waits(shown) ? 'Use it' : 'Restore'}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          {looked !== null && (
            <Button look="quiet" icon={ArrowLeft} className="sm:mr-auto" onClick={() => setLooked(null)}>
              All versions
            </Button>
          )}
        </>
      }
    >
      {action.error && (
        <p role="alert" className="mb-2 text-bad">
          {action.error.message}
        </p>
      )}
      {looked === null ? (
        <Fetched answer={answer} what="The versions" rows={3}>
          {(list) => (
            <ul className="divide-y divide-line rounded-md border border-line">
              {list
                .toSorted((a, b) => b.version - a.version)
                .map((one) => (
                  <li key={one.version} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5">
                    <div className="min-w-0 flex-1 basis-56">
                      <VersionName version={one} waits={waits(one)} />
                      <p className="text-sm break-words text-ink-2 tabular-nums">
                        {whence(one)}, {dateAndTime(one.createdAt) ?? 'Unknown date'}
                      </p>
                      {facts && <p className="text-sm text-ink-3 tabular-nums">{facts(one)}</p>}
                    </div>
                    <div className="flex gap-1">
                      <Button small look="quiet" onClick={() => setLooked(one.version)}>
                        Preview<span className="sr-only"> of version {one.version}</span>
                      </Button>
                      {renderExtra?.(one)}
                      {!one.current && (
                        <Button small disabled={action.busy} onClick={() => onBringBack(one.version)}>
                          Restore<span className="sr-only"> version {one.version}</span>
                        </Button>
                      )}
                    </div>
                  </li>
                ))}
            </ul>
          )}
        </Fetched>
      ) : (
        renderPreview(looked)
      )}
    </Dialog>
  )
}

function VersionName({ version: { version, current }, waits }: { version: Version; waits: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-2 font-medium">
      Version {version}
      {current && (
        <Chip tone="neutral" icon={Check}>
          Current
        </Chip>
      )}
      {waits && (
        <Chip tone="neutral" icon={Clock}>
          Waiting for you
        </Chip>
      )}
    </p>
  )
}

/** The text of a version, in a frame that scrolls. */
export function VersionText({ version, children }: { version: number; children: ReactNode }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={`Text of version ${version}`}
      className="max-h-[50vh] overflow-y-auto rounded-md border border-line bg-sunken px-3.5 py-2.5 break-words"
    >
      {children}
    </div>
  )
}
