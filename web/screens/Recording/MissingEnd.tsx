import { CircleCheck, HardDriveUpload, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { OpenEnd as End } from '#contract/capture.ts'
import type { Recording } from '#contract/recordings.ts'
import { useRecorder } from '../../capture/state.ts'
import { addLeft, unfinishedCaptures, type Saved, type Unfinished } from '../../capture/unfinished.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useMe } from '../../hooks/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { seconds, timeOfDay } from '../../ui/format.ts'

/** "Finished by Jane while it was being recorded; ..." */
function sentence({ how, by, at }: End): string {
  const time = timeOfDay(at)
  return how === 'person'
    ? `Finished by ${by ?? 'someone'} at ${time} while it was being recorded. Anything the recording device had not sent may still arrive.`
    : `Finished automatically at ${time}, after the recording device lost contact. Anything it had not sent may still arrive.`
}

/** The end of it may be missing: what is known of that, and what this browser has to add. */
export function MissingEnd({ recording }: { recording: Recording }) {
  const recorder = useRecorder()
  const personId = useMe().data?.id
  const [kept, setKept] = useState<Unfinished | null>(null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const { id, status, capture } = recording
  const openEnd = capture?.openEnd ?? null
  const over = capture !== null && status !== 'recording'
  const here = recorder.recordingId === id

  useEffect(() => {
    if (personId === undefined || !over || here) return
    let shown = true
    unfinishedCaptures(personId)
      .then((captures) => {
        const found = captures.find(({ recordingId, waiting }) => recordingId === id && waiting > 0)
        if (shown) setKept(found ?? null)
      })
      .catch((error: unknown) => console.error('What this browser has saved could not be checked', error))
    return () => {
      shown = false
    }
  }, [personId, id, over, here, openEnd])

  if (!over || here) return null
  if (saved) return <Added saved={saved} />
  if (kept) return <KeptHere kept={kept} onSaved={setSaved} />
  return (
    openEnd && (
      <Banner tone="warn" icon={Hourglass}>
        {sentence(openEnd)}
      </Banner>
    )
  )
}

function KeptHere({ kept, onSaved }: { kept: Unfinished; onSaved: (saved: Saved) => void }) {
  const { busy, error, run } = useAction()
  const [left, setLeft] = useState(kept.waiting)
  const add = () =>
    run(async () => onSaved(await addLeft(kept, ({ waiting }) => setLeft(Math.round(waiting)))))
  return (
    <div className="space-y-2 print:hidden">
      <Banner
        tone="warn"
        icon={HardDriveUpload}
        live
        action={
          <Button small look="primary" disabled={busy} onClick={() => void add()}>
            {busy ? 'Adding…' : 'Add to the recording'}
          </Button>
        }
      >
        <p className="font-semibold">{kept.waiting} s of this meeting are still in this browser</p>
        <p className="tabular-nums">
          {busy
            ? left > 0
              ? `${kept.waiting - left} of ${kept.waiting} s are on the appliance.`
              : 'They are on the appliance. The recording is being assembled.'
            : 'They exist only here. Add to the recording, and they will be placed where they belong and transcribed.'}
        </p>
      </Banner>
      <FailureBanner error={error} />
    </div>
  )
}

function Added({ saved: { id, added, asItsOwn } }: { saved: Saved }) {
  const many = added === 1 ? 'was' : 'were'
  return (
    <Banner
      tone="neutral"
      icon={CircleCheck}
      live
      action={
        asItsOwn && (
          <Link href={`/recordings/${id}`} className={buttonClass('secondary', true)}>
            Open it
          </Link>
        )
      }
    >
      {asItsOwn
        ? `This recording is closed, so ${seconds(added)} ${many} saved as another recording of this meeting.`
        : `${seconds(added)} ${many} added. The recording is being transcribed again.`}
    </Banner>
  )
}
