import { CircleStop, Mic } from 'lucide-react'
import { useState } from 'react'
import { start, stop } from '../../capture/recorder.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { useVisualizerWanted } from '../../hooks/recorder-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Clock } from './Clock.tsx'
import { Level } from './Level.tsx'
import { Safety } from './Safety.tsx'
import { NotSaved } from './NotSaved.tsx'

/** The microphone's side: a title, Start, Stop & Save, and whether it is well. */
export function RecordCard() {
  const recorder = useRecorder()
  const { phase, stream } = recorder
  const [title, setTitle] = useState('')
  const visualizer = useVisualizerWanted()
  const busy = isBusy(recorder)
  const started = busy && phase !== 'starting'

  const begin = async () => {
    // The next meeting has another one; this one's stands in the recording's details.
    if (await start(title)) setTitle('')
  }

  return (
    <section aria-labelledby="record-meeting" className="rounded-md border border-line bg-surface">
      <h2 id="record-meeting" className="border-b border-line px-4 py-2.5 font-semibold">
        Record Meeting
      </h2>
      <div className="px-4 pt-3 pb-4">
        <Field
          label="Meeting title"
          value={busy ? recorder.title : title}
          readOnly={busy}
          required
          maxLength={300}
          autoComplete="off"
          placeholder="Board meeting"
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && !busy) void begin()
          }}
        />
        <Clock recorder={recorder} />
        <Safety recorder={recorder} />
        {visualizer && <Level stream={stream} />}
        {phase === 'unsaved' ? (
          <NotSaved recorder={recorder} />
        ) : (
          <div className="mt-4 grid">
            {started ? (
              <Button
                look="primary"
                icon={CircleStop}
                className="h-11"
                disabled={phase !== 'recording'}
                onClick={() => void stop()}
              >
                Stop & Save
              </Button>
            ) : (
              <Button
                look="primary"
                icon={Mic}
                className="h-11"
                disabled={title.trim() === '' || busy}
                onClick={() => void begin()}
              >
                Start
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
