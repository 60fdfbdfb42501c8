import { MicOff, RotateCw, ScreenShareOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { NoSound } from '../../capture/state.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { allowingSteps, systemSteps } from './browser-help.ts'

const titles: Record<NoSound['why'], string> = {
  denied: 'This page may not use the microphone',
  broken: 'No microphone could be used',
  not_shared: 'Nothing was shared',
}

function Steps({ noSound: { why, message } }: { noSound: NoSound }) {
  const { userAgent } = navigator
  if (why === 'not_shared') return <p>{message}</p>
  if (why === 'broken')
    return (
      <p>
        Check that one is plugged in and switched on, and that no other program is using it, then try again.
        Nothing was recorded.
      </p>
    )
  const system = systemSteps(userAgent)
  return (
    <>
      <p>{allowingSteps(userAgent)}</p>
      {system && <p className="mt-1">{system}</p>}
      <p className="mt-1 text-ink-2">Nothing was recorded.</p>
    </>
  )
}

/** Why recording did not begin, and what to do about it; stands until it does. */
export function NoSoundHelp({ noSound, onAgain }: { noSound: NoSound; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  // On a phone it may stand below what is in view.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [noSound])
  return (
    <div ref={box} className="scroll-my-4">
      <Banner tone="warn" icon={noSound.why === 'not_shared' ? ScreenShareOff : MicOff} live className="mt-4">
        <p className="font-semibold">{titles[noSound.why]}</p>
        <Steps noSound={noSound} />
        {/* One that was to go on has its own button. */}
        {!noSound.resuming && (
          <Button small icon={RotateCw} className="mt-2" onClick={onAgain}>
            Try again
          </Button>
        )}
      </Banner>
    </div>
  )
}
