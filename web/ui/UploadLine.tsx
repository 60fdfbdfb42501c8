import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UploadProgress } from '../send.ts'
import { Button } from './Button.tsx'
import { bytes, timeLeft } from './format.ts'
import { Progress } from './Progress.tsx'

type UploadLineProps = {
  progress: UploadProgress
  /** Of the file. */
  name: string
  /** What stands there when all has been sent and the server is at work on it. */
  sent: ReactNode
  /** Nothing moves until the network, or the server, is back. */
  offline?: boolean
  onTryNow?: () => void
}

/** The specification's words for what the server does with a file that is there. */
export function Processing({ video }: { video: boolean }) {
  return (
    <p className="mt-1.5 text-sm text-ink-2">
      {video ? 'Processing file... (extracting audio from video)' : 'Processing audio file...'}
    </p>
  )
}

export function UploadLine({ progress, name, sent: whenSent, offline, onTryNow }: UploadLineProps) {
  const { sent, total, rate, secondsLeft } = progress
  const done = total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0
  return (
    <div role="status">
      <Progress value={done} label={`Uploading ${name}`} />
      {done < 100 || offline ? (
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-ink-2 tabular-nums">
          <span>
            {done}%, {bytes(sent)} of {bytes(total)}
          </span>
          {offline ? (
            <span className="flex items-center gap-1.5 text-warn">
              <CloudOff size={16} strokeWidth={1.75} aria-hidden />
              {navigator.onLine ? 'Waiting for the server…' : 'Waiting for the network…'}
              {onTryNow && (
                <Button look="quiet" small className="-my-1 h-6! px-1.5!" onClick={onTryNow}>
                  Try now
                </Button>
              )}
            </span>
          ) : (
            <span aria-hidden>
              {rate === null ? 'Measuring…' : `${bytes(rate)}/s`}
              {secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`}
            </span>
          )}
        </p>
      ) : (
        whenSent
      )}
    </div>
  )
}
