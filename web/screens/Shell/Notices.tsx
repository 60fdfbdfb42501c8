import { Cog, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLasting } from '../../hooks/page.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { useConnection } from '../../live.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { percent } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'

/** A start that takes longer than this deserves a word. */
const longStart = 5000

/** The strip above every screen: the speech engine while it is not ready, and a page older than its server. */
export function Notices() {
  const { data: status } = useSystemStatus()
  const { updated, state } = useConnection()
  const engine = status?.engine
  const slowStart = useLasting(engine?.state === 'starting', longStart)

  const notices: ReactNode[] = []
  if (updated) {
    notices.push(
      <Banner
        strip
        key="updated"
        tone="neutral"
        icon={RotateCw}
        live
        action={
          <Button small onClick={() => location.reload()}>
            Reload the page
          </Button>
        }
      >
        The appliance has been updated. Reload the page to go on with the new version.
      </Banner>,
    )
  }
  // What was true of the engine before the server went away says nothing now.
  if (engine && state !== 'lost') {
    if (engine.state === 'building') {
      notices.push(
        <Banner strip key="engine" tone="neutral" icon={Cog}>
          <p className="tabular-nums">
            Building the speech engine, {percent(engine.percent ?? 0)}. Recordings wait until it is ready.
          </p>
          <Progress
            value={engine.percent ?? 0}
            label="Building the speech engine"
            className="mt-1.5 w-72 max-w-full"
          />
        </Banner>,
      )
    } else if (engine.state === 'missing' || engine.state === 'failed') {
      notices.push(
        <Banner strip key="engine" tone="warn" icon={TriangleAlert} live>
          <p className="font-semibold">
            {engine.state === 'missing' ? 'There is no speech engine' : 'The speech engine does not run'}
          </p>
          <p>{engine.message} Recordings are kept and wait for it.</p>
        </Banner>,
      )
    } else if (slowStart) {
      notices.push(
        <Banner strip key="engine" tone="neutral" icon={Cog} live>
          Starting the speech engine. Recordings wait until it is ready.
        </Banner>,
      )
    }
  }
  if (notices.length === 0) return null
  return <div className="print:hidden">{notices}</div>
}
