import useSWR, { useSWRConfig } from 'swr'
import { createSummary, getMinutes, getSummaryEngine, listTemplates } from '#contract/minutes.ts'
import { cancelJob } from '#contract/jobs.ts'
import { ApiError, call, keys } from '../api.ts'
import { toast } from '../ui/Toaster.tsx'
import { useState } from 'react'

/** The current minutes, their versions, and the work on them; kept true by events. */
export function useMinutes(id: number) {
  return useSWR(keys.minutes(id), () => call(getMinutes, { params: { id } }))
}

/** Who would write minutes, or look for names, now. */
export function useSummaryEngine() {
  return useSWR(getSummaryEngine.path, () => call(getSummaryEngine))
}

/** One of a meeting's earlier minutes. */
export function useMinutesVersion(id: number, version: number) {
  return useSWR(`${keys.minutes(id)}?version=${version}`, () =>
    call(getMinutes, { params: { id }, query: { version: String(version) } }),
  )
}

export function useTemplates() {
  return useSWR(listTemplates.path, () => call(listTemplates))
}

/** Has minutes written, and says how it went, in the specification's words. */
export function useWriting(id: number) {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  /** Why they could not be written, in the server's words. */
  const [reason, setReason] = useState<string | null>(null)

  const generate = async (template?: string) => {
    setBusy(true)
    setReason(null)
    try {
      const { offered, failure, engine } = await call(createSummary, {
        params: { id },
        ...(template !== undefined && { body: { template } }),
      })
      await Promise.all([mutate(keys.recording(id)), mutate(keys.minutes(id))])
      if (offered === null && failure === null) toast({ title: 'Summary generated' })
      else if (offered === null)
        toast({
          title: engine === 'rules' ? 'Drafted without AI' : 'Summary generated in part',
          description: failure ?? '',
        })
      else
        toast({
          title: 'The summary has not changed',
          description: 'A new version is waiting for you to choose.',
        })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'cancelled') return
      if (error instanceof ApiError) setReason(error.message)
      toast({
        title: 'Summary generation failed',
        description: 'There was an error generating the summary. Please try again.',
        destructive: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return { busy, reason, generate, cancel: useCancelJob(keys.minutes(id)) }
}

/** Ends a job. @param key of the answer that shows it */
export function useCancelJob(key: string): (jobId: number) => Promise<void> {
  const { mutate } = useSWRConfig()
  return async (jobId) => {
    try {
      await call(cancelJob, { params: { id: jobId } })
      await mutate(key)
    } catch (error) {
      const description = (error instanceof Error && error.message) || 'The work continues.'
      toast({ title: 'Could not cancel', description, destructive: true })
    }
  }
}
