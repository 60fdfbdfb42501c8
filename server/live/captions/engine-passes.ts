import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { LiveEngine } from '../../processes/live-engine.ts'
import type { EngineEndpoint } from '../../speech/gate.ts'
import { takesPrompt } from '../../speech/prompt.ts'
import { whisperEngine } from '../../speech/whisper.ts'
import { stepMs } from './meeting-captions.ts'
import type { Meeting, CaptionMessages } from './caption-messages.ts'

const retryMs = 300
/**
 * A pass that takes longer comes too late for live text, and all other meetings wait for it. An engine that misses it twice
 * in a row hangs, and is started anew. The tests are less patient.
 */
export const pass = { withinMs: 20_000 }
const missesOfOneThatHangs = 2
/**
 * Under load passes are fewer: those over what goes on are so far apart that they take at most about two thirds of the
 * engine's time, for all meetings together, and the last pass over what has ended is soon had.
 */
const spacing = { factor: 1.5, mostMs: 3000 }

/** One pass of the engine at a time, the meetings in turn. */
export function createPasses({
  meetings,
  engine,
  messages,
  expect,
  language,
  stopping,
  log,
}: {
  /** In the order of their turns. */
  meetings: Meeting[]
  engine: LiveEngine
  messages: CaptionMessages
  /** Words that will probably be said in a meeting. */
  expect: (recordingId: number) => Promise<string>
  language: string
  stopping: AbortSignal
  log: Log
}) {
  let busy = false
  let missed = 0
  /** How long a pass takes of late. */
  let passMs = 0

  function nextReady(): Meeting | null {
    const meeting =
      meetings.find(({ words }) => words.isUrgent()) ?? meetings.find(({ words }) => words.isReady())
    if (!meeting) return null
    meetings.splice(meetings.indexOf(meeting), 1)
    meetings.push(meeting)
    return meeting
  }

  async function oneOf(meeting: Meeting, endpoint: EngineEndpoint): Promise<void> {
    const next = await meeting.words.next()
    if (!next || meeting.over.signal.aborted) return
    if ('last' in next) return messages.words(meeting, next.last, endpoint)
    const late = AbortSignal.timeout(pass.withinMs)
    try {
      const signal = AbortSignal.any([stopping, meeting.over.signal, late])
      const prompt = takesPrompt(endpoint.model) ? await expect(meeting.id) : ''
      const options = { language, prompt, short: true, signal }
      const begun = performance.now()
      const segments = await whisperEngine(endpoint).transcribe(next.samples, options)
      passMs = (3 * passMs + performance.now() - begun) / 4
      missed = 0
      meeting.failing = false
      if (!meeting.over.signal.aborted) messages.words(meeting, next.heard(segments), endpoint)
    } catch (error) {
      if (stopping.aborted || meeting.over.signal.aborted) return
      next.failed()
      messages.failing(meeting)
      log.warn({ err: error, recordingId: meeting.id }, 'the engine of live text failed; it is asked again')
      if (late.aborted && ++missed >= missesOfOneThatHangs) {
        missed = 0
        engine.restart(endpoint)
      }
      await pause(retryMs)
    }
  }

  async function serve(): Promise<void> {
    if (busy) return
    busy = true
    try {
      for (let endpoint = engine.endpoint(); endpoint && !stopping.aborted; endpoint = engine.endpoint()) {
        const meeting = nextReady()
        if (!meeting) return
        await oneOf(meeting, endpoint)
      }
    } finally {
      busy = false
    }
  }

  return {
    /** How much new sound of what goes on is worth a pass: of one meeting alone little, since nobody else waits. */
    worthMs(): number {
      const speaking = meetings.filter(({ words }) => !words.isQuiet()).length
      return speaking <= 1
        ? stepMs
        : Math.max(stepMs, Math.min(spacing.mostMs, passMs * speaking * spacing.factor))
    },

    /** There may be something to hear. */
    kick(): void {
      serve().catch((error: unknown) => log.error({ err: error }, 'live text stood still'))
    },
  }
}
