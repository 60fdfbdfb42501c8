import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { saveText } from '../../ui/saveText.ts'

/** Shown once; closed only by saying that they are kept. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onClose={() => undefined}
      title="Recovery codes"
      actions={
        <>
          <Button look="primary" onClick={onClose}>
            I have saved them
          </Button>
          <Button
            icon={Download}
            onClick={() =>
              saveText(
                'recovery-codes.txt',
                `Meeting Appliance at ${location.host}, recovery codes\n\n${text}\n`,
              )
            }
          >
            Download as text
          </Button>
        </>
      }
    >
      <p className="mb-3">
        Each one lets you sign in once without your authenticator. Store them away from your phone: they are
        shown only once.
      </p>
      <CopyText label="the recovery codes" text={text} framed />
    </Dialog>
  )
}
