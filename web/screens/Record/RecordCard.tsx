import { ChevronDown, ChevronUp, Info, Mic, MonitorUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { start } from '../../capture/recorder.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { useVisualizerWanted } from '../../hooks/recorder-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { Clock } from './Clock.tsx'
import { Controls } from './Controls.tsx'
import { Deleted } from './Deleted.tsx'
import { Levels } from './Level.tsx'
import { NoSoundHelp } from './NoSoundHelp.tsx'
import { NotSaved } from './NotSaved.tsx'
import { PeopleTold, useTold } from './PeopleTold.tsx'
import { Safety } from './Safety.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { SourceTroubles } from './SourceTroubles.tsx'
import { Unanswered, useUnanswered } from './Unanswered.tsx'

/** The microphone's side: a title, Start, Stop & Save, and whether it is well. */
export function RecordCard() {
  const recorder = useRecorder()
  const { phase, inputs, source, noSound, paused } = recorder
  const unanswered = useUnanswered(recorder)
  const [title, setTitle] = useState(() => new URLSearchParams(location.search).get('title') ?? '')
  const [unfolded, setUnfolded] = useState(false)
  const { reset, ...told } = useTold()
  const visualizer = useVisualizerWanted()
  const ids = { setup: useId(), reminder: useId() }
  const pauseButton = useRef<HTMLButtonElement>(null)
  const busy = isBusy(recorder)
  const refused = noSound !== null && !busy
  const started = busy && phase !== 'starting'
  const deleted = started && recorder.queue.trouble === 'deleted'

  const begin = async () => {
    setUnfolded(false)
    // The next meeting has another one; this one's stands in the recording's details.
    if (!(await start({ title, source, peopleTold: told.told }))) return
    setTitle('')
    reset()
  }

  // Start goes when it has been pressed: the focus goes on to what has taken its place.
  useEffect(() => {
    if (started && document.activeElement === document.body) pauseButton.current?.focus()
  }, [started])

  return (
    <section aria-labelledby="record-meeting" className="rounded-md border border-line bg-surface">
      <h2 id="record-meeting" className="border-b border-line px-4 py-2.5 font-semibold compact:sr-only">
        Record Meeting
      </h2>
      <div className="px-4 pt-3 pb-4 compact:pt-1.5 compact:pb-3">
        {started && (
          <Fold title={recorder.title} open={unfolded} onChange={setUnfolded} controls={ids.setup} />
        )}
        <div id={ids.setup} className={cx(!unfolded && 'compact:hidden')}>
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
          <PeopleTold {...told} />
        </div>
        <div className="mt-4 compact:mt-1.5 compact:grid compact:grid-cols-[minmax(0,1fr)_auto] compact:items-center compact:gap-x-3">
          <Clock recorder={recorder} />
          <Safety recorder={recorder} />
        </div>
        {visualizer && !refused && <Levels source={source} inputs={inputs} paused={paused} />}
        {unanswered && !deleted && <Unanswered recorder={recorder} />}
        {deleted ? (
          <Deleted recorder={recorder} />
        ) : phase === 'unsaved' ? (
          <NotSaved recorder={recorder} />
        ) : unanswered ? null : started ? (
          <div className="mt-4 grid grid-cols-2 gap-2 compact:mt-2">
            <Controls recorder={recorder} first={pauseButton} />
          </div>
        ) : (
          <>
            {refused && <NoSoundHelp noSound={noSound} onAgain={() => void begin()} />}
            <div className="mt-4 grid">
              <Button
                look="primary"
                icon={source === 'screen' ? MonitorUp : Mic}
                className="h-11"
                disabled={title.trim() === '' || busy}
                aria-describedby={told.told ? undefined : ids.reminder}
                onClick={() => void begin()}
              >
                Start
              </Button>
              {title.trim() === '' && (
                <p className="mt-2 text-sm text-ink-2">Enter a meeting title to start.</p>
              )}
            </div>
          </>
        )}
        {/* Until it has been said, in the folded card of a phone too. */}
        {!told.told && (
          <p id={ids.reminder} className="mt-2 flex gap-1.5 text-sm text-ink-2">
            <Info size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
            Nobody has confirmed yet that everyone present was told.
            {!started && ' You can also confirm it while recording.'}
          </p>
        )}
        {/* Below the buttons: they stay where the finger is. */}
        <SourceTroubles recorder={recorder} />
      </div>
    </section>
  )
}

type FoldProps = { title: string; open: boolean; onChange: (open: boolean) => void; controls: string }

/** On a narrow screen what was chosen before the start makes room for the words. */
function Fold({ title, open, onChange, controls }: FoldProps) {
  const Sign = open ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onChange(!open)}
      className="hidden h-11 w-full items-center justify-between gap-3 rounded-md text-left compact:flex"
    >
      <span className="truncate font-semibold">{title}</span>
      <span className="flex shrink-0 items-center gap-1 text-sm text-ink-2">
        Source and notice
        <Sign size={16} strokeWidth={1.75} aria-hidden />
      </span>
    </button>
  )
}
