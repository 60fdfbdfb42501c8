import { mergeSpeakers } from '#contract/speakers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useAction } from '../../../hooks/busy-action.ts'
import { useSpeakerChange } from './useSpeakers.ts'

type SameNameProps = {
  recordingId: number
  version: number
  label: string
  /** The label of whoever has the name already, and how it is written there. */
  other: string
  known: string
  /** They are two people of one name. */
  onApart: () => Promise<boolean>
  onClose: () => void
}

/** Somebody else has the name that is given: one person whose voice was taken for two, or a namesake. */
export function SameName({ recordingId, version, label, other, known, onApart, onClose }: SameNameProps) {
  const { change } = useSpeakerChange(recordingId, version)
  const { busy, run } = useAction()
  const close = busy ? () => undefined : onClose
  const finish = (work: () => Promise<boolean>) =>
    void run(async () => {
      await work()
      onClose()
    })
  const merge = () =>
    change(mergeSpeakers, { from: label, into: other }, `${label} and ${known} have been merged`)
  return (
    <Dialog
      open
      onClose={close}
      title="The same person?"
      actions={
        <>
          <Button look="primary" disabled={busy} onClick={() => finish(merge)}>
            Merge
          </Button>
          <Button disabled={busy} onClick={() => finish(onApart)}>
            Keep separate
          </Button>
          <Button look="quiet" disabled={busy} onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      <p>{known} is there already: the same person?</p>
      <p className="mt-2 text-ink-2">
        Merged, all that {label} says is said by {known}. Kept separate, they are two people with the same
        name. Either can be undone.
      </p>
    </Dialog>
  )
}
