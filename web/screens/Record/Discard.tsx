import type { Unfinished } from '../../capture/unfinished.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { seconds } from '../../ui/format.ts'

type DiscardProps = { capture: Unfinished; open: boolean; onClose: () => void; onDiscard: () => void }

/** Asks before what this browser alone has of a recording is gone. */
export function Discard({ capture: { title, waiting, gone }, open, onClose, onDiscard }: DiscardProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Discard local copy"
      alert
      actions={
        <>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
          <Button onClick={onClose} autoFocus data-autofocus>
            Cancel
          </Button>
        </>
      }
    >
      {waiting > 0 ? (
        <p>
          {seconds(waiting)} of "{title}" {waiting === 1 ? 'is' : 'are'} in this browser and nowhere else, and
          will be lost for good.
          {!gone && ' Everything already on the appliance is kept, and the recording ends there.'}
        </p>
      ) : gone ? (
        <p>Nothing of "{title}" is saved here: it was deleted on another page.</p>
      ) : (
        <p>Nothing of "{title}" is lost: all of it is safe on the appliance. The recording ends there.</p>
      )}
    </Dialog>
  )
}
