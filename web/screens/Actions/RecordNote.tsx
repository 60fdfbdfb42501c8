import { Mic, Square } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { clock } from './clock.ts'
import { useSpokenNote } from './spoken-note.ts'

/** Speech for the notes: recorded here, transcribed by the appliance's live engine, added to what is written. */
export function RecordNote({
  onText,
  onBusy,
}: {
  onText: (text: string) => void
  onBusy: (busy: boolean) => void
}) {
  const { state, seconds, problem, start, stop } = useSpokenNote(onText, onBusy)
  return (
    <div>
      <div className="flex items-center gap-3">
        {state === 'recording' ? (
          <Button small icon={Square} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button small icon={Mic} disabled={state !== 'idle'} onClick={() => void start()}>
            Record Note
          </Button>
        )}
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {state === 'recording' && `Recording, ${clock(seconds)}`}
          {state === 'transcribing' && 'Transcribing the note…'}
        </p>
      </div>
      {problem && (
        <p role="alert" className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
