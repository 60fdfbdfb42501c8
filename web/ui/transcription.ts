import {
  Ban,
  CircleAlert,
  CircleDot,
  CirclePause,
  Clock,
  LoaderCircle,
  TriangleAlert,
  VolumeX,
} from 'lucide-react'
import type { CaptureNow } from '#contract/capture.ts'
import type { Recording } from '#contract/recordings.ts'
import type { EngineStatus } from '#contract/system.ts'
import type { Icon } from './Button.tsx'
import type { Tone } from './Chip.tsx'
import { percent, timeLeft } from './format.ts'

/** Of a transcript that is made again since there is more of the meeting than it was made of. */
export const madeAgain =
  'More of the meeting has since arrived. These words will be replaced when it is transcribed.'

export const notTranscribed = 'Audio saved but not transcribed'

/** What to say about a transcription that is not simply there; null when it is, or when there is nothing to do. */
export type TranscriptionState = {
  tone: Tone
  icon: Icon
  /** "Transcribing 42%, about 3 minutes left" */
  words: string
  /** The same without figures, to be read aloud once and not at every per cent. */
  spoken: string
  /** 0 to 100 while it is at work. */
  progress: number | null
  canCancel: boolean
  canRetry: boolean
}

/** True when sound is kept but its transcription failed. What a person cancelled has not failed. */
export function savedWithoutTranscript(recording: Recording): boolean {
  return !recording.transcriptionSuccess && recording.status === 'failed'
}

function whyWaiting(recording: Recording, engine: EngineStatus | undefined): string {
  switch (engine?.state) {
    case 'building':
      return `Waiting for the speech engine, which is being built: ${percent(engine.percent ?? 0)}`
    case 'missing':
    case 'failed':
      return 'Waiting for the speech engine, which is not ready'
    default:
      return recording.job?.step ?? 'Queued'
  }
}

/** What is known of a recording under way. Nobody who is not heard is said to record. */
export function underWay(
  now: CaptureNow | null,
): Pick<TranscriptionState, 'tone' | 'icon' | 'words' | 'spoken'> {
  switch (now?.state) {
    case 'unheard':
      return { tone: 'warn', icon: CircleAlert, words: 'Not finished', spoken: 'Not finished' }
    case 'missing': {
      const seconds = Math.floor(now.unheardFor ?? 0)
      const spoken = 'No contact for a few seconds'
      return { tone: 'warn', icon: CircleAlert, words: `No contact for ${seconds} s`, spoken }
    }
    case 'quiet':
      return { tone: 'neutral', icon: CirclePause, words: 'Paused', spoken: 'Paused' }
    default:
      return { tone: 'bad', icon: CircleDot, words: 'Being recorded', spoken: 'Being recorded' }
  }
}

export function transcriptionState(
  recording: Recording,
  engine: EngineStatus | undefined,
): TranscriptionState | null {
  const { job } = recording
  switch (recording.status) {
    case 'recording':
      return {
        ...underWay(recording.capture?.now ?? null),
        progress: null,
        canCancel: false,
        canRetry: false,
      }
    case 'waiting': {
      const words = whyWaiting(recording, engine)
      return {
        tone: 'neutral',
        icon: Clock,
        words,
        spoken: 'Waiting to be transcribed',
        progress: null,
        canCancel: job !== null,
        canRetry: false,
      }
    }
    case 'transcribing': {
      // At work, but what it needs next is not there.
      if (job?.step === 'Waiting for the speech engine')
        return {
          tone: 'neutral',
          icon: Clock,
          words: whyWaiting(recording, engine),
          spoken: 'Waiting for the speech engine',
          progress: null,
          canCancel: true,
          canRetry: false,
        }
      const left = job?.secondsLeft == null ? '' : `, ${timeLeft(job.secondsLeft)}`
      return {
        tone: 'neutral',
        icon: LoaderCircle,
        words: `${job?.step ?? 'Transcribing'} ${percent(job?.progress ?? 0)}${left}`,
        spoken: 'Transcribing',
        progress: job?.progress ?? 0,
        canCancel: job !== null,
        canRetry: false,
      }
    }
    case 'failed': {
      const words = `${notTranscribed}${recording.failureReason ? `: ${recording.failureReason}` : ''}`
      return {
        tone: 'warn',
        icon: TriangleAlert,
        words,
        spoken: 'Transcription failed',
        progress: null,
        canCancel: false,
        canRetry: true,
      }
    }
    case 'cancelled':
      return {
        tone: 'neutral',
        icon: Ban,
        words: 'Transcription cancelled',
        spoken: 'Transcription cancelled',
        progress: null,
        canCancel: false,
        canRetry: true,
      }
    case 'done':
      if (isTellingApart(recording)) return tellingApart(recording)
      if (recording.wordCount !== 0) return null
      return {
        tone: 'neutral',
        icon: VolumeX,
        words: 'No speech found',
        spoken: 'No speech found',
        progress: null,
        canCancel: false,
        canRetry: false,
      }
    case 'none':
      return null
  }
}

const isTellingApart = ({ diarisationJob: job }: Recording): boolean =>
  job?.state === 'queued' || job?.state === 'running'

/** The transcript is there, and who said what is being found out. */
function tellingApart({ diarisationJob: job }: Recording): TranscriptionState {
  const step = job?.step ?? 'Identifying speakers'
  const left = job?.secondsLeft == null ? '' : `, ${timeLeft(job.secondsLeft)}`
  const waits = job?.state === 'queued'
  return {
    tone: 'neutral',
    icon: waits ? Clock : LoaderCircle,
    words: waits ? 'Waiting to identify speakers' : `${step} ${percent(job?.progress ?? 0)}${left}`,
    spoken: 'Identifying speakers',
    progress: waits ? null : (job?.progress ?? 0),
    canCancel: true,
    canRetry: false,
  }
}

/** What the tab says of a recording: progress first, since tabs are narrow. */
export function tabTitle(recording: Recording): string {
  const title = titleOf(recording)
  if (recording.status === 'transcribing') return `${percent(recording.job?.progress ?? 0)} · ${title}`
  if (recording.status === 'failed') return `Failed · ${title}`
  return title
}

/** The file is damaged, or there is nothing to hear in it. */
export function hasNoSound({ failureCode, duration }: Recording): boolean {
  return failureCode === 'audio_unreadable' && duration === 0
}

export const noSound = 'This file has no playable audio'

export function titleOf(recording: Recording): string {
  return recording.title.trim() || `Recording #${recording.id}`
}
