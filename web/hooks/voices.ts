import useSWR, { useSWRConfig } from 'swr'
import { forgetVoice, listVoices, recordingVoices, rememberVoice, switchVoices } from '#contract/voices.ts'
import { call, keys } from '../api.ts'

/** Whether voices are remembered here, and whose are. */
export function useVoices() {
  return useSWR(listVoices.path, () => call(listVoices))
}

/** Whose voice can be remembered from a recording. */
export function useRecordingVoices(recordingId: number) {
  return useSWR(keys.voices(recordingId), () => call(recordingVoices, { params: { id: recordingId } }))
}

export function useVoiceChanges() {
  const { mutate } = useSWRConfig()
  const again = (): Promise<unknown> => mutate(listVoices.path)
  return {
    turn: async (on: boolean, deleteAll = false): Promise<void> => {
      await mutate(listVoices.path, await call(switchVoices, { body: { on, deleteAll } }), {
        revalidate: false,
      })
    },
    forget: async (id: number): Promise<void> => {
      await call(forgetVoice, { params: { id } })
      await again()
    },
    remember: async (recordingId: number, label: string, name: string): Promise<void> => {
      await call(rememberVoice, { params: { id: recordingId }, body: { label, name, agreed: true } })
      await Promise.all([again(), mutate(keys.voices(recordingId)), mutate(keys.speakers(recordingId))])
    },
  }
}
