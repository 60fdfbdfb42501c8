import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** Asks before what a person wrote gives way to what is generated. */
export function ReplaceEdited({ onReplace, onClose }: { onReplace: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Write the summary anew?"
      actions={
        <>
          <Button look="primary" onClick={onReplace}>
            Write it anew
          </Button>
          <Button onClick={onClose}>Keep what is here</Button>
        </>
      }
    >
      <p>Somebody has checked or edited it. What is here now stays under Versions and can be brought back.</p>
    </Dialog>
  )
}
