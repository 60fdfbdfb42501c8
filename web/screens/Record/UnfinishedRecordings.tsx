import { CircleAlert, History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { elapsed, recorder, useRecorder } from '../../capture/state.ts'
import {
  discardUnfinished,
  saveUnfinished,
  unfinishedCaptures,
  type Unfinished,
} from '../../capture/unfinished.ts'
import { useAction } from '../../hooks/action.ts'
import { useMe } from '../../hooks/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { dateAndTime, position } from '../../ui/format.ts'

/** Offers what this browser recorded and never finished. */
export function UnfinishedRecordings() {
  const { phase } = useRecorder()
  const [found, setFound] = useState<Unfinished[]>([])

  const personId = useMe().data?.id

  useEffect(() => {
    if (personId === undefined) return
    let shown = true
    unfinishedCaptures(personId)
      .then((captures) => shown && setFound(captures))
      .catch((error: unknown) => console.error('Unfinished recordings could not be looked up', error))
    return () => {
      shown = false
    }
  }, [personId])

  const forget = (id: number) => setFound((now) => now.filter(({ recordingId }) => recordingId !== id))
  if (found.length === 0 || (phase !== 'ready' && elapsed(recorder()) > 0)) return null
  return (
    <div className="space-y-3">
      {found.map((capture) => (
        <Offer key={capture.recordingId} capture={capture} onDone={() => forget(capture.recordingId)} />
      ))}
    </div>
  )
}

function Offer({ capture, onDone }: { capture: Unfinished; onDone: () => void }) {
  const { busy, error, run } = useAction()
  const finish = async (work: (capture: Unfinished) => Promise<void>) => {
    if (await run(() => work(capture))) onDone()
  }
  const safe = Math.max(0, Math.round(capture.seconds) - capture.waiting)
  return (
    <div className="space-y-2">
      <Banner
        tone="warn"
        icon={History}
        live
        action={
          <div className="flex flex-wrap gap-2">
            <Button small look="primary" disabled={busy} onClick={() => void finish(saveUnfinished)}>
              {busy ? 'Saving…' : 'Save what is there'}
            </Button>
            <Button small disabled={busy} onClick={() => void finish(discardUnfinished)}>
              Discard local copy
            </Button>
          </div>
        }
      >
        <p className="font-semibold break-words">A recording was not finished: {capture.title}</p>
        <p className="tabular-nums">
          {dateAndTime(capture.startedAt)}, {position(capture.seconds)}. {safe} s safe on the appliance
          {capture.waiting > 0 && `, ${capture.waiting} s in this browser alone`}.
        </p>
      </Banner>
      {error && (
        <Banner tone="bad" icon={CircleAlert} live>
          {error.message}
        </Banner>
      )}
    </div>
  )
}
