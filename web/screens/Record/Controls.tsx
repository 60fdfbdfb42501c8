import { CirclePause, CirclePlay, CircleStop } from 'lucide-react'
import type { Ref } from 'react'
import { goOn, pause } from '../../capture/sound-capture.ts'
import { stop } from '../../capture/saving.ts'
import type { Recorder } from '../../capture/state.ts'
import { Button } from '../../ui/Button.tsx'

type ControlsProps = { recorder: Recorder; small?: boolean; first?: Ref<HTMLButtonElement> }

/** Pause and Stop & Save, in the same words wherever they stand. */
export function Controls({ recorder: { phase, stream, paused }, small = false, first }: ControlsProps) {
  const height = small ? undefined : 'h-11'
  return (
    <>
      <Button
        {...(first && { ref: first })}
        small={small}
        icon={paused ? CirclePlay : CirclePause}
        className={height}
        disabled={phase !== 'recording' || stream === null}
        onClick={paused ? goOn : pause}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        look="primary"
        small={small}
        icon={CircleStop}
        className={height}
        disabled={phase !== 'recording'}
        onClick={() => void stop()}
      >
        Stop & Save
      </Button>
    </>
  )
}
