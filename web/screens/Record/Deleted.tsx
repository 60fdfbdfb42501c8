import { Download, FilePlus2, TriangleAlert } from 'lucide-react'
import { downloadSound } from '../../capture/rescue.ts'
import { saveOwnAsNew } from '../../capture/saving.ts'
import { soundParts } from '../../capture/session.ts'
import type { Recorder } from '../../capture/state.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'

/** Stands while the server has the recording no more: what this page has recorded is here alone. */
export function Deleted({ recorder: { phase, title, keptHere } }: { recorder: Recorder }) {
  const { busy, error, run } = useAction()
  const saving = busy || phase === 'saving' || phase === 'stopping'
  return (
    <div className="mt-4 space-y-3 compact:mt-2">
      <Banner tone="bad" icon={TriangleAlert} live>
        <p className="font-semibold">This recording was deleted on another page.</p>
        <p>
          Your recording is kept {keptHere ? 'in this browser' : 'in this page'} alone: keep this page open
          until it is saved.
          {phase === 'recording' && ' Recording continues until you save it.'}
        </p>
      </Banner>
      <FailureBanner error={error} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button
          look="primary"
          icon={FilePlus2}
          className="h-11"
          disabled={saving}
          onClick={() => void run(saveOwnAsNew)}
        >
          {saving ? 'Saving…' : 'Save as new recording'}
        </Button>
        <Button icon={Download} className="h-11" onClick={() => downloadSound(title, soundParts())}>
          Keep a copy
        </Button>
      </div>
    </div>
  )
}
