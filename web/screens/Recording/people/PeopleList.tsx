import { Plus } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { MinutesContent } from '#contract/minutes.ts'
import type { Speaker as Voice } from '#contract/speakers.ts'
import type { Attendee, Transcript } from '#contract/transcripts.ts'
import { enoughSpeechSeconds, type voiceObstacles } from '#contract/voices.ts'
import type { Player } from '../../../hooks/player.ts'
import { useRecordingVoices } from '../../../hooks/voices.ts'
import { Button } from '../../../ui/Button.tsx'
import { NameSuggestion } from '../speakers/NameSuggestion.tsx'
import { turnsOf } from '../speakers/turns.ts'
import type { Speaker } from '../transcript/speakers.ts'
import { useVoiceClip } from './voice-clip.ts'
import { presenceOf, type People, type Person } from './attendees-and-voices.ts'
import { PersonFields } from './PersonFields.tsx'
import { PersonRow } from './PersonRow.tsx'
import type { useMeetingInfo } from './useMeetingInfo.ts'
import type { VoiceNamingState } from './useVoiceNaming.ts'
import { VoiceLine, type VoiceActs } from './VoiceLine.tsx'

/** Why a voice cannot be remembered. */
const obstacles: Record<(typeof voiceObstacles)[number], string> = {
  unconfirmed: 'Name this speaker first.',
  too_little: `Less than ${enoughSpeechSeconds} seconds of speech without others talking.`,
  no_voice: 'The speakers have not been identified, or passages were assigned to this speaker by hand.',
  no_sound: 'The audio of this recording is no longer available.',
}

type PeopleListProps = {
  recordingId: number
  transcript: Transcript
  /** As the transcript shows them, by label. */
  speakers: ReadonlyMap<string, Speaker>
  people: People
  minutes: MinutesContent | null
  meeting: ReturnType<typeof useMeetingInfo>
  naming: VoiceNamingState
  /** Null without sound. */
  player: Player | null
  onRemoved: () => void
}

/** Everybody once: who is named, and below them the voices that nobody has named. */
export function PeopleList(props: PeopleListProps) {
  const { speakers, people, minutes, meeting, onRemoved } = props
  const { named, unnamed, unlisted } = people
  const { attendees } = meeting.info
  const voiceOf = useVoice(props)
  const unassigned = meeting.problem && !attendees.some((row) => isAbout(meeting.problem, row))

  const personRow = (person: Person) => {
    const { row, number, voices } = person
    const [voice] = voices
    return (
      <PersonRow
        key={row.speakerId}
        speaker={(voice && speakers.get(voice.label)) ?? null}
        presence={voice ? null : presenceOf(row.name, people, minutes)}
        fields={
          <PersonFields
            row={row}
            number={number}
            voice={voice && voice.name !== null ? voice.label : undefined}
            problem={isAbout(meeting.problem, row) ? meeting.problem : null}
            focus={row.speakerId === meeting.added}
            onChange={(part) => meeting.changeRow(row.speakerId, part)}
            onRemove={() => {
              meeting.removeRow(row.speakerId)
              onRemoved()
            }}
          />
        }
      >
        {voices.map(voiceOf)}
      </PersonRow>
    )
  }

  return (
    <>
      {named.length + unnamed.length === 0 && <p className="px-4 pt-4 pb-3 text-ink-2">No attendees yet.</p>}
      <ul className="divide-y divide-line empty:hidden">{named.map(personRow)}</ul>
      {unnamed.length + unlisted.length > 0 && (
        <>
          <h3 className="border-t border-line bg-sunken px-4 py-1.5 text-sm font-medium text-ink-2">
            {unnamed.length > 0 ? 'Voices without a name' : 'Voices that are not on the list'}
          </h3>
          <ul className="divide-y divide-line">
            {unnamed.map(personRow)}
            {unlisted.map((voice) => {
              const name = voice.name ?? voice.label
              return (
                <PersonRow
                  key={voice.label}
                  speaker={speakers.get(voice.label) ?? null}
                  presence={null}
                  fields={
                    <p className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 md:col-span-3">
                      <span className="min-w-0 font-medium break-words">{name}</span>
                      <Button small icon={Plus} onClick={() => meeting.addRow(voice.label, name)}>
                        Add to attendees<span className="sr-only">: {name}</span>
                      </Button>
                    </p>
                  }
                >
                  {voiceOf(voice)}
                </PersonRow>
              )
            })}
          </ul>
        </>
      )}
      {unassigned && (
        <p role="alert" className="px-4 pb-2 text-sm text-bad">
          {meeting.problem}
        </p>
      )}
      <div className="h-3" />
    </>
  )
}

/** A refusal names the address that it is about. */
const isAbout = (problem: string | null, { email }: Attendee): boolean =>
  problem !== null && !!email?.trim() && problem.includes(email.trim())

/** Draws a voice with all that can be done with it. */
function useVoice({
  recordingId,
  transcript,
  speakers,
  naming,
  player,
}: PeopleListProps): (voice: Voice) => ReactNode {
  const { data: remembering } = useRecordingVoices(recordingId)
  const turns = useMemo(() => turnsOf(transcript.segments), [transcript.segments])
  const clips = useVoiceClip(player)

  const actsOf = ({ label, name, state }: Voice): VoiceActs => {
    const print = remembering?.speakers.find((one) => one.label === label)
    const remembered = print?.rememberedId != null
    return {
      onWho: () => naming.setQuestion({ ask: 'who', label }),
      onUnname: state === 'confirmed' && name !== label ? () => void naming.name(label, '') : null,
      onMerge: speakers.size > 1 ? () => naming.setQuestion({ ask: 'merge', label }) : null,
      onRemember:
        print?.obstacle === null && !remembered && name !== null
          ? () => naming.setQuestion({ ask: 'remember', label, name })
          : null,
      obstacle: print?.obstacle && !remembered ? obstacles[print.obstacle] : null,
      remembered,
    }
  }
  return (voice) => {
    const speaker = speakers.get(voice.label)
    const [guess] = voice.guesses
    if (!speaker) return null
    return (
      <div key={voice.label} role="group" aria-label={`Voice of ${speaker.name}`}>
        <VoiceLine
          voice={voice}
          speaker={speaker}
          turns={turns}
          duration={player?.duration ?? 0}
          clips={player && clips}
          acts={actsOf(voice)}
        />
        {guess && (
          <NameSuggestion
            recordingId={recordingId}
            version={transcript.version}
            facts={voice}
            guess={guess}
            player={player}
            onName={(name) => naming.name(voice.label, name)}
            onDismissed={() => void naming.focus(voice.label)}
          />
        )}
      </div>
    )
  }
}
