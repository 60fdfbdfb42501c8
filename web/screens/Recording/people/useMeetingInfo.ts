import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { putMeetingInfo, type Attendee, type Transcript } from '#contract/transcripts.ts'
import { ApiError, call, keys } from '../../../api.ts'
import { useAutosave } from '../../../hooks/autosave.ts'
import { discardDraft, freshDraft, useDrafts, type KeptDraft } from '../../../hooks/drafts.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { filledIn, freshId, infoFrom, infoOf, type MeetingInfo } from './attendees.ts'

/** The list of attendees and the location as they are edited. What the server has is shown until somebody changes it. */
export function useMeetingInfo(recordingId: number, transcript: Transcript) {
  const { mutate } = useSWRConfig()
  const [edited, setEdited] = useState<MeetingInfo | null>(null)
  const [busy, setBusy] = useState(false)
  /** What is wrong with what was entered, in the server's words. */
  const [problem, setProblem] = useState<string | null>(null)
  /** The row that was added last: its name is to be filled in. */
  const [added, setAdded] = useState<string | null>(null)
  const saved = infoOf(transcript)
  const info = edited ?? saved
  const asSaved = JSON.stringify(saved)
  const [name, setName] = useState(() => freshDraft(recordingId, 'meeting'))
  const autosave = useAutosave({ name }, JSON.stringify(info), asSaved)
  const draft = useDrafts(recordingId, 'meeting').find(
    ({ name: other, text }) => other !== name && text !== asSaved && infoFrom(text),
  )
  const setAttendees = (attendees: Attendee[]) => setEdited({ ...info, attendees })

  /** The edit is over; the next has a draft of its own. */
  const end = (how: 'finish' | 'discard') => {
    autosave[how]()
    setName(freshDraft(recordingId, 'meeting'))
    setEdited(null)
  }
  return {
    info,
    isEdited: edited !== null,
    busy,
    problem,
    added,
    autosave,
    draft,
    changeRow: (id: string, part: Partial<Attendee>) =>
      setAttendees(info.attendees.map((row) => (row.speakerId === id ? { ...row, ...part } : row))),
    removeRow: (id: string) => setAttendees(info.attendees.filter(({ speakerId }) => speakerId !== id)),
    /** @param speakerId a voice's label; without it somebody whose voice is not known */
    addRow: (speakerId = freshId(info.attendees), name = '') => {
      setAdded(speakerId)
      setAttendees([...info.attendees, { speakerId, name, role: '', email: '' }])
    },
    setLocation: (location: MeetingInfo['location']) => setEdited({ ...info, location }),
    /** A voice has another name by now: what is being edited must not take it back. */
    voiceNamed: (label: string, name: string) =>
      setEdited(
        (now) =>
          now && {
            ...now,
            attendees: now.attendees.map((row) => (row.speakerId === label ? { ...row, name } : row)),
          },
      ),
    cancel: () => end('discard'),
    resume: (draft: KeptDraft) => {
      // What stands here, if somebody has begun anew, is offered in its turn.
      autosave.leave()
      setName(draft.name)
      setEdited(infoFrom(draft.text))
    },
    discard: discardDraft,

    async save(): Promise<void> {
      setBusy(true)
      setProblem(null)
      const body = { attendees: filledIn(info.attendees), location: info.location }
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
      }
    },
  }
}
