import { CircleAlert, MicOff, MonitorUp, RotateCw, ScreenShareOff, VolumeX } from 'lucide-react'
import { listenTo } from '../../capture/sound-capture.ts'
import type { Recorder } from '../../capture/state.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { sourceTroubles, type SourceTrouble } from './source-words.ts'

function signOf({ kind, mend }: SourceTrouble) {
  if (kind === 'silent') return VolumeX
  if (kind === 'nothing') return CircleAlert
  return mend === 'Share again' ? ScreenShareOff : MicOff
}

/** Asks again for what no longer comes; what still does goes on. */
export function Mend({ trouble: { mend }, recorder }: { trouble: SourceTrouble; recorder: Recorder }) {
  return (
    mend && (
      <Button
        small
        icon={mend === 'Share again' ? MonitorUp : RotateCw}
        onClick={() => void listenTo(recorder.source)}
      >
        {mend}
      </Button>
    )
  )
}

/** Stand as long as they are true. */
export function SourceTroubles({ recorder }: { recorder: Recorder }) {
  return sourceTroubles(recorder).map((trouble) => (
    <Banner
      key={trouble.words}
      tone={trouble.kind === 'nothing' ? 'bad' : 'warn'}
      icon={signOf(trouble)}
      live
      className="mt-2"
      action={<Mend trouble={trouble} recorder={recorder} />}
    >
      {trouble.words}
    </Banner>
  ))
}
