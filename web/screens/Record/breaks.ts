import { useMemo } from 'react'
import type { Recorder } from '../../capture/state.ts'
import { useRecording } from '../../hooks/recordings.ts'
import { breaksOf, type Break } from '../../ui/breaks.ts'

/** The pauses and what is missing, as the server has them, and what live text left out. */
export function useBreaks({ recordingId, savedId, text, endings }: Recorder): Break[] {
  const { data } = useRecording(recordingId ?? savedId)
  const facts = data?.capture
  const { skipped } = text
  return useMemo(
    () => [
      ...(facts ? breaksOf(facts) : []),
      ...endings.map(({ kind, at }): Break => ({
        kind: kind === 'microphone' ? 'microphone' : 'tab',
        at,
        length: 0,
      })),
      ...skipped.map(({ start, end }): Break => ({ kind: 'skipped', at: start, length: end - start })),
    ],
    [facts, skipped, endings],
  )
}
