import { Plus, UsersRound } from 'lucide-react'
import { Suspense, useMemo, useRef, useState, type RefObject } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { useReturnFocus } from '../../../hooks/focus.ts'
import { useMinutes, useSummaryEngine } from '../../../hooks/minutes.ts'
import type { Player } from '../../../hooks/player.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { DraftNote } from '../DraftNote.tsx'
import { DraftStatus } from '../DraftStatus.tsx'
import { NameSearch, useNameSearch } from '../speakers/NameSearch.tsx'
import { useSpeakerChange, useSpeakers } from '../speakers/useSpeakers.ts'
import { speakersOf } from '../transcript/speakers.ts'
import { MeetingPlace } from './MeetingPlace.tsx'
import { peopleOf, silentNames } from './attendees-and-voices.ts'
import { PeopleList } from './PeopleList.tsx'
import { PeopleMenu } from './PeopleMenu.tsx'
import { useMeetingInfo } from './useMeetingInfo.ts'
import { useVoiceNaming } from './useVoiceNaming.ts'
import { VoiceDialog } from './VoiceDialog.tsx'

const IdentifySpeakers = lazyPart(
  async () => (await import('../speakers/IdentifySpeakers.tsx')).IdentifySpeakers,
)

type PeopleCardProps = {
  recording: Recording
  transcript: Transcript
  /** Null without sound. */
  player: Player | null
}

/** Who was there, which voice is whose, and where the meeting was. */
export function PeopleCard({ recording, transcript, player }: PeopleCardProps) {
  const recordingId = recording.id
  const known = useSpeakers(recordingId)
  const minutes = useMinutes(recordingId).data?.minutes?.content ?? null
  const meeting = useMeetingInfo(recordingId, transcript)
  const form = useRef<HTMLFormElement>(null)
  const naming = useVoiceNaming({
    recordingId,
    transcript,
    onNamed: meeting.voiceNamed,
    find: (label) => form.current?.querySelector<HTMLElement>(`[data-voice="${CSS.escape(label)}"]`),
  })
  const [asking, setAsking] = useState(false)
  const speakers = useMemo(() => speakersOf(transcript), [transcript])
  const toForm = useFormFocus(form)
  // Its room is kept, as far as it is known.
  if (!known.data && !known.error && speakers.size > 0) return <div className="h-80" />
  const voices = known.data?.speakers ?? []
  const people = peopleOf(meeting.info.attendees, voices)
  const suggestionsFor = (label: string) => {
    const guesses = voices.find((voice) => voice.label === label)?.guesses ?? []
    return [...new Set([...guesses.map(({ name }) => name), ...silentNames(people)])]
  }
  const { draft } = meeting
  return (
    <section
      aria-labelledby="people"
      className="min-w-0 rounded-md border border-line bg-surface print:hidden"
    >
      <Head
        recording={recording}
        transcript={transcript}
        known={known.data}
        onIdentify={() => setAsking(true)}
      />
      {draft && (
        <DraftNote
          draft={draft}
          onContinue={() => {
            meeting.resume(draft)
            toForm('input')
          }}
          onDiscard={() => {
            meeting.discard(draft)
            toForm('input')
          }}
          className="mx-4 mt-3"
        />
      )}
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          // The button that was pressed is greyed meanwhile.
          void meeting.save().finally(() => toForm('Save'))
        }}
      >
        <fieldset disabled={meeting.busy} aria-label="Attendees">
          <PeopleList
            recordingId={recordingId}
            transcript={transcript}
            speakers={speakers}
            people={people}
            minutes={minutes}
            meeting={meeting}
            naming={naming}
            player={player}
            onRemoved={() => toForm('Add Attendee')}
          />
          <Button small icon={Plus} className="mx-4 mb-4" onClick={() => meeting.addRow()}>
            Add Attendee
          </Button>
        </fieldset>
        <div className="space-y-4 border-t border-line p-4">
          <MeetingPlace
            location={meeting.info.location}
            disabled={meeting.busy}
            onChange={meeting.setLocation}
          />
          <SaveLine meeting={meeting} onCancelled={() => toForm('Save')} />
        </div>
      </form>
      {/* Outside the form, which would take their Save for its own. */}
      <VoiceDialog
        recordingId={recordingId}
        transcript={transcript}
        speakers={speakers}
        naming={naming}
        suggestionsFor={suggestionsFor}
      />
      <Suspense>
        {asking && (
          <IdentifySpeakers
            recordingId={recordingId}
            again={voices.length > 0}
            listed={transcript.diarisation.listed}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

type SaveLineProps = { meeting: ReturnType<typeof useMeetingInfo>; onCancelled: () => void }

function SaveLine({ meeting, onCancelled }: SaveLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" look="primary" disabled={meeting.busy}>
        Save
      </Button>
      {meeting.isEdited && (
        <Button
          disabled={meeting.busy}
          onClick={() => {
            meeting.cancel()
            onCancelled()
          }}
        >
          Cancel
        </Button>
      )}
      <DraftStatus draft={meeting.autosave} />
    </div>
  )
}

/** Gives the focus back within the form: to its first field, or to the button with these words. */
function useFormFocus(form: RefObject<HTMLFormElement | null>): (to: string) => void {
  const returnFocus = useReturnFocus()
  return (to) =>
    returnFocus(() =>
      to === 'input'
        ? form.current?.querySelector('input')
        : [...(form.current?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === to),
    )
}

type HeadProps = {
  recording: Recording
  transcript: Transcript
  known: ReturnType<typeof useSpeakers>['data']
  onIdentify: () => void
}

/** How many names are to be confirmed, and what can be done with all voices at once. */
function Head({ recording, transcript, known, onIdentify }: HeadProps) {
  const { undo } = useSpeakerChange(recording.id, transcript.version)
  const { data: writer } = useSummaryEngine()
  const nameSearch = useNameSearch(recording.id)
  const voices = known?.speakers ?? []
  const some = voices.length > 0
  const { available, state } = transcript.diarisation
  const atWork = state === 'waiting' || state === 'running'
  const canIdentify = available && recording.status === 'done' && !atWork && transcript.content.trim() !== ''
  const waiting = voices.filter((voice) => voice.state === 'guessed').length
  const unsure = voices.some((voice) => voice.state === 'guessed' || voice.state === 'unknown')
  const analysis = unsure ? (known?.analysis ?? null) : null
  // What waits, works, failed or was cancelled has its button above the list.
  const canSearch = unsure && analysis === null && !atWork && writer?.engine === 'model'
  const undoable = known && known.undo !== null ? known : null
  return (
    <>
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
        <h2 id="people" className="font-semibold">
          People and location
        </h2>
        <p className="ml-auto text-sm text-ink-3 empty:hidden">
          {waiting > 0 && (waiting === 1 ? 'One name to confirm' : `${waiting} names to confirm`)}
        </p>
        {some && (
          <PeopleMenu
            onUndo={undoable && (() => void undo(undoable.version))}
            onSearchNames={canSearch ? () => void nameSearch.start() : null}
            onIdentifyAgain={canIdentify ? onIdentify : null}
          />
        )}
      </header>
      {analysis && <NameSearch recordingId={recording.id} job={analysis} />}
      {/* What failed or was cancelled has its button over the transcript. */}
      {known && !some && canIdentify && state !== 'failed' && state !== 'cancelled' && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <p className="text-ink-2">Speakers have not been identified for this recording.</p>
          <Button icon={UsersRound} onClick={onIdentify}>
            Identify speakers
          </Button>
        </div>
      )}
    </>
  )
}
