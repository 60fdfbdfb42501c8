import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { nameSpeaker } from '#contract/speakers.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { keys } from '../../../api.ts'
import { afterDialog } from '../../../hooks/focus.ts'
import { useSpeakerChange } from '../speakers/useSpeakers.ts'
import { namesake } from './attendees-and-voices.ts'

/** The dialog about a voice that is open. */
export type Question =
  | { ask: 'who'; label: string }
  | { ask: 'merge'; label: string }
  | { ask: 'remember'; label: string; name: string }
  | { ask: 'same name'; label: string; name: string; other: string; known: string }

type VoiceNaming = {
  recordingId: number
  transcript: Transcript
  /** A voice has been named; '' for its name taken away. */
  onNamed: (label: string, name: string) => void
  /** Finds what belongs to a voice, to give it the focus. */
  find: (label: string) => HTMLElement | null | undefined
}

/** Names voices, and keeps which dialog is open. */
export function useVoiceNaming({ recordingId, transcript, onNamed, find }: VoiceNaming) {
  const { change } = useSpeakerChange(recordingId, transcript.version)
  const [question, setQuestion] = useState<Question | null>(null)
  const { mutate } = useSWRConfig()
  const focus = async (label: string) => {
    // A voice that has a name now stands elsewhere on the list.
    await mutate(keys.speakers(recordingId))
    afterDialog(() => find(label))
  }

  const giveName = async (label: string, name: string): Promise<boolean> => {
    const done = name === '' ? `${label} now has no name` : `${label} is ${name}`
    const named = await change(nameSpeaker, { label, name: name || null }, done)
    if (named) onNamed(label, name || label)
    return named
  }
  return {
    question,
    setQuestion,
    giveName,
    focus,
    /** Asks first where somebody else has the name already. */
    async name(label: string, text: string): Promise<void> {
      const name = text.trim()
      const double = namesake(transcript.speakers, label, name)
      if (double) return setQuestion({ ask: 'same name', label, name, ...double })
      if (!(await giveName(label, name))) return
      setQuestion(null)
      await focus(label)
    },
  }
}
export type VoiceNamingState = ReturnType<typeof useVoiceNaming>
