import useSWR from 'swr'
import type { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { listSpeakers, undoSpeakers } from '#contract/speakers.ts'
import type { transcript, Transcript } from '#contract/transcripts.ts'
import { call, keys } from '../../../api.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { isStale, useTranscriptChange } from '../transcript/change.ts'

/** Who speaks, what share of it is theirs, and who they may be. */
export function useSpeakers(recordingId: number) {
  return useSWR(keys.speakers(recordingId), () => call(listSpeakers, { params: { id: recordingId } }))
}

type SpeakersRoute = Route<z.ZodType, z.ZodType, z.ZodType, typeof transcript>

/** Long enough to see what it has done to the transcript. */
const undoFor = 10_000

/**
 * Makes a change of speakers, and offers to undo it.
 * @param version the transcript's, as the person sees it
 */
export function useSpeakerChange(recordingId: number, version: number) {
  const { take, latest } = useTranscriptChange(recordingId)
  const params = { id: recordingId }

  const refused = async (error: unknown, title: string): Promise<void> => {
    const description = error instanceof Error ? error.message : 'Please try again.'
    if (!isStale(error)) return toast({ title, description, destructive: true })
    await latest().catch(() => undefined) // the page says by itself that the server is gone
    toast({
      title: 'The transcript has since changed',
      description: 'Nothing was changed. Check it again, then choose once more.',
      destructive: true,
    })
  }

  const undo = async (basedOn: number): Promise<void> => {
    try {
      await take(await call(undoSpeakers, { params, body: { basedOn } }))
      toast({ title: 'Undone' })
    } catch (error) {
      await refused(error, 'It could not be undone')
    }
  }

  return {
    undo,
    /** @returns whether it came through; if not, the person has been told */
    async change<R extends SpeakersRoute>(
      route: R,
      body: Omit<z.input<R['body']>, 'basedOn'>,
      done: string,
    ): Promise<boolean> {
      try {
        const saved: Transcript = await call(route, {
          params,
          body: { ...body, basedOn: version } as z.input<R['body']>,
        })
        if (saved.version !== version)
          toast({
            title: done,
            duration: undoFor,
            action: { label: 'Undo', onSelect: () => void undo(saved.version) },
          })
        await take(saved)
        return true
      } catch (error) {
        await refused(error, 'The speakers were not changed')
        return false
      }
    },
  }
}
