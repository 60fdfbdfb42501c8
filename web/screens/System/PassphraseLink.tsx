import type { SignInLink } from '#contract/people.ts'
import { useSystemReport } from '../../hooks/system.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateAndTime } from '../../ui/format.ts'

type PassphraseLinkProps = { name: string; link: SignInLink; onClose: () => void }

/** The link with which somebody chooses their passphrase. It is shown this once: only its hash is kept. */
export function PassphraseLink({ name, link, onClose }: PassphraseLinkProps) {
  const { data: report } = useSystemReport()
  return (
    <Dialog
      open
      wide
      onClose={() => undefined}
      title={`Link for ${name}`}
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="mb-3">
        Hand it over in person: whoever opens it first chooses the passphrase. It works once, until{' '}
        {dateAndTime(link.expiresAt)}, and is shown only once.
      </p>
      <CopyText label="the link" text={link.url} framed />
      {report?.trustUrl && (
        <>
          <p className="mt-4 mb-3">
            A device that does not trust this appliance yet shows a warning when the link is opened. This page
            explains how to trust it, once per device:
          </p>
          <CopyText label="the address of that page" text={report.trustUrl} framed />
        </>
      )}
    </Dialog>
  )
}
