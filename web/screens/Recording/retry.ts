import { useState } from 'react'
import { retryTranscription } from '#contract/transcripts.ts'
import { call } from '../../api.ts'
import { toast } from '../../ui/Toaster.tsx'

/** The specification's: milliseconds from a successful retry to the reload of the page. */
const reloadAfter = 2000

/** Has the transcription tried again, and reloads the page when it has begun. */
export function useRetry(recordingId: number): { retrying: boolean; retry: () => void } {
  const [retrying, setRetrying] = useState(false)
  const run = async () => {
    setRetrying(true)
    try {
      await call(retryTranscription, { params: { id: recordingId } })
      toast({
        title: 'Transcription Started',
        description: 'This may take a few minutes for large files.',
      })
      const here = location.pathname
      setTimeout(() => {
        // Whoever has gone elsewhere meanwhile is not to be disturbed there.
        if (location.pathname === here) location.reload()
      }, reloadAfter)
    } catch (error) {
      setRetrying(false)
      toast({
        title: 'Transcription Retry Failed',
        description:
          (error instanceof Error && error.message) || 'An error occurred while retrying transcription',
        destructive: true,
      })
    }
  }
  return { retrying, retry: () => void run() }
}
