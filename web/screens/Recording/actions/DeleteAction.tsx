import { useSWRConfig } from 'swr'
import { deleteAction, type Action } from '#contract/actions.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { afterDialog } from '../../../hooks/focus.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'

type DeleteActionProps = {
  recordingId: number
  action: Action
  onClose: () => void
  /** What has the focus when it has gone. */
  focusNext: () => HTMLElement | null
}

export function DeleteAction({ recordingId, action: { id, title }, onClose, focusNext }: DeleteActionProps) {
  const { mutate } = useSWRConfig()
  const removing = useAction()
  const remove = async () => {
    const done = await removing.run(() => call(deleteAction, { params: { id } }))
    if (!done) return
    onClose()
    await mutate(keys.actions(recordingId))
    afterDialog(focusNext)
  }
  return (
    <FormDialog
      title="Delete Action"
      submit="Delete"
      danger
      action={removing}
      onClose={onClose}
      onSubmit={() => void remove()}
    >
      <p>Delete “{title}”? It will not reappear when actions are searched for again.</p>
    </FormDialog>
  )
}
