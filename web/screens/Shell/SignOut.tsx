import { signOut } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { clearLeftHere, type LeftHere } from '../../left-here.ts'
import { leaveBy } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'

const counted = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : count === 1 ? one : `${count} ${many}`

type SignOutProps = { personId: number; left: LeftHere; onClose: () => void }

/** Asks what becomes of what only this browser has, before somebody else may use it. */
export function SignOut({ personId, left, onClose }: SignOutProps) {
  const action = useAction()
  const what = [
    counted(left.drafts, 'a change that you have not saved', 'changes that you have not saved'),
    counted(left.recordings, 'sound of a recording that was not sent', 'recordings whose sound was not sent'),
  ]
    .filter(Boolean)
    .join(' and ')

  const leave = (clear: boolean) =>
    action.run(async () => {
      if (clear) await clearLeftHere(personId)
      await leaveBy(() => call(signOut))
    })

  return (
    <Dialog
      open
      alert
      onClose={action.busy ? () => undefined : onClose}
      title="Sign out"
      actions={
        <>
          <Button look="primary" disabled={action.busy} data-autofocus onClick={() => void leave(false)}>
            Sign out and keep it here
          </Button>
          <Button look="danger" disabled={action.busy} onClick={() => void leave(true)}>
            Delete it and sign out
          </Button>
          <Button disabled={action.busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p>This browser still has {what}, which is nowhere else.</p>
      <p className="mt-2 text-ink-2">
        Keep it to find it here when you sign in again. On a shared device, delete it.
      </p>
      <FailureBanner error={action.error} className="mt-3" />
    </Dialog>
  )
}
