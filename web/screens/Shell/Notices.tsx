import { Clock, Cog, RotateCw, TriangleAlert } from 'lucide-react'
import type { EngineStatus } from '#contract/system.ts'
import { useLasting } from '../../hooks/page.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { useConnection } from '../../live.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { percent } from '../../ui/format.ts'
import { Reminders } from './Reminders.tsx'
import { Progress } from '../../ui/Progress.tsx'

/** A start that takes longer than this deserves a word. */
const longStart = 5000

/** The strip above every screen: what recordings wait for, and a page older than its server. */
export function Notices() {
  const { data: status } = useSystemStatus()
  const { updated, state } = useConnection()
  return (
    <div className="print:hidden">
      {updated && (
        <Banner
          strip
          tone="neutral"
          icon={RotateCw}
          live
          action={
            <Button small onClick={() => location.reload()}>
              Reload the page
            </Button>
          }
        >
          The appliance has been updated. Reload the page to use the new version.
        </Banner>
      )}
      <Reminders />
      {/* What was true before the server went away says nothing now. */}
      {status && state !== 'lost' && (
        <>
          <EngineNotice engine={status.engine} />
        </>
      )}
    </div>
  )
}

function EngineNotice({ engine }: { engine: EngineStatus }) {
  const slowStart = useLasting(engine.state === 'starting', longStart)
  switch (engine.state) {
    case 'ready':
      return null
    case 'building': {
      const done = engine.percent ?? 0
      return (
        <Banner strip tone="neutral" icon={Cog}>
          <p className="tabular-nums">
            Building the speech engine, {percent(done)}. Recordings will wait until it is ready.
          </p>
          <Progress value={done} label="Building the speech engine" className="mt-1.5 w-72 max-w-full" />
        </Banner>
      )
    }
    case 'missing':
    case 'failed':
      return (
        <Banner strip tone="warn" icon={TriangleAlert} live>
          <p className="font-semibold">
            {engine.state === 'missing' ? 'The speech engine is missing' : 'The speech engine is not running'}
          </p>
          <p>{engine.message} Recordings are saved and will wait for it.</p>
        </Banner>
      )
    case 'starting':
      return slowStart ? (
        <Banner strip tone="neutral" icon={Cog} live>
          Starting the speech engine. Recordings will wait until it is ready.
        </Banner>
      ) : null
    default:
      // It waits for something else, and says for what.
      return (
        <Banner strip tone="neutral" icon={Clock} live>
          {engine.message}
        </Banner>
      )
  }
}
