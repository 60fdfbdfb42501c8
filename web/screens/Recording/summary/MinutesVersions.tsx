import { useSWRConfig } from 'swr'
import { restoreMinutes } from '#contract/minutes.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useMinutes, useMinutesVersion } from '../../../hooks/minutes.ts'
import { MinutesText } from '../../../ui/MinutesText.tsx'
import { Fetched } from '../../../ui/Screen.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { VersionsDialog, VersionText } from '../../../ui/VersionsDialog.tsx'
import { writtenBy } from './words.ts'

/** Every version that the minutes have had, to look at and to bring back. */
export function MinutesVersions({
  recordingId: id,
  first,
  onClose,
}: {
  recordingId: number
  /** The version to look at first; null for the list. */
  first: number | null
  onClose: () => void
}) {
  const { mutate } = useSWRConfig()
  const minutes = useMinutes(id)
  const action = useAction()

  const bringBack = async (version: number) => {
    const done = await action.run(async () => {
      await call(restoreMinutes, { params: { id }, body: { version } })
      await Promise.all([mutate(keys.minutes(id)), mutate(keys.recording(id))])
    })
    if (!done) return
    toast({ title: `Version ${version} restored`, description: 'The previous version stays under Versions.' })
    onClose()
  }

  return (
    <VersionsDialog
      title="Versions of the summary"
      answer={{ ...minutes, data: minutes.data?.versions }}
      first={first}
      waits={({ offered }) => offered}
      whence={writtenBy}
      action={action}
      onBringBack={(version) => void bringBack(version)}
      renderPreview={(version) => <Preview recordingId={id} version={version} />}
      onClose={onClose}
    />
  )
}

function Preview({ recordingId, version }: { recordingId: number; version: number }) {
  const answer = useMinutesVersion(recordingId, version)
  return (
    <Fetched answer={answer} what="The version" rows={5}>
      {({ minutes }) => (
        <VersionText version={version}>
          <MinutesText markdown={minutes?.markdown ?? ''} lines={[]} onPlay={null} />
        </VersionText>
      )}
    </Fetched>
  )
}
