import type { Meeting } from './caption-messages.ts'

/**
 * Further behind than this, live text leaves out what waits, which the accurate pass has. What came late all at once (a
 * line was lost, the appliance was started again) is not the engine's fault: as long as it catches up, it is let.
 */
const farBehind = { ms: 60_000, lookMs: 10_000, gainMs: 5000, mostMs: 15 * 60_000 }

/** So far behind, and for so long without catching up, that it leaves out what waits. */
export function shouldSkipAhead(meeting: Meeting): boolean {
  const ms = meeting.words.behindMs()
  const now = { at: Date.now(), ms }
  if (ms <= farBehind.ms) {
    meeting.far = null
    return false
  }
  const { far } = meeting
  meeting.far ??= now
  if (ms > farBehind.mostMs) return true
  if (!far || now.at - far.at < farBehind.lookMs) return false
  meeting.far = now
  return ms > far.ms - farBehind.gainMs
}
