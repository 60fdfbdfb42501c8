import { ShieldAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { canRecord } from '../../capture/microphone.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { cx } from '../../ui/cx.ts'
import { Screen } from '../../ui/Screen.tsx'
import { EndedElsewhere } from './EndedElsewhere.tsx'
import { LiveTranscript } from './LiveTranscript.tsx'
import { RecordCard } from './RecordCard.tsx'
import { SavedRecording } from './SavedRecording.tsx'
import { sourceTroubles } from './source-words.ts'
import { UnfinishedRecordings } from './UnfinishedRecordings.tsx'

export function Record() {
  useTabTitle('Meeting Recorder')
  const recorder = useRecorder()
  const { savedId } = recorder
  // The words are what matters then: on a narrow screen all else makes room for them.
  const compact = isBusy(recorder) && recorder.phase !== 'starting' ? '' : undefined
  // Those stand above the words, which end where the screen does.
  const warnings = { '--warnings': sourceTroubles(recorder).length } as CSSProperties
  return (
    <div data-compact={compact} style={warnings}>
      <Screen title="Meeting Recorder" subtitle="Record and transcribe your meeting with ease">
        <div className="space-y-5">
          {!canRecord() && (
            <Banner tone="warn" icon={ShieldAlert}>
              Browsers allow the microphone only on secure pages. Open the appliance over HTTPS (its plain
              HTTP page explains how), or in a browser on the appliance itself.
            </Banner>
          )}
          <EndedElsewhere />
          <UnfinishedRecordings />
          <div className="grid items-start gap-5 compact:gap-3 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
            {/* On a narrow screen what was just saved stands above the empty form; on a wide one, within sight below its words. */}
            {savedId !== null && (
              <div className="min-w-0 lg:col-start-2 lg:row-start-2">
                <SavedRecording key={savedId} id={savedId} />
              </div>
            )}
            <div className={cx('min-w-0', savedId !== null && 'lg:row-span-2')}>
              <RecordCard />
            </div>
            <LiveTranscript />
          </div>
        </div>
      </Screen>
    </div>
  )
}
