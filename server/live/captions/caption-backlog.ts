import type { Meeting } from './caption-messages.ts'

/**
 * Further behind than this, live text skips what waits; the accurate pass still transcribes it. Sound that arrived late all
 * at once (the connection was lost, the appliance restarted) is not the engine's fault: while it catches up nothing is skipped.
 */
const farBehind = { ms: 60_000, lookMs: 10_000, gainMs: 5000, mostMs: 15 * 60_000 }

/** Whether live text is so far behind, for so long without catching up, that it skips what waits. */
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
