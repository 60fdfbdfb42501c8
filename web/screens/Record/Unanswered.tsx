import { CloudOff, Download, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { downloadSound } from '../../capture/rescue.ts'
import { sendNow } from '../../capture/saving.ts'
import { soundParts } from '../../capture/session.ts'
import type { Recorder } from '../../capture/state.ts'
import { useConnection } from '../../live.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** A server that is there has taken something by then. */
const patience = 1500

/** Nothing has moved for a while. */
function useStandstill(moves: string): boolean {
  const [still, setStill] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStill(moves), patience)
    return () => clearTimeout(timer)
  }, [moves])
  return still === moves
}

function sentence({ queue, keptHere }: Recorder): string {
  const seconds = Math.ceil(queue.waiting)
  if (seconds === 0) return 'All of it is safe there, and will be finished when the server is back.'
  return keptHere
    ? `${seconds} s are safe in this browser and will be sent when the server is back.`
    : `${seconds} s are in this page only, so keep it open. They will be sent when the server is back.`
}

/** Whether Stop & Save has nobody to save it. */
export function useUnanswered({ phase, queue }: Recorder): boolean {
  const { state } = useConnection()
  const still = useStandstill(`${phase} ${queue.safe} ${queue.waiting}`)
  if (phase !== 'saving') return false
  // Putting a long meeting together takes its time, with the server there.
  const waits = queue.waiting > 0 || state === 'lost'
  return queue.trouble === 'network' || (still && waits && queue.trouble === null)
}

/** Said at once, while it goes on trying; in the place of the recorder's own buttons, which do nothing then. */
export function Unanswered({ recorder }: { recorder: Recorder }) {
  const { title } = recorder
  const tryButton = useRef<HTMLButtonElement>(null)
  // The button that had the focus has gone.
  useEffect(() => {
    if (document.activeElement === document.body) tryButton.current?.focus()
  }, [])
  return (
    <div className="mt-4 space-y-3">
      <Banner tone="warn" icon={CloudOff} live>
        <p className="font-semibold">The server is not responding.</p>
        <p className="tabular-nums">{sentence(recorder)}</p>
      </Banner>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button ref={tryButton} look="primary" icon={RotateCw} className="h-11" onClick={sendNow}>
          Try now
        </Button>
        <Button icon={Download} className="h-11" onClick={() => downloadSound(title, soundParts())}>
          Download the audio
        </Button>
      </div>
    </div>
  )
}
