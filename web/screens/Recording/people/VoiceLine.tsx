import { AudioLines, Eraser, Merge, Pause, Play, UserRoundPen } from 'lucide-react'
import type { Speaker as Voice } from '#contract/speakers.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { position, spokenPosition } from '../../../ui/format.ts'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import { speakerText } from '../speakers/SpeakerChip.tsx'
import { pathOf, type Turn } from '../speakers/turns.ts'
import type { Speaker } from '../transcript/speakers.ts'
import { voiceClipOf, type ClipPlayer } from './voice-clip.ts'

/** What can be done with a voice, beside hearing it. */
export type VoiceActs = {
  onWho: () => void
  /** Null where a person has given no name. */
  onUnname: (() => void) | null
  /** Null where there is nobody else. */
  onMerge: (() => void) | null
  /** Null where the voice cannot be remembered, or is already. */
  onRemember: (() => void) | null
  /** Why it cannot be; null where it can, is, or voices are not remembered here. */
  obstacle: string | null
  remembered: boolean
}

type VoiceLineProps = {
  voice: Voice
  speaker: Speaker
  /** Everybody's. */
  turns: readonly Turn[]
  /** Of the recording, in seconds; 0 without sound. */
  duration: number
  /** Null without sound. */
  clips: ClipPlayer | null
  acts: VoiceActs
}

/** A voice: when and how much it speaks, a few seconds to know it by, and who that is. */
export function VoiceLine({ voice, speaker, turns, duration, clips, acts }: VoiceLineProps) {
  const { label, name } = voice
  const clip = clips && voiceClipOf(turns, label)
  const isPlaying = clips?.playing === label
  return (
    <div className="flex flex-wrap items-center gap-2">
      {clip && (
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? `Stop the clip of ${speaker.name}` : `Play a clip of ${speaker.name}`}
          look="secondary"
          onClick={() => (isPlaying ? clips.stop() : clips.play(label, clip))}
        />
      )}
      <div className="min-w-0 flex-1 basis-32">
        <WhenTheySpeak voice={voice} speaker={speaker} turns={turns} duration={duration} />
        <HowMuch voice={voice} remembered={acts.remembered} />
      </div>
      {name === null && (
        <Button small onClick={acts.onWho} data-voice={label} className="max-md:order-last max-md:basis-full">
          Who is this?<span className="sr-only"> {label}</span>
        </Button>
      )}
      <span className="-mr-2">
        <LazyMenu
          label={`More about ${speaker.name}`}
          items={[
            {
              label: name === null ? 'Who is this?' : 'Someone else…',
              icon: UserRoundPen,
              onSelect: acts.onWho,
            },
            ...(acts.onUnname ? [{ label: 'Remove name', icon: Eraser, onSelect: acts.onUnname }] : []),
            ...(acts.onMerge ? [{ label: 'Same person as…', icon: Merge, onSelect: acts.onMerge }] : []),
            ...(acts.onRemember
              ? [{ label: 'Remember this voice', icon: AudioLines, onSelect: acts.onRemember }]
              : []),
            ...(acts.obstacle !== null
              ? [{ label: 'Remember this voice', icon: AudioLines, unavailable: acts.obstacle }]
              : []),
          ]}
        />
      </span>
    </div>
  )
}

type WhenTheySpeakProps = Pick<VoiceLineProps, 'voice' | 'speaker' | 'turns' | 'duration'>

/** Their turns to the scale of the recording; their share alone where a text has no times. */
function WhenTheySpeak({ voice, speaker, turns, duration }: WhenTheySpeakProps) {
  const mine = turns.filter(({ label }) => label === voice.label)
  const isTimed = duration > 0 && mine.length > 0
  const box = { seconds: duration, width: 1000, top: 0, height: 6, least: 3 }
  return (
    <div
      aria-hidden
      className={cx('h-1.5 overflow-hidden rounded-md bg-pressed', speakerText[speaker.colour])}
    >
      {isTimed ? (
        <svg viewBox="0 0 1000 6" preserveAspectRatio="none" className="block h-full w-full">
          <path d={pathOf(mine, box)} fill="currentColor" />
        </svg>
      ) : (
        <div className="h-full bg-current" style={{ width: `${voice.share * 100}%` }} />
      )}
    </div>
  )
}

function HowMuch({ voice, remembered }: { voice: Voice; remembered: boolean }) {
  const { speakingSeconds, share, estimated, turns } = voice
  const about = estimated ? 'about ' : ''
  const percent = Math.round(share * 100)
  return (
    <p className="mt-1 flex justify-between gap-3 text-sm text-ink-3 tabular-nums">
      <span>
        {speakingSeconds > 0 && (
          <>
            <span aria-hidden>
              {about}
              {position(speakingSeconds)}
            </span>
            <span className="sr-only">
              Speaks for {about}
              {spokenPosition(speakingSeconds)}
            </span>{' '}
            ·{' '}
          </>
        )}
        {turns} {turns === 1 ? 'turn' : 'turns'}
        {remembered && ' · voice remembered'}
      </span>
      <span>{percent === 0 && share > 0 ? 'under 1' : `${about}${percent}`}%</span>
    </p>
  )
}
