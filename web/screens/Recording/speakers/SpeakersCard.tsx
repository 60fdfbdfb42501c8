import { Sparkles, Undo2, UsersRound } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { enoughSpeechSeconds, type voiceObstacles } from '#contract/voices.ts'
import type { Player } from '../../../hooks/player.ts'
import { useSummaryEngine } from '../../../hooks/minutes.ts'
import { useRecordingVoices } from '../../../hooks/voices.ts'
import { Button } from '../../../ui/Button.tsx'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import { cx } from '../../../ui/cx.ts'
import { speakersOf } from '../transcript/speakers.ts'
import { NameSearch, useNameSearch } from './NameSearch.tsx'
import { SamePerson } from './SamePerson.tsx'
import { SpeakerRow } from './SpeakerRow.tsx'
import { useSpeakerChange, useSpeakers } from './useSpeakers.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'

const RememberVoice = lazyPart(async () => (await import('./RememberVoice.tsx')).RememberVoice)

const TellApart = lazyPart(async () => (await import('./TellApart.tsx')).TellApart)

/** Why a voice cannot be remembered. */
const obstacles: Record<(typeof voiceObstacles)[number], string> = {
  unconfirmed: 'Name this speaker first.',
  too_little: `Less than ${enoughSpeechSeconds} seconds of speech without others talking.`,
  no_voice: 'The speakers have not been identified, or passages were assigned to this speaker by hand.',
  no_sound: 'The audio of this recording is no longer available.',
}

type SpeakersCardProps = {
  recording: Recording
  transcript: Transcript
  /** Null without sound. */
  player: Player | null
}

/** Who speaks, for how long, and who they may be; or the way to find out. Nothing where that cannot be. */
export function SpeakersCard({ recording, transcript, player }: SpeakersCardProps) {
  const recordingId = recording.id
  const { data } = useSpeakers(recordingId)
  const { data: voices } = useRecordingVoices(recordingId)
  const { data: writer } = useSummaryEngine()
  const { undo } = useSpeakerChange(recordingId, transcript.version)
  const nameSearch = useNameSearch(recordingId)
  const [merging, setMerging] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [remembering, setRemembering] = useState<{ label: string; name: string } | null>(null)
  const shown = useMemo(() => speakersOf(transcript), [transcript])
  // Its room is kept, as far as it is known.
  if (!data) return shown.size > 0 ? <div className="h-80" /> : null
  const some = data.speakers.length > 0
  const { available, state } = transcript.diarisation
  const atWork = state === 'waiting' || state === 'running'
  const canAsk = available && recording.status === 'done' && !atWork && transcript.content.trim() !== ''
  // What failed or was cancelled has its button over the transcript.
  const offered = canAsk && state !== 'failed' && state !== 'cancelled'
  if (!some && !offered) return null
  const waiting = data.speakers.filter(({ state }) => state === 'guessed').length
  const unsure = data.speakers.some(({ state }) => state === 'guessed' || state === 'unknown')
  const analysis = unsure ? data.analysis : null
  // What waits, works, failed or was cancelled has its button above the speakers.
  const canSearch = unsure && analysis === null && !atWork && writer?.engine === 'model'
  const hasMenu = canAsk || canSearch || data.undo !== null
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
        {some && (
          <p className={cx('ml-auto text-sm text-ink-3', hasMenu && '-mr-1')}>
            {waiting === 0
              ? data.speakers.length
              : waiting === 1
                ? 'One name to confirm'
                : `${waiting} names to confirm`}
          </p>
        )}
        {some && hasMenu && (
          <span className="-mr-2">
            <LazyMenu
              label="More about the speakers"
              items={[
                ...(data.undo === null
                  ? []
                  : [
                      { label: 'Undo the last change', icon: Undo2, onSelect: () => void undo(data.version) },
                    ]),
                ...(canSearch
                  ? [
                      {
                        label: 'Search for names in the transcript',
                        icon: Sparkles,
                        onSelect: () => void nameSearch.start(),
                      },
                    ]
                  : []),
                ...(canAsk
                  ? [
                      {
                        label: 'Identify speakers again',
                        icon: UsersRound,
                        onSelect: () => setAsking(true),
                      },
                    ]
                  : []),
              ]}
            />
          </span>
        )}
      </header>
      {analysis && <NameSearch recordingId={recordingId} job={analysis} />}
      {!some && (
        <div className="px-4 py-4">
          <p className="text-ink-2">Speakers have not been identified for this recording.</p>
          <Button icon={UsersRound} className="mt-3" onClick={() => setAsking(true)}>
            Identify speakers
          </Button>
        </div>
      )}
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
                obstacle={voice?.obstacle && !remembered ? obstacles[voice.obstacle] : null}
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
        {asking && (
          <TellApart
            recordingId={recordingId}
            again={some}
            listed={transcript.diarisation.listed}
            onClose={() => setAsking(false)}
          />
        )}
        {remembering && (
          <RememberVoice recordingId={recordingId} {...remembering} onClose={() => setRemembering(null)} />
        )}
      </Suspense>
    </section>
  )
}
