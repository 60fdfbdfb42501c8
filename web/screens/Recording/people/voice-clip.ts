import { useEffect, useState } from 'react'
import type { Player } from '../../../hooks/player.ts'
import type { Turn } from '../speakers/turns.ts'

/** Long enough to know a voice by. */
const longest = 8
/** The player's position is a little off where it was sent to. */
const near = 0.5

export type Clip = { start: number; end: number }

/** The beginning of their longest turn; null: they have none with times. */
export function voiceClipOf(turns: readonly Turn[], label: string): Clip | null {
  const mine = turns.filter((turn) => turn.label === label)
  const best = mine.reduce<Turn | null>(
    (found, turn) => (found && found.end - found.start >= turn.end - turn.start ? found : turn),
    null,
  )
  return best && { start: best.start, end: Math.min(best.end, best.start + longest) }
}

type Heard = { at: number; when: number }

/** Whether a position follows from the one before by playing; a busy browser looks seldom. Seconds, and milliseconds of a clock. */
export const isPlayedOn = (before: Heard, now: Heard, speed: number): boolean =>
  now.at > before.at - near && now.at - before.at < ((now.when - before.when) / 1000) * speed + near

/** Plays a few seconds of somebody's voice, one at a time. */
export function useVoiceClip(player: Player | null) {
  const [clip, setClip] = useState<(Clip & { label: string }) | null>(null)
  const sounding = player !== null && clip !== null && (player.playing || player.loading)
  useEffect(() => {
    if (!player || !clip) return
    let last = { at: clip.start, when: performance.now() }
    // To pause tells the position once more: it must not be played on by that.
    let isOver = false
    return player.onTime((seconds) => {
      if (isOver) return
      const now = { at: seconds, when: performance.now() }
      const playsOn = isPlayedOn(last, now, player.speed)
      last = now
      if (playsOn && seconds < clip.end) return
      isOver = true
      setClip(null)
      // Who has gone elsewhere in the recording wants to hear that.
      if (playsOn) player.toggle()
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the player is another object at each look, and the same player
  }, [clip, player?.onTime])
  // Whoever stops it by hand, and plays on later, wants to hear all of it.
  useEffect(() => {
    if (!sounding) setClip(null)
  }, [sounding])
  return {
    /** Whose clip is heard; null: nobody's. */
    playing: sounding ? clip.label : null,
    play: (label: string, { start, end }: Clip) => {
      setClip({ label, start, end })
      player?.playFrom(start)
    },
    stop: () => {
      setClip(null)
      if (sounding) player.toggle()
    },
  }
}
export type ClipPlayer = ReturnType<typeof useVoiceClip>
