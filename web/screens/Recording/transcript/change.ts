import { useSWRConfig } from 'swr'
import { listTerms } from '#contract/terms.ts'
import { getTranscript, restoreVersion, type Segment, type Transcript } from '#contract/transcripts.ts'
import { ApiError, call, keys } from '../../../api.ts'

/** What every change of a transcript comes back with goes over what the page has. */
export function useTranscriptChange(recordingId: number) {
  const { mutate } = useSWRConfig()
  const params = { id: recordingId }
  const take = async (transcript: Transcript): Promise<void> => {
    await mutate(keys.transcript(recordingId), transcript, { revalidate: false })
    void mutate(keys.speakers(recordingId))
    void mutate(keys.voices(recordingId))
    // Its number of words, and that it was edited.
    void mutate(keys.recording(recordingId))
    // Corrections that are made again and again are offered as words.
    void mutate(listTerms.path)
  }
  return {
    take,
    /** The transcript as the server has it now. */
    latest: async (): Promise<Transcript> => {
      const transcript = await call(getTranscript, { params, query: { t: String(Date.now()) } })
      await take(transcript)
      return transcript
    },
    /** @param basedOn the current version, as the person who chooses sees it */
    restore: async (version: number, basedOn: number): Promise<void> => {
      try {
        await take(await call(restoreVersion, { params, body: { version, basedOn } }))
      } catch (error) {
        // Whoever chooses again is to see what there is now.
        if (isStale(error)) await mutate(keys.transcript(recordingId))
        throw error
      }
    },
  }
}

/** Somebody else's version has come in between. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'stale_version' || error.code === 'transcript_exists')
}

/** The same passage in another version: ids may change from one to the next, times do not. */
export function counterpart(segments: readonly Segment[], of: Pick<Segment, 'id' | 'start'>): Segment | null {
  const near = (segment: Segment) => Math.abs(segment.start - of.start) < 0.05
  return segments.find((segment) => segment.id === of.id && near(segment)) ?? segments.find(near) ?? null
}

/**
 * The lines in which two texts differ, without what is the same at both ends; a line of the surroundings stays
 * on either side.
 */
export function whereTheyDiffer(a: string, b: string): [string, string] {
  const [left, right] = [a.split('\n'), b.split('\n')]
  const shorter = Math.min(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  let tail = 0
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1
  const from = Math.max(0, head - 1)
  const cut = (lines: string[]) => {
    const to = Math.min(lines.length, lines.length - tail + 1)
    return [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])].join(
      '\n',
    )
  }
  return [cut(left), cut(right)]
}
