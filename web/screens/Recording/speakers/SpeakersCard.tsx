import { lazy, Suspense, useMemo, useState } from 'react'
import type { Transcript } from '#contract/transcripts.ts'
import type { Player } from '../../../hooks/player.ts'
import { useRecordingVoices } from '../../../hooks/voices.ts'
import { speakersOf } from '../transcript/speakers.ts'
import { SamePerson } from './SamePerson.tsx'
import { SpeakerRow } from './SpeakerRow.tsx'
import { useSpeakers } from './useSpeakers.ts'

const RememberVoice = lazy(async () => ({ default: (await import('./RememberVoice.tsx')).RememberVoice }))

type SpeakersCardProps = {
  recordingId: number
  transcript: Transcript
  /** Null without sound. */
  player: Player | null
}

/** Who speaks, for how long, and who they may be. Nothing where nobody is told apart. */
export function SpeakersCard({ recordingId, transcript, player }: SpeakersCardProps) {
  const { data } = useSpeakers(recordingId)
  const { data: voices } = useRecordingVoices(recordingId)
  const [merging, setMerging] = useState<string | null>(null)
  const [remembering, setRemembering] = useState<{ label: string; name: string } | null>(null)
  const shown = useMemo(() => speakersOf(transcript), [transcript])
  if (!data || data.speakers.length === 0) return null
  const waiting = data.speakers.filter(({ state }) => state === 'guessed').length
  const merged = merging === null ? undefined : shown.get(merging)
  return (
    <section
      aria-labelledby="speakers"
      className="min-w-0 rounded-md border border-line bg-surface print:hidden"
    >
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
        <h2 id="speakers" className="font-semibold">
          Speakers
        </h2>
        <p className="text-sm text-ink-3">
          {waiting === 0
            ? data.speakers.length
            : waiting === 1
              ? 'One name to confirm'
              : `${waiting} names to confirm`}
        </p>
      </header>
      <ul className="divide-y divide-line">
        {data.speakers.map((facts) => {
          const speaker = shown.get(facts.label)
          const { label, name } = facts
          const voice = voices?.speakers.find((one) => one.label === label)
          const remembered = voice?.rememberedId != null
          const rememberable = voice?.obstacle === null && !remembered && name !== null
          return (
            speaker && (
              <SpeakerRow
                key={facts.label}
                recordingId={recordingId}
                transcript={transcript}
                facts={facts}
                speaker={speaker}
                player={player}
                onMerge={data.speakers.length > 1 ? () => setMerging(label) : null}
                onRemember={rememberable ? () => setRemembering({ label, name }) : null}
                remembered={remembered}
              />
            )
          )
        })}
      </ul>
      {merged && (
        <SamePerson
          recordingId={recordingId}
          version={transcript.version}
          speaker={merged}
          others={[...shown.values()].filter((other) => other !== merged)}
          onClose={() => setMerging(null)}
        />
      )}
      <Suspense>
        {remembering && (
          <RememberVoice recordingId={recordingId} {...remembering} onClose={() => setRemembering(null)} />
        )}
      </Suspense>
    </section>
  )
}
