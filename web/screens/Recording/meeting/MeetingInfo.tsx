import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { putMeetingInfo, type Attendee, type Transcript } from '#contract/transcripts.ts'
import { ApiError, call, keys } from '../../../api.ts'
import { useAutosave } from '../../../hooks/autosave.ts'
import { discardDraft, freshDraft, useDrafts, type KeptDraft } from '../../../hooks/drafts.ts'
import { useReturnFocus } from '../../../hooks/focus.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { inputClass } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { DraftNote } from '../DraftNote.tsx'
import { Kept } from '../Kept.tsx'
import { filledIn, freshId, infoFrom, infoOf, type MeetingInfo as Info } from './attendees.ts'
import { MeetingPlace } from './MeetingPlace.tsx'
import { useSpokenBy } from './spoken.ts'

/** Who was there, and where. What the server has is shown until somebody changes it. */
export function MeetingInfo({ recordingId, transcript }: { recordingId: number; transcript: Transcript }) {
  const { mutate } = useSWRConfig()
  const [edited, setEdited] = useState<Info | null>(null)
  const [busy, setBusy] = useState(false)
  /** What is wrong with what was entered, in the server's words. */
  const [problem, setProblem] = useState<string | null>(null)
  /** The row that was added last: its name is to be filled in. */
  const [added, setAdded] = useState<string | null>(null)
  const saved = infoOf(transcript)
  const info = edited ?? saved
  const form = useRef<HTMLFormElement>(null)
  const returnFocus = useReturnFocus()
  const toButton = (text: string) =>
    returnFocus(() =>
      [...(form.current?.querySelectorAll('button') ?? [])].find((button) => button.textContent === text),
    )

  const asSaved = JSON.stringify(saved)
  const [name, setName] = useState(() => freshDraft(recordingId, 'meeting'))
  const autosave = useAutosave({ name }, JSON.stringify(info), asSaved)
  const draft = useDrafts(recordingId, 'meeting').find(
    ({ name: other, text }) => other !== name && text !== asSaved && infoFrom(text),
  )
  const resume = (draft: KeptDraft) => {
    // What stands here, if somebody has begun anew, is offered in its turn.
    autosave.leave()
    setName(draft.name)
    setEdited(infoFrom(draft.text))
    returnFocus(() => form.current?.querySelector('input'))
  }
  /** The edit is over; the next has a draft of its own. */
  const end = (how: 'finish' | 'discard') => {
    autosave[how]()
    setName(freshDraft(recordingId, 'meeting'))
    setEdited(null)
    toButton('Save')
  }
  const spoken = useSpokenBy(recordingId)
  const { attendees, location } = info

  const setAttendees = (next: Attendee[]) => setEdited({ ...info, attendees: next })
  const change = (id: string, part: Partial<Attendee>) =>
    setAttendees(attendees.map((row) => (row.speakerId === id ? { ...row, ...part } : row)))

  const save = async () => {
    setBusy(true)
    setProblem(null)
    const body = { attendees: filledIn(attendees), location }
    try {
      await call(putMeetingInfo, { params: { id: recordingId }, body })
      const key = keys.transcript(recordingId)
      await mutate(key, (now: Transcript | undefined) => now && { ...now, ...body }, { revalidate: false })
      // Whoever is on the list may be a speaker.
      await Promise.all([mutate(key), mutate(keys.speakers(recordingId))])
      end('finish')
      toast({
        title: 'Meeting information saved',
        description: 'Attendee and location data has been updated successfully.',
      })
    } catch (error) {
      setProblem(error instanceof ApiError && error.code === 'invalid_input' ? error.message : null)
      toast({
        title: 'Failed to save',
        description: 'Could not update meeting information. Please try again.',
        destructive: true,
      })
    } finally {
      setBusy(false)
      // The button that was pressed was greyed meanwhile.
      toButton('Save')
    }
  }

  return (
    <section
      aria-labelledby="meeting-info"
      className="min-w-0 rounded-md border border-line bg-surface print:hidden"
    >
      <h2 id="meeting-info" className="flex min-h-12 items-center border-b border-line px-4 font-semibold">
        Attendees and location
      </h2>
      {draft && (
        <DraftNote
          draft={draft}
          onContinue={() => resume(draft)}
          onDiscard={() => {
            discardDraft(draft)
            returnFocus(() => form.current?.querySelector('input'))
          }}
          className="mx-4 mt-3"
        />
      )}
      <form
        ref={form}
        className="space-y-5 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset disabled={busy}>
          <legend className="mb-2 font-medium">Attendees</legend>
          {attendees.length === 0 && <p className="mb-2 text-ink-2">No attendees yet.</p>}
          <ul className="space-y-2 max-md:space-y-4">
            {attendees.map((row, index) => (
              <Row
                key={row.speakerId}
                row={row}
                spoken={spoken(row)}
                number={index + 1}
                problem={isAbout(problem, row) ? problem : null}
                focus={row.speakerId === added}
                onChange={(part) => change(row.speakerId, part)}
                onRemove={() => {
                  setAttendees(attendees.filter((other) => other !== row))
                  toButton('Add Attendee')
                }}
              />
            ))}
          </ul>
          {problem && !attendees.some((row) => isAbout(problem, row)) && (
            <p role="alert" className="mt-2 text-sm text-bad">
              {problem}
            </p>
          )}
          <Button
            small
            icon={Plus}
            className="mt-3"
            onClick={() => {
              const id = freshId(attendees)
              setAdded(id)
              setAttendees([...attendees, { speakerId: id, name: '', role: '', email: '' }])
            }}
          >
            Add Attendee
          </Button>
        </fieldset>
        <MeetingPlace
          location={location}
          disabled={busy}
          onChange={(next) => setEdited({ ...info, location: next })}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" disabled={busy}>
            Save
          </Button>
          {edited && (
            <Button disabled={busy} onClick={() => end('discard')}>
              Cancel
            </Button>
          )}
          <Kept draft={autosave} />
        </div>
      </form>
    </section>
  )
}

/** A refusal names the address that it is about. */
const isAbout = (problem: string | null, { email }: Attendee): boolean =>
  problem !== null && !!email?.trim() && problem.includes(email.trim())

type RowProps = {
  row: Attendee
  /** How long they speak; null: nobody knows, or not at all. */
  spoken: string | null
  number: number
  /** What is wrong with it; null: nothing. */
  problem: string | null
  focus: boolean
  onChange: (part: Partial<Attendee>) => void
  onRemove: () => void
}

function Row({ row, spoken, number, problem, focus, onChange, onRemove }: RowProps) {
  const who = `attendee ${number}`
  return (
    <li className="grid grid-cols-[1fr_auto] gap-2 md:grid-cols-[1fr_1fr_1.3fr_auto]">
      <input
        aria-label={`Name of ${who}`}
        placeholder="Name"
        dir="auto"
        value={row.name}
        maxLength={200}
        autoFocus={focus}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
        className={inputClass}
      />
      <input
        aria-label={`Role of ${who} (optional)`}
        placeholder="Role (optional)"
        dir="auto"
        value={row.role ?? ''}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ role: event.target.value })}
        className={`${inputClass} max-md:col-start-1`}
      />
      <input
        type="email"
        aria-label={`Email of ${who}`}
        placeholder="Email"
        value={row.email ?? ''}
        maxLength={254}
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${row.speakerId}-problem` : undefined}
        onChange={(event) => onChange({ email: event.target.value })}
        className={`${inputClass} max-md:col-start-1`}
      />
      <IconButton
        icon={X}
        label={`Remove ${row.name.trim() || who}`}
        onClick={onRemove}
        className="mt-0.5 max-md:col-start-2 max-md:row-start-1"
      />
      {problem && (
        <p id={`${row.speakerId}-problem`} role="alert" className="col-span-full -mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
      {spoken && <p className="-mt-1 text-sm text-ink-3 tabular-nums max-md:col-start-1">{spoken}</p>}
    </li>
  )
}
