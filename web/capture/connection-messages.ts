import type { ServerMessage } from '#contract/live.ts'
import { toast } from '../ui/Toaster.tsx'
import { fillWords } from './after-stop.ts'
import type { ConnectionOptions } from './server-connection.ts'
import { isAboutWords } from './socket.ts'
import { changeText } from './state.ts'
import { withMessage } from './text.ts'

/** What the person is told of the line to the server, in the specification's words. */

export type Choices = Pick<ConnectionOptions, 'diarization' | 'summary'>

/** The same sentence comes again with every attempt; it is said once in so many milliseconds. */
const sayAgainAfter = 60_000
let said = { message: '', at: 0 }

function tellError(message: Extract<ServerMessage, { type: 'error' }>): void {
  if (/heartbeat/i.test(message.message)) return
  // A state of the recorder, which shows it as long as it lasts.
  if (message.code === 'recorded_elsewhere') return
  if (said.message === message.message && Date.now() - said.at < sayAgainAfter) return
  said = { message: message.message, at: Date.now() }
  toast({
    title: isAboutWords(message) ? 'Transcription Error' : 'Error',
    description: message.message,
    destructive: true,
  })
}

const httpToasts = {
  timeout: {
    title: 'Recording in HTTP mode',
    description: 'Using reliable HTTP upload... Real-time transcription disabled',
  },
  error: {
    title: 'Using backup method',
    description: 'Audio is being sent over HTTP. The transcript will follow after Stop & Save.',
  },
  not_started: {
    title: 'Connection error',
    description:
      'The live connection did not start. Audio is being sent over HTTP, and the transcript will follow after Stop & Save.',
    destructive: true,
  },
}

/**
 * @param hurry sends what waits
 * @param onComplete the whole transcript has come
 * @param onEnded a person has ended it on another page or device
 * @param isNow false once another recording has the panel
 */
export function lineWords({
  hurry,
  isNow,
  onComplete,
  onEnded,
}: {
  hurry: () => void
  onComplete: () => void
  onEnded: (endedAt: string) => void
  isNow: () => boolean
}): Omit<ConnectionOptions, keyof Choices> {
  const socket = (socket: 'Connected' | 'Error' | 'None') => {
    if (isNow()) changeText((text) => ({ ...text, socket }))
  }
  /** The line was lost: words may have been told to nobody. */
  let missed = false
  return {
    onConnected: (again) => {
      socket('Connected')
      missed ||= again
      said = { message: '', at: 0 }
      toast({ title: 'Connected', ...(again && { description: 'Waiting audio is being sent.' }) })
      hurry()
    },
    onHttp: (why) => {
      socket(why === 'timeout' ? 'None' : 'Error')
      toast(httpToasts[why])
    },
    onLost: () => {
      socket('Error')
      missed = true
      toast({
        title: 'Connection lost',
        description: 'The connection to the server was lost. Recording may be incomplete.',
        destructive: true,
      })
    },
    onClosed: () => socket('None'),
    onMessage: (message) => {
      if (!isNow()) return
      if (message.type === 'recording_ended') onEnded(message.endedAt)
      else if (message.type === 'error') tellError(message)
      else changeText((text) => withMessage(text, message))
      if (message.type === 'recording_started' && missed) {
        missed = false
        // From here on the server tells each word: those before it are fetched.
        void fillWords(message.recordingId, isNow)
      }
      if (message.type === 'transcript_complete') onComplete()
    },
  }
}
