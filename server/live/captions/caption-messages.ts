import { randomBytes } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { EngineEndpoint } from '../../speech/gate.ts'
import type { LiveModel, LiveSegment, LiveWords } from './caption.ts'
import type { Feed, WordsMessage } from './feed.ts'
import type { MeetingWords, Words } from './meeting-captions.ts'

/** Live text is said to be late from here on, and on time again below the second. */
const lateMs = 3000
const onTimeMs = 2000

/** A meeting that has live text. */
export type Meeting = {
  id: number
  words: MeetingWords
  /** Segments that were sent, in order, and what was skipped between them. */
  sent: Extract<WordsMessage, { type: 'transcript_segment' | 'transcript_skipped' }>[]
  uncertain: string
  behind: number
  /** Far behind: how far at the last look. */
  far: { at: number; ms: number } | null
  /** The listeners know that the engine fails, and it has given no words since. */
  failing: boolean
  keeping: Promise<void>
  /** Aborted when nothing more is sent. */
  over: AbortController
}

export type CaptionMessages = ReturnType<typeof createCaptionMessages>

/**
 * Sends live text to those who follow a meeting, and stores what is committed.
 * @param onBehind a meeting is late now, or no longer
 */
export function createCaptionMessages({
  feed,
  keep,
  log,
  onBehind,
}: {
  feed: Feed
  keep: LiveWords
  log: Log
  onBehind: () => void
}) {
  /** Ids are unique over restarts too. */
  const run = randomBytes(4).toString('hex')
  let made = 0

  function words(meeting: Meeting, { committed, uncertain: guess }: Words, { model }: EngineEndpoint): void {
    const { id: recordingId } = meeting
    const first = committed[0]
    if (first) {
      const segment: LiveSegment = {
        id: `${run}-${++made}`,
        text: textOf(committed),
        startMs: first.startMs,
        endMs: committed.at(-1)!.endMs,
      }
      const start = segment.startMs / 1000
      const times = { timestamp: start, start, end: segment.endMs / 1000 }
      const { id, text } = segment
      const message = {
        type: 'transcript_segment',
        recordingId,
        text,
        id,
        ...times,
        bundled: model.bundled,
      } as const
      meeting.sent.push(message)
      feed.publish(message)
      const facts: LiveModel = { id: model.id, name: model.name, bundled: model.bundled }
      meeting.keeping = meeting.keeping
        .then(() => keep.add(recordingId, [segment], facts))
        .catch((error: unknown) => log.error({ err: error, recordingId }, 'live words could not be kept'))
    }
    uncertain(meeting, textOf(guess), guess)
    behind(meeting)
  }

  function uncertain(meeting: Meeting, text: string, guess: Words['uncertain']): void {
    if (text === meeting.uncertain) return
    meeting.uncertain = text
    const end = (guess.at(-1)?.endMs ?? 0) / 1000
    const start = (guess[0]?.startMs ?? 0) / 1000
    feed.publish({ type: 'transcript_uncertain', recordingId: meeting.id, text, start, end })
  }

  function behind(meeting: Meeting, over = false): void {
    const ms = over ? 0 : meeting.words.behindMs()
    const isLate = ms > (meeting.behind > 0 ? onTimeMs : lateMs)
    const seconds = isLate ? Math.round(ms / 1000) : 0
    if (seconds === meeting.behind) return
    meeting.behind = seconds
    onBehind()
    feed.publish({ type: 'transcript_behind', recordingId: meeting.id, seconds })
  }

  return {
    words,
    behind,
    /** Nothing is being said, or nothing that is guessed at. */
    nothingUncertain: (meeting: Meeting): void => uncertain(meeting, '', []),

    /** Once, until words come again. */
    failing(meeting: Meeting): void {
      if (meeting.failing) return
      meeting.failing = true
      const message =
        'The speech engine of live text has failed, and is asked again. Audio is still being recorded.'
      feed.publish({ type: 'error', code: 'engine_crashed', message, recordingId: meeting.id })
    },

    /** Skips what waits. */
    skipped({ id: recordingId, words, sent }: Meeting): void {
      const { startMs, endMs } = words.skipAhead()
      const [start, end] = [startMs / 1000, endMs / 1000]
      const message = { type: 'transcript_skipped', recordingId, start, end } as const
      sent.push(message)
      feed.publish(message)
    },
  }
}

const textOf = (words: Words['committed']): string => words.map(({ text }) => text).join(' ')
