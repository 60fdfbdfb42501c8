import { useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { demoExplanation, demoIcon } from '../../ui/transcription.ts'

/** What a transcript of the demo model is worth. On a phone one line, to be opened: the transcript is what one came for. */
export function DemoNote() {
  const [open] = useState(() => matchMedia('(min-width: 640px)').matches)
  return (
    <Banner tone="warn" icon={demoIcon}>
      <details open={open} className="group">
        <summary className="touch-room list-none font-semibold [&::-webkit-details-marker]:hidden">
          Demo transcript: not to be relied on
          <span className="ml-2 font-normal text-ink-2 underline underline-offset-2 group-open:hidden">
            Why
          </span>
        </summary>
        <p>
          {demoExplanation} To have this recording transcribed properly, an administrator adds a real speech
          model with <code>npx appliance models add FILE</code>.
        </p>
      </details>
    </Banner>
  )
}
