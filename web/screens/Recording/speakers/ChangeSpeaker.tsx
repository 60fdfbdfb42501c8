import { useMemo, useState } from 'react'
import { assignSegments } from '#contract/speakers.ts'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { counterpart } from '../transcript/change.ts'
import { speakersOf } from '../transcript/speakers.ts'
import { Choice, speakerOption } from './Choice.tsx'
import { useSpeakerChange } from './useSpeakers.ts'

/** No label can be this. */
const somebodyNew = ''

type ChangeSpeakerProps = {
  recordingId: number
  transcript: Transcript
  segment: Segment
  onClose: () => void
}

/** Gives a passage, or it and what follows, to another speaker. */
export function ChangeSpeaker({ recordingId, transcript, segment, onClose }: ChangeSpeakerProps) {
  const { change } = useSpeakerChange(recordingId, transcript.version)
  const action = useAction()
  const [chosen, setChosen] = useState(false)
  const speakers = useMemo(() => speakersOf(transcript), [transcript])
  const { segments } = transcript
  // Another version may have come while the question stood there.
  const now = counterpart(segments, segment)
  const own = now?.speaker ? speakers.get(now.speaker) : undefined
  const later = now
    ? segments.slice(segments.indexOf(now)).filter(({ speaker }) => speaker === now.speaker)
    : []
  const others = [...speakers.values()].filter((one) => one !== own)

  const send = (form: FormData) =>
    void action.run(async () => {
      if (!now) return onClose()
      const to = textOf(form, 'speaker') || null
      const rest = textOf(form, 'how-much') === 'rest'
      const segmentIds = (rest ? later : [now]).map(({ id }) => id)
      const name = to === null ? 'a new speaker' : (speakers.get(to)?.name ?? to)
      const what = segmentIds.length === 1 ? 'The passage is' : `${segmentIds.length} passages are`
      if (await change(assignSegments, { segmentIds, to }, `${what} said by ${name}`)) onClose()
    })

  return (
    <FormDialog
      title="Who says this?"
      submit="Change"
      action={action}
      blocked={!chosen}
      onClose={onClose}
      onSubmit={send}
    >
      <blockquote className="line-clamp-3 border-l-2 border-line-strong pl-3 text-ink-2">
        {segment.text}
      </blockquote>
      <Choice
        legend={own ? `Not ${own.name}, but` : 'It is'}
        name="speaker"
        onChoose={() => setChosen(true)}
        options={[...others.map(speakerOption), { value: somebodyNew, label: 'Someone new' }]}
      />
      {own && later.length > 1 && (
        <Choice
          legend="How much"
          name="how-much"
          options={[
            { value: 'this', label: 'This passage only' },
            { value: 'rest', label: `Everything ${own.name} says from here on (${later.length} passages)` },
          ]}
        />
      )}
    </FormDialog>
  )
}
