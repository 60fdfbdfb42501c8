import { CirclePause, CirclePlay, CircleStop, Mic, MonitorUp, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { goOn, listenTo, pause } from '../../capture/listening.ts'
import { start } from '../../capture/recorder.ts'
import { stop } from '../../capture/saving.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { useVisualizerWanted } from '../../hooks/recorder-settings.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Clock } from './Clock.tsx'
import { Levels } from './Level.tsx'
import { NotSaved } from './NotSaved.tsx'
import { PeopleTold } from './PeopleTold.tsx'
import { Safety } from './Safety.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { Unanswered } from './Unanswered.tsx'

/** The microphone's side: a title, Start, Stop & Save, and whether it is well. */
export function RecordCard() {
  const recorder = useRecorder()
  const { phase, stream, inputs, paused, silent, source } = recorder
  const [title, setTitle] = useState('')
  const [told, setTold] = useState(false)
  const visualizer = useVisualizerWanted()
  const busy = isBusy(recorder)
  const started = busy && phase !== 'starting'

  const begin = async () => {
    // The next meeting has another one; this one's stands in the recording's details.
    if (!(await start({ title, source, peopleTold: told }))) return
    setTitle('')
    setTold(false)
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
        <SourceChoice />
        {!busy && <PeopleTold told={told} onChange={setTold} />}
        <Clock recorder={recorder} />
        <Safety recorder={recorder} />
        {silent && (
          <Banner tone="warn" icon={VolumeX} live className="mt-2">
            Nothing has been heard for 10 seconds. Is the microphone switched on, and the right one?
          </Banner>
        )}
        {visualizer && <Levels inputs={inputs} />}
        {phase === 'saving' && <Unanswered recorder={recorder} />}
        {phase === 'unsaved' ? (
          <NotSaved recorder={recorder} />
        ) : started ? (
          <div className="mt-4 grid grid-cols-2 gap-2">
            {stream === null && source === 'screen' && phase === 'recording' ? (
              <Button icon={MonitorUp} className="h-11" onClick={() => void listenTo('screen')}>
                Share again
              </Button>
            ) : (
              <Button
                icon={paused ? CirclePlay : CirclePause}
                className="h-11"
                disabled={phase !== 'recording' || stream === null}
                onClick={paused ? goOn : pause}
              >
                {paused ? 'Go on' : 'Pause'}
              </Button>
            )}
            <Button
              look="primary"
              icon={CircleStop}
              className="h-11"
              disabled={phase !== 'recording'}
              onClick={() => void stop()}
            >
              Stop & Save
            </Button>
          </div>
        ) : (
          <div className="mt-4 grid">
            <Button
              look="primary"
              icon={Mic}
              className="h-11"
              disabled={title.trim() === '' || busy}
              onClick={() => void begin()}
            >
              Start
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
