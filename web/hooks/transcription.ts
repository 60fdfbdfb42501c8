import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { cancelJob } from '#contract/jobs.ts'
import { type Recording } from '#contract/recordings.ts'
import { retryTranscription } from '#contract/transcripts.ts'
import { call, keys } from '../api.ts'
import { toast } from '../ui/Toaster.tsx'

/** Cancel and retry of the work on one recording's transcript; `busy` while the server is asked. */
export function useTranscriptionActions(recording: Recording) {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)

  const refresh = () => Promise.all([mutate(keys.recordings), mutate(keys.recording(recording.id))])

  const run = async (work: () => Promise<unknown>, failure: string, otherwise: string) => {
    setBusy(true)
    try {
      await work()
      await refresh()
    } catch (error) {
      const description = (error instanceof Error && error.message) || otherwise
      toast({ title: failure, description, destructive: true })
    } finally {
      setBusy(false)
    }
  }

  const cancel = () =>
    run(
      async () => {
        const { job, diarisationJob, status } = recording
        const working = status === 'done' ? diarisationJob : job
        if (working) await call(cancelJob, { params: { id: working.id } })
      },
      'Could not cancel',
      'The work continues.',
    )

  const retry = () =>
    run(
      async () => {
        await call(retryTranscription, { params: { id: recording.id } })
        toast({ title: 'Transcription Started', description: 'This may take a few minutes for large files.' })
      },
      'Transcription Retry Failed',
      'An error occurred while retrying transcription',
    )

  return { busy, cancel, retry }
}
