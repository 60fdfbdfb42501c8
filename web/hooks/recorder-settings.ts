import useSWR from 'swr'
import { getSettings } from '#contract/settings.ts'
import { call } from '../api.ts'

/** Whether the person wants to see the level while recording; on until their settings say otherwise. */
export function useVisualizerWanted(): boolean {
  const { data } = useSWR(getSettings.path, () => call(getSettings))
  return data?.settings.enableAudioVisualizer ?? true
}
