import type { Attendee } from '#contract/transcripts.ts'
import { position } from '../../../ui/format.ts'
import { useSpeakers } from '../speakers/useSpeakers.ts'

/** For how long an attendee speaks, in words; null: nobody knows. */
export function useSpokenBy(recordingId: number): (attendee: Attendee) => string | null {
  const { data } = useSpeakers(recordingId)
  return ({ speakerId, name }) => {
    const same = (other: string | null) => other?.toLowerCase() === name.trim().toLowerCase()
    const mine = data?.speakers.filter((one) => one.label === speakerId || same(one.name)) ?? []
    const seconds = mine.reduce((sum, one) => sum + one.speakingSeconds, 0)
    const share = mine.reduce((sum, one) => sum + one.share, 0)
    const about = mine.some(({ estimated }) => estimated) ? 'about ' : ''
    return seconds === 0 ? null : `Spoke for ${about}${position(seconds)} (${Math.round(share * 100)}%)`
  }
}
