import { randomBytes } from 'node:crypto'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { LiveEngine } from '../../processes/live-engine.ts'
import type { EngineEndpoint } from '../../speech/gate.ts'
import { takesPrompt } from '../../speech/prompt.ts'
import { createVoiceDetectors } from '../../speech/voice.ts'
import { whisperEngine } from '../../speech/whisper.ts'
import type { Feed, WordsMessage } from './feed.ts'
import type { LiveModel, LiveSegment, LiveWords } from './caption.ts'
import { createMeetingWords, stepMs, type MeetingWords, type Words } from './meeting-captions.ts'
import type { LiveSound } from '../capture/decoded-sound.ts'

/** Live text is said to be late from here on, and on time again below the second. */
const lateMs = 3000
const onTimeMs = 2000
/** After Stop: what waits is heard if it is this little, and if that is soon done; the pass over the whole recording does the rest. */
const lastWords = { soundMs: 30_000, withinMs: 4000 }
const retryMs = 300
/**
 * A pass that takes longer comes too late for live text, and all other meetings wait for it. An engine that misses it twice
 * in a row hangs, and is started anew. The tests are less patient.
 */
export const pass = { withinMs: 20_000 }
const missesOfOneThatHangs = 2
/**
 * Further behind than this, live text leaves out what waits, which the accurate pass has. What came late all at once (a
 * line was lost, the appliance was started again) is not the engine's fault: as long as it catches up, it is let.
 */
const farBehind = { ms: 60_000, lookMs: 10_000, gainMs: 5000, mostMs: 15 * 60_000 }
/**
 * Under load passes are fewer: those over what goes on are so far apart that they take at most about two thirds of the
 * engine's time, for all meetings together, and the last pass over what has ended is soon had.
 */
const spacing = { factor: 1.5, mostMs: 3000 }
/** What can wait does so this long; when live text is late all the same, waiting does not help it. */
const yieldMs = 60_000
/** The engine waits so long for the first sound. */
const preparedMs = 30_000

type Meeting = {
  id: number
  words: MeetingWords
  /** Segments that were told, in order, and what was left out between them. */
  told: Extract<WordsMessage, { type: 'transcript_segment' | 'transcript_skipped' }>[]
  uncertain: string
  behind: number
  /** Far behind: how far at the last look. */
  far: { at: number; ms: number } | null
  /** It was told that the engine fails, and nothing has come of it since. */
  failing: boolean
  keeping: Promise<void>
  /** Aborted when nothing more is told of it. */
  over: AbortController
}

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
  let meetings: Meeting[] = []
  let busy = false
  let missed = 0
  /** How long a pass takes of late. */
  let passMs = 0
  let lateSince: number | null = null
  const stopping = new AbortController()
  /** Ids are unique over restarts too. */
  const run = randomBytes(4).toString('hex')
  let made = 0

  const detectors = createVoiceDetectors(appRoot)
  let turns: Promise<void> = Promise.resolve()
  const turn = (): Promise<void> => (turns = turns.then(() => setImmediate()))

  function nextReady(): Meeting | null {
    const meeting =
      meetings.find(({ words }) => words.isUrgent()) ?? meetings.find(({ words }) => words.isReady())
    if (!meeting) return null
    meetings = [...meetings.filter((other) => other !== meeting), meeting]
    return meeting
  }

  /** How much new sound of what goes on is worth a pass: of one meeting alone little, since nobody else waits. */
  function worthMs(): number {
    const speaking = meetings.filter(({ words }) => !words.isQuiet()).length
    return speaking <= 1
      ? stepMs
      : Math.max(stepMs, Math.min(spacing.mostMs, passMs * speaking * spacing.factor))
  }

  async function serve(): Promise<void> {
    if (busy) return
    busy = true
    try {
      for (
        let endpoint = engine.endpoint();
        endpoint && !stopping.signal.aborted;
        endpoint = engine.endpoint()
      ) {
        const meeting = nextReady()
        if (!meeting) return
        await oneOf(meeting, endpoint)
      }
    } finally {
      busy = false
    }
  }

  function kick(): void {
    serve().catch((error: unknown) => log.error({ err: error }, 'live text stood still'))
  }
  engine.onChange(kick)

  async function oneOf(meeting: Meeting, endpoint: EngineEndpoint): Promise<void> {
    const next = await meeting.words.next()
    if (!next || meeting.over.signal.aborted) return
    if ('last' in next) return tell(meeting, next.last, endpoint)
    const late = AbortSignal.timeout(pass.withinMs)
    try {
      const signal = AbortSignal.any([stopping.signal, meeting.over.signal, late])
      const prompt = takesPrompt(endpoint.model) ? await expect(meeting.id) : ''
      const options = { language, prompt, short: true, signal }
      const begun = performance.now()
      const segments = await whisperEngine(endpoint).transcribe(next.samples, options)
      passMs = (3 * passMs + performance.now() - begun) / 4
      missed = 0
      meeting.failing = false
      if (!meeting.over.signal.aborted) tell(meeting, next.heard(segments), endpoint)
    } catch (error) {
      if (stopping.signal.aborted || meeting.over.signal.aborted) return
      next.failed()
      tellFailing(meeting)
      log.warn({ err: error, recordingId: meeting.id }, 'the engine of live text failed; it is asked again')
      if (late.aborted && ++missed >= missesOfOneThatHangs) {
        missed = 0
        engine.restart(endpoint)
      }
      await pause(retryMs)
    }
  }

  function tell(meeting: Meeting, { committed, uncertain }: Words, { model }: EngineEndpoint): void {
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
      meeting.told.push(message)
      feed.publish(message)
      const facts: LiveModel = { id: model.id, name: model.name, bundled: model.bundled }
      meeting.keeping = meeting.keeping
        .then(() => keep.add(recordingId, [segment], facts))
        .catch((error: unknown) => log.error({ err: error, recordingId }, 'live words could not be kept'))
    }
    tellUncertain(meeting, textOf(uncertain), uncertain)
    tellBehind(meeting)
  }

  function tellUncertain(meeting: Meeting, text: string, words: Words['uncertain']): void {
    if (text === meeting.uncertain) return
    meeting.uncertain = text
    const end = (words.at(-1)?.endMs ?? 0) / 1000
    const start = (words[0]?.startMs ?? 0) / 1000
    feed.publish({ type: 'transcript_uncertain', recordingId: meeting.id, text, start, end })
  }

  /** Once, until words come again. */
  function tellFailing(meeting: Meeting): void {
    if (meeting.failing) return
    meeting.failing = true
    const message =
      'The speech engine of live text has failed, and is asked again. Audio is still being recorded.'
    feed.publish({ type: 'error', code: 'engine_crashed', message, recordingId: meeting.id })
  }

  function tellBehind(meeting: Meeting, over = false): void {
    const ms = over ? 0 : meeting.words.behindMs()
    const isLate = ms > (meeting.behind > 0 ? onTimeMs : lateMs)
    const seconds = isLate ? Math.round(ms / 1000) : 0
    if (seconds === meeting.behind) return
    meeting.behind = seconds
    if (!meetings.some(({ behind }) => behind > 0)) lateSince = null
    else lateSince ??= Date.now()
    feed.publish({ type: 'transcript_behind', recordingId: meeting.id, seconds })
  }

  function tellSkipped({ id: recordingId, words, told }: Meeting): void {
    const { startMs, endMs } = words.skipAhead()
    const [start, end] = [startMs / 1000, endMs / 1000]
    const message = { type: 'transcript_skipped', recordingId, start, end } as const
    told.push(message)
    feed.publish(message)
  }

  /** So far behind, and for so long without catching up, that it leaves out what waits. */
  function isGivenUp(meeting: Meeting): boolean {
    const ms = meeting.words.behindMs()
    const now = { at: Date.now(), ms }
    if (ms <= farBehind.ms) {
      meeting.far = null
      return false
    }
    const { far } = meeting
    meeting.far ??= now
    if (ms > farBehind.mostMs) return true
    if (!far || now.at - far.at < farBehind.lookMs) return false
    meeting.far = now
    return ms > far.ms - farBehind.gainMs
  }

  const watch = setInterval(() => {
    for (const meeting of meetings) {
      tellBehind(meeting)
      if (!isGivenUp(meeting)) continue
      log.warn({ recordingId: meeting.id, behind: meeting.behind }, 'live text is far behind and skips ahead')
      tellSkipped(meeting)
      tellUncertain(meeting, '', [])
    }
  }, 1000)
  watch.unref()

  /** Hears the rest, or as much as is soon done; nothing is told any more when it resolves. */
  async function finish(meeting: Meeting): Promise<void> {
    meeting.words.finish()
    const until = Date.now() + lastWords.withinMs
    while (!meeting.words.isQuiet() && !stopping.signal.aborted && Date.now() < until) {
      if (meeting.words.behindMs() > lastWords.soundMs || !engine.endpoint()) break
      kick()
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
      const words = createMeetingWords(sound, detector, turn, { fromMs, worthMs })
      const meeting: Meeting = {
        id: sound.recordingId,
        words,
        told: [],
        uncertain: '',
        behind: 0,
        far: null,
        failing: false,
        keeping: Promise.resolve(),
        over: new AbortController(),
      }
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
          if (words.isQuiet()) tellUncertain(meeting, '', [])
          kick()
          await Promise.race([more, ended])
        }
        await words.listen()
        await finish(meeting)
      } finally {
        unsubscribe()
        offRest()
        detectors.giveBack(detector)
        release()
        meetings = meetings.filter((other) => other !== meeting)
        tellUncertain(meeting, '', [])
        tellBehind(meeting, true)
      }
    },
    soFar: (id) => meetings.find((meeting) => meeting.id === id)?.told ?? [],
    isLate: () => lateSince !== null && Date.now() - lateSince < yieldMs,
    stop() {
      stopping.abort(new AppError('engine_crashed', 'The appliance is stopping.'))
      clearInterval(watch)
    },
  }
}

const textOf = (words: Words['committed']): string => words.map(({ text }) => text).join(' ')
