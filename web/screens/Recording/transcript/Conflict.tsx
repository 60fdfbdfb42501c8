import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

type ConflictProps = {
  what: 'passage' | 'transcript'
  /** As it stands now; null when it is no longer there. */
  theirs: string | null
  yours: string
  busy: boolean
  onYours: () => void
  onTheirs: () => void
  onGoOn: () => void
}

/** Somebody has changed the same words meanwhile: both are shown, and the person chooses. */
export function Conflict({ what, theirs, yours, busy, onYours, onTheirs, onGoOn }: ConflictProps) {
  return (
    <Dialog
      open
      wide
      onClose={busy ? () => undefined : onGoOn}
      title={`The ${what} has changed since you began`}
      actions={
        <>
          {theirs !== null && (
            <Button look="primary" disabled={busy} onClick={onYours}>
              Save mine
            </Button>
          )}
          <Button disabled={busy} onClick={onTheirs}>
            {theirs === null ? 'Discard mine' : 'Keep theirs'}
          </Button>
          <Button look="quiet" disabled={busy} onClick={onGoOn}>
            Continue editing
          </Button>
        </>
      }
    >
      <p>
        {theirs === null
          ? 'A newer version no longer contains this. Copy your words if you want to use them elsewhere.'
          : 'Nothing is lost: the version you do not choose stays under Versions, or here until you decide.'}
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {theirs !== null && <Text label="Current version" text={theirs} />}
        <Text label="Yours" text={yours} />
      </div>
    </Dialog>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-1 font-medium">{label}</h3>
      <p
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 break-words whitespace-pre-wrap"
      >
        {text}
      </p>
    </section>
  )
}
