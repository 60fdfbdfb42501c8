import { Suspense } from 'react'
import type { Transcript } from '#contract/transcripts.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { SameName } from '../speakers/SameName.tsx'
import { SamePerson } from '../speakers/SamePerson.tsx'
import type { Speaker } from '../transcript/speakers.ts'
import type { VoiceNamingState } from './useVoiceNaming.ts'
import { NameVoiceDialog } from './NameVoiceDialog.tsx'

const RememberVoice = lazyPart(async () => (await import('../speakers/RememberVoice.tsx')).RememberVoice)

type VoiceDialogProps = {
  recordingId: number
  transcript: Transcript
  speakers: ReadonlyMap<string, Speaker>
  naming: VoiceNamingState
  /** Names that a voice may have. */
  suggestionsFor: (label: string) => readonly string[]
}

/** The open dialog about a voice, if any. */
export function VoiceDialog({ recordingId, transcript, speakers, naming, suggestionsFor }: VoiceDialogProps) {
  const { question } = naming
  const { version } = transcript
  const speaker = question && speakers.get(question.label)
  if (!question || !speaker) return null
  const { label } = question
  const close = () => naming.setQuestion(null)
  switch (question.ask) {
    case 'who':
      return (
        <NameVoiceDialog
          speaker={speaker}
          suggestions={suggestionsFor(label)}
          onName={(name) => naming.name(label, name)}
          onClose={close}
        />
      )
    case 'merge':
      return (
        <SamePerson
          recordingId={recordingId}
          version={version}
          speaker={speaker}
          others={[...speakers.values()].filter((other) => other !== speaker)}
          onClose={close}
        />
      )
    case 'remember':
      return (
        <Suspense>
          <RememberVoice recordingId={recordingId} label={label} name={question.name} onClose={close} />
        </Suspense>
      )
    case 'same name':
      return (
        <SameName
          recordingId={recordingId}
          version={version}
          label={label}
          other={question.other}
          known={question.known}
          onApart={() => naming.giveName(label, question.name)}
          onClose={() => {
            close()
            void naming.focus(label)
          }}
        />
      )
  }
}
