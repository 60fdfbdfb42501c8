import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { PermanentFailure } from '../jobs/define.ts'
import { sampleRate } from './audio.ts'
import type { EngineSegment, EngineWord, SpeechEngine } from './engine.ts'
import { bearer, type EngineEndpoint } from './gate.ts'
import { promptTokens } from './prompt.ts'
import { spreadWords } from './spread.ts'
import { wavFile } from './wav.ts'

/** whisper-server's verbose_json; its `words` are tokens. */
const answerShape = z.object({
  segments: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      text: z.string(),
      words: z
        .array(z.object({ word: z.string(), start: z.number(), end: z.number(), probability: z.number() }))
        .default([]),
    }),
  ),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).default([]),
})
type Segment = z.infer<typeof answerShape>['segments'][number]
type Token = Segment['words'][number]

const openAiPath = '/v1/audio/transcriptions'

/** whisper.cpp gives nothing for less. */
const minSamples = sampleRate * 1
/** The slowest that an engine may be: a large model on an old machine, and requests of others before this one. */
const deadlineMs = 15 * 60_000

/** A server elsewhere that is slower than this is asked again, or another behind its load balancer. */
const remoteDeadlineMs = 3 * 60_000

/**
 * Client of one whisper-server 1.9.1 process, whose requests are served one after the other, or of a server elsewhere with
 * OpenAI's call.
 */
export function whisperEngine({ url, model, beside = [], remote }: EngineEndpoint): SpeechEngine {
  /** How many requests each process has. */
  const asked = new Map([url, ...beside].map((one) => [one, 0]))
  const count = (one: string, by: number): void => void asked.set(one, asked.get(one)! + by)
  const leastBusy = (): string => [...asked].toSorted(([, a], [, b]) => a - b)[0]![0]

  return {
    async transcribe(clip, { language, prompt, short, signal }) {
      const body = form(wavFile(atLeast(clip, minSamples)), {
        response_format: 'verbose_json',
        language,
        temperature: '0',
        temperature_inc: '0', // no second tries at other temperatures: they are slow and invent words
        no_language_probabilities: 'true',
        max_len: '100000', // 0 would mean 60 characters here
        // Clips are independent. With 0 a prompt would be dropped without a word, hence a small window for it.
        max_context: prompt ? String(promptTokens) : '0',
        ...(prompt ? { prompt } : {}),
        // Signs of music and the like are no words.
        suppress_nst: 'true',
        ...((short || !model.wholeWindows) && {
          audio_ctx: String(framesFor(clip, model.wholeWindows?.margin)),
        }),
        ...(remote && {
          model: remote.model,
          'timestamp_granularities[]': 'word',
        }),
        vad: 'false', // we cut; with it on, token times would not be mapped back
      })
      const [path, withinMs] = remote ? [openAiPath, remoteDeadlineMs] : ['/inference', deadlineMs]
      const at = leastBusy()
      count(at, 1)
      const answer = post(at + path, body, bearer(remote?.key ?? null), { signal, withinMs })
      const segments = readAnswer(await answer.finally(() => count(at, -1)))
      return segments.flatMap((segment) => readSegment(segment, clip))
    },
  }
}

/** Of the encoder's 1500 for 30 seconds: the clip's own, and some more for its end. */
const margin = 64
/**
 * With flash attention whisper.cpp attends to whole blocks of so many frames, and where the context ends within one, the
 * rest of the block is what earlier clips left there: one word again and again, or sound of another recording. Measured on
 * 25 readers' clips: 11.6 to 12.1 % of the words wrong with whole blocks, 13.4 to 15.2 % without. The whole window is 36
 * frames short of its sixth block; those remain.
 */
const blockFrames = 256
const framesFor = (clip: Int16Array, more = margin): number => {
  const needed = Math.ceil((Math.max(clip.length, minSamples) / sampleRate) * 50) + more
  return Math.min(1500, Math.ceil(needed / blockFrames) * blockFrames)
}

/**
 * whisper.cpp gives tokens in each segment, others words beside all segments.
 * @throws PermanentFailure engine_answer when it is no transcript
 */
function readAnswer(text: string): Segment[] {
  const read = answerShape.safeParse(jsonOrNull(text))
  if (!read.success)
    throw new PermanentFailure(
      'engine_answer',
      'The speech server answered with something that is no transcript. Check its address (APPLIANCE_SPEECH_URL).',
      { cause: read.error },
    )
  const { segments, words } = read.data
  if (words.length === 0) return segments
  return segments.map((segment, i) => {
    const next = segments[i + 1]?.start ?? Infinity
    const from = i === 0 ? -Infinity : segment.start
    const own = words.filter(({ start }) => start >= from && start < next)
    return {
      ...segment,
      words: own.map((word) => ({ ...word, word: ` ${word.word.trim()}`, probability: 1 })),
    }
  })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readSegment(segment: Segment, clip: Int16Array): EngineSegment[] {
  const seconds = clip.length / sampleRate
  const within = (time: number): number => Math.min(Math.max(time, 0), seconds)
  const words = spreadWords(
    joinTokens(segment.words, seconds),
    clip,
    within(segment.start),
    within(segment.end),
  )
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last) return []
  return [{ start: first.start, end: last.end, text: words.map((w) => w.text).join(' '), words }]
}

/** Tokens → words: a leading space begins one. Times are made to grow and to stay within the clip. */
export function joinTokens(tokens: Token[], seconds: number): EngineWord[] {
  const words: EngineWord[] = []
  let earliest = 0
  for (const token of tokens) {
    const start = Math.min(Math.max(token.start, earliest, 0), seconds)
    const end = Math.min(Math.max(token.end, start), seconds)
    const last = words.at(-1)
    if (last && !token.word.startsWith(' ')) {
      last.text += token.word
      last.end = Math.max(last.end, end)
      // Between a comma and a full stop an engine is often in doubt, and of the word before it sure.
      if (/[\p{L}\p{N}]/u.test(token.word)) last.confidence = Math.min(last.confidence, token.probability)
    } else words.push({ text: token.word.trimStart(), start, end, confidence: token.probability })
    earliest = words.at(-1)!.end
  }
  return words.map((word) => ({ ...word, text: word.text.trim() })).filter((word) => word.text !== '')
}

/** node:http, because fetch gives up after five minutes without headers. Closing the connection makes whisper.cpp stop. */
function post(
  url: string,
  body: { type: string; bytes: Buffer },
  more: Record<string, string>,
  { signal, withinMs }: { signal: AbortSignal; withinMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const gone = (cause: unknown): AppError =>
      new AppError('engine_crashed', 'The speech engine stopped while it was transcribing.', { cause })
    const asking = (url.startsWith('https:') ? secureRequest : request)(
      url,
      {
        method: 'POST',
        headers: { ...more, 'content-type': body.type, 'content-length': body.bytes.length },
        timeout: withinMs,
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('error', (error) => finish(() => reject(signal.aborted ? signal.reason : gone(error))))
        answer.on('end', () => {
          if (answer.statusCode === 200) finish(() => resolve(text))
          else if (answer.statusCode === 401 || answer.statusCode === 403) finish(() => reject(refused()))
          else finish(() => reject(gone(new Error(`status ${answer.statusCode}: ${text.slice(0, 200)}`))))
        })
      },
    )
    const abort = (): void => void asking.destroy()
    const finish = (act: () => void): void => {
      signal.removeEventListener('abort', abort)
      act()
    }
    signal.addEventListener('abort', abort)
    asking.on('timeout', () => asking.destroy(new Error(`no answer within ${withinMs / 60_000} minutes`)))
    asking.on('error', (error) => finish(() => reject(signal.aborted ? signal.reason : gone(error))))
    asking.end(body.bytes)
  })
}

const refused = (): PermanentFailure =>
  new PermanentFailure(
    'engine_answer',
    'The speech server refuses its key, or asks for one. Check APPLIANCE_SPEECH_KEY.',
  )

function form(file: Buffer, fields: Record<string, string>): { type: string; bytes: Buffer } {
  const boundary = randomUUID()
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="clip.wav"\r\nContent-Type: audio/wav\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

function atLeast(clip: Int16Array, length: number): Int16Array {
  if (clip.length >= length) return clip
  const padded = new Int16Array(length)
  padded.set(clip)
  return padded
}
