import { Download, FilePlus2, History, Mic, MonitorUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api.ts'
import { resume } from '../../capture/recorder.ts'
import { downloadSound, leftParts, leftSound, saveAsNew } from '../../capture/rescue.ts'
import { canShareSound, type Source } from '../../capture/sources.ts'
import { elapsed, recorder, useRecorder } from '../../capture/state.ts'
import {
  discardUnfinished,
  forgetUnfinished,
  saveUnfinished,
  unfinishedCaptures,
  type Unfinished,
} from '../../capture/unfinished.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useMe } from '../../hooks/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { dateAndTime, position } from '../../ui/format.ts'
import { Discard } from './Discard.tsx'
import { sourceWords } from './source-words.ts'

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
      .catch((error: unknown) => console.error('Unfinished recordings could not be checked', error))
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

function whereItIs({ gone, waiting }: Unfinished, elsewhere: number): string {
  const here = `${waiting} s ${gone ? 'are ' : ''}in this browser only`
  if (!gone) return `${elsewhere} s safe on the appliance${waiting > 0 ? `, ${here}` : ''}.`
  if (waiting === 0) return 'None of it is left in this browser.'
  return `${here}${elsewhere > 0 ? `; ${elsewhere} s from the start are missing` : ''}.`
}

function Offer({ capture, onDone }: { capture: Unfinished; onDone: () => void }) {
  const { busy, error, run } = useAction()
  const finish = async (work: (capture: Unfinished) => Promise<unknown>) => {
    if (await run(() => work(capture))) onDone()
  }
  const goOn = async (from?: Source) => {
    const { recordingId: id, title, startedAt: createdAt } = capture
    if (await resume({ id, title, createdAt, capture: null }, from)) onDone()
  }
  // The tab may be closed, and phones share none.
  const shared = canShareSound() && capture.source !== undefined && capture.source !== 'microphone'
  const [asking, setAsking] = useState(false)
  const asNew = async () => {
    await saveAsNew(capture, await leftParts(capture.recordingId))
    await forgetUnfinished(capture)
  }
  const { gone } = capture
  const safe = Math.max(0, Math.round(capture.seconds) - capture.waiting)
  // The server said no, and would say so again: what is here alone has to go another way.
  const refused = capture.waiting > 0 && error instanceof ApiError
  return (
    <div className="space-y-2">
      <Banner
        tone="warn"
        icon={History}
        live
        action={
          <div className="flex flex-wrap gap-2">
            {gone ? (
              capture.waiting > 0 && (
                <Button
                  small
                  look="primary"
                  icon={FilePlus2}
                  disabled={busy}
                  onClick={() => void finish(saveUnfinished)}
                >
                  {busy ? 'Saving…' : 'Save as new recording'}
                </Button>
              )
            ) : (
              <>
                <Button
                  small
                  look="primary"
                  icon={shared ? MonitorUp : Mic}
                  disabled={busy}
                  onClick={() => void goOn()}
                >
                  Resume recording
                </Button>
                {shared && (
                  <Button small icon={Mic} disabled={busy} onClick={() => void goOn('microphone')}>
                    Resume with the microphone
                  </Button>
                )}
                <Button small disabled={busy} onClick={() => void finish(saveUnfinished)}>
                  {busy ? 'Saving…' : 'Save what was recorded'}
                </Button>
              </>
            )}
            {refused && !gone && (
              <>
                <Button small icon={FilePlus2} disabled={busy} onClick={() => void finish(asNew)}>
                  Save as new recording
                </Button>
                <Button
                  small
                  icon={Download}
                  onClick={() =>
                    void run(async () => downloadSound(capture.title, await leftSound(capture.recordingId)))
                  }
                >
                  Download
                </Button>
              </>
            )}
            <Button small disabled={busy} onClick={() => setAsking(true)}>
              Discard local copy
            </Button>
          </div>
        }
      >
        <p className="font-semibold break-words">
          {gone
            ? `A recording was deleted on another page before it was finished: ${capture.title}`
            : `A recording was not finished: ${capture.title}`}
        </p>
        <p className="tabular-nums">
          {dateAndTime(capture.startedAt)}, {position(capture.seconds)}
          {shared && `, from ${sourceWords[capture.source ?? 'microphone']}`}. {whereItIs(capture, safe)}
        </p>
      </Banner>
      <Discard
        capture={capture}
        open={asking}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          void finish(discardUnfinished)
        }}
      />
      <FailureBanner error={error} />
    </div>
  )
}
