import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** Asks before what a person wrote gives way to what is generated. */
export function ReplaceEdited({ onReplace, onClose }: { onReplace: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Regenerate the summary?"
      actions={
        <>
          <Button look="primary" onClick={onReplace}>
            Regenerate
          </Button>
          <Button onClick={onClose}>Keep the current version</Button>
        </>
      }
    >
      <p>It has been checked or edited. The current version stays under Versions and can be restored.</p>
    </Dialog>
  )
}
