import { useSWRConfig } from 'swr'
import { updateRecording } from '#contract/recordings.ts'
import { call, keys } from '../api.ts'
import { useAction } from './busy-action.ts'

/** Says of a recording whether those present were told; the server keeps who said so, and when. */
export function useConsentNotice(recordingId: number | null) {
  const { mutate } = useSWRConfig()
  const { busy, error, run } = useAction()
  return {
    busy,
    error,
    /** @returns whether it was kept */
    say: (peopleTold: boolean) =>
      run(async () => {
        if (recordingId === null) return
        const body = { peopleTold }
        const answer = await call(updateRecording, { params: { id: recordingId }, body })
        await mutate(keys.recording(recordingId), answer, { revalidate: false })
      }),
  }
}
