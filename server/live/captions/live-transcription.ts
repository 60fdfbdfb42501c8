import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { LiveEngine } from '../../processes/live-engine.ts'
import { createVoiceDetectors } from '../../speech/voice.ts'
import type { LiveSound } from '../capture/decoded-sound.ts'
import type { LiveWords } from './caption.ts'
import { createPasses } from './engine-passes.ts'
import { shouldSkipAhead } from './caption-backlog.ts'
import type { Feed, WordsMessage } from './feed.ts'
import { createMeetingWords, type MeetingWords } from './meeting-captions.ts'
import { createCaptionMessages, type Meeting } from './caption-messages.ts'

/** After Stop: what waits is heard if it is this little, and if that is soon done; the pass over the whole recording does the rest. */
const lastWords = { soundMs: 30_000, withinMs: 4000 }
/** What can wait does so this long; when live text is late all the same, waiting does not help it. */
const yieldMs = 60_000
/** The engine waits so long for the first sound. */
const preparedMs = 30_000

export type LiveTranscription = {
  /** A recording is about to begin: what takes a moment to start is there when its first sound comes. */
  prepare(): void
  /** Follows a recording's sound until its end. */
  follow(sound: LiveSound): Promise<void>
  soFar(recordingId: number): WordsMessage[]
  /** Live text of some meeting is behind, and has not been for long: what can wait does. */
  isLate(): boolean
  stop(): void
}

/** Live text of all meetings that are recorded just now: one pass of the engine at a time, the meetings in turn. */
export function createLiveTranscription({
  engine,
  feed,
  keep,
  expect,
  language,
  appRoot,
  log,
}: {
  engine: LiveEngine
  feed: Feed
  keep: LiveWords
  /** Words that will probably be said in a meeting. */
  expect: (recordingId: number) => Promise<string>
  language: string
  appRoot: string
  log: Log
}): LiveTranscription {
  /** In the order of their turns. */
  const meetings: Meeting[] = []
  let lateSince: number | null = null
  const stopping = new AbortController()

  const detectors = createVoiceDetectors(appRoot)
  let turns: Promise<void> = Promise.resolve()
  const turn = (): Promise<void> => (turns = turns.then(() => setImmediate()))

  function noteBehind(): void {
    if (!meetings.some(({ behind }) => behind > 0)) lateSince = null
    else lateSince ??= Date.now()
  }

  const messages = createCaptionMessages({ feed, keep, log, onBehind: noteBehind })
  const passes = createPasses({
    ...{ meetings, engine, messages, expect, language, stopping: stopping.signal, log },
  })
  engine.onChange(passes.kick)

  const watch = setInterval(() => {
    for (const meeting of meetings) {
      messages.behind(meeting)
      if (!shouldSkipAhead(meeting)) continue
      log.warn({ recordingId: meeting.id, behind: meeting.behind }, 'live text is far behind and skips ahead')
      messages.skipped(meeting)
      messages.nothingUncertain(meeting)
    }
  }, 1000)
  watch.unref()

  /** Hears the rest, or as much as is soon done; nothing more is sent when it resolves. */
  async function finish(meeting: Meeting): Promise<void> {
    meeting.words.finish()
    const until = Date.now() + lastWords.withinMs
    while (!meeting.words.isQuiet() && !stopping.signal.aborted && Date.now() < until) {
      if (meeting.words.behindMs() > lastWords.soundMs || !engine.endpoint()) break
      passes.kick()
      await pause(20)
    }
    meeting.over.abort(new AppError('in_progress', 'The recording has been stopped.'))
    await meeting.keeping
  }

  return {
    prepare() {
      const release = engine.hold()
      setTimeout(release, preparedMs).unref()
      setTimeout(() => detectors.prepare(), 20).unref()
    },
    async follow(sound) {
      const fromMs = await keep.until(sound.recordingId)
      const release = engine.hold()
      const detector = detectors.take()
      const words = createMeetingWords(sound, detector, turn, { fromMs, worthMs: passes.worthMs })
      const meeting = newMeeting(sound.recordingId, words)
      meetings.push(meeting)
      let wake = (): void => undefined
      const unsubscribe = sound.subscribe(() => wake())
      let rests = false
      const offRest = sound.onRest(() => {
        rests = true
        wake()
      })
      let over = false
      const ended = sound.ended.then(() => (over = true))
      const isOver = (): boolean => over || stopping.signal.aborted
      try {
        while (!isOver()) {
          const more = new Promise<void>((resolve) => (wake = resolve))
          await words.listen()
          // The person has paused: what was being said is all there is of the sentence.
          if (rests) words.finish()
          rests = false
          if (words.isQuiet()) messages.nothingUncertain(meeting)
          passes.kick()
          await Promise.race([more, ended])
        }
        await words.listen()
        await finish(meeting)
      } finally {
        unsubscribe()
        offRest()
        detectors.giveBack(detector)
        release()
        meetings.splice(meetings.indexOf(meeting), 1)
        messages.nothingUncertain(meeting)
        messages.behind(meeting, true)
      }
    },
    soFar: (id) => meetings.find((meeting) => meeting.id === id)?.sent ?? [],
    isLate: () => lateSince !== null && Date.now() - lateSince < yieldMs,
    stop() {
      stopping.abort(new AppError('engine_crashed', 'The appliance is stopping.'))
      clearInterval(watch)
    },
  }
}

const newMeeting = (id: number, words: MeetingWords): Meeting => ({
  id,
  words,
  sent: [],
  uncertain: '',
  behind: 0,
  far: null,
  failing: false,
  keeping: Promise.resolve(),
  over: new AbortController(),
})
