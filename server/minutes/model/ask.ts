import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { LanguageEngine } from '../../language/engine.ts'
import { plainly } from '../../language/plain.ts'
import { asData } from '../../language/prompt.ts'
import { roughTokens } from '../../language/tokens.ts'
import { splitIntoWindows } from '../../language/windows.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { MeetingFacts } from '../compose.ts'
import { flat, type Source } from '../evidence.ts'
import { joined, type Gap } from './gaps.ts'
import { headOf, line, systemText, userText } from './prompt.ts'
import { withTrueLines } from './quote.ts'
import { clipped, mapClaims, windowAnswer, type WindowAnswer } from './schema.ts'

const longestAnswerTokens = 2048
/** Of a small context the answer may have this share. */
const answerShare = 1 / 3
/** For one window: a small machine reads a few tokens a second. */
const windowDeadlineMs = 20 * 60_000
/** For all windows together, while they are asked for. */
const usualDeadlineMs = 6 * 60 * 60_000
/** What stands around the lines, beside the system's part. */
const around = 160
/** A window of fewer lines is not cut once more when its answer is too long. */
const fewestLines = 6
/** So many windows one after the other of which nothing could be used say that nothing more is to be had of this model. */
const mostInARow = 3
/** So many parts of one window: the rest of it is not tried. */
const mostInWindow = 2
/** Where the bar begins and how far the windows bring it. */
const bar = { from: 3, to: 95 }

/** What is known of minutes that were interrupted: how long their windows are, and what the model has said of them. */
export type Parts = {
  /** JSON. */
  find(key: string): Promise<string | null>
  keep(key: string, json: string): Promise<void>
}

type Line = { id: number; start: number; end: number; speaker: string | null; text: string; number: number }

/** Failures that say something of one window, and nothing of the next. */
const ofOneWindow = new Set(['language_truncated', 'language_invalid', 'language_timeout', 'language_failed'])

/**
 * What the model says of each window of a meeting, and its name. Where nothing of it could be used is a gap.
 * @throws AppError language_… when there is no model, or none of its answers could be used
 */
export async function askModel(
  language: LanguageEngine,
  {
    meeting,
    source,
    instructions,
    parts,
    deadlineMs = usualDeadlineMs,
  }: {
    meeting: MeetingFacts
    source: Source
    instructions: string
    parts: Parts
    deadlineMs?: number
  },
  {
    signal,
    progress,
    giveWay,
    partStored,
  }: Pick<JobContext, 'signal' | 'progress' | 'giveWay' | 'partStored'>,
): Promise<{ answers: WindowAnswer[]; gaps: Gap[]; model: string }> {
  const lines: Line[] = source.segments.map(({ id, start, end, speaker, text }, number) => ({
    ...{ id, start, end, speaker, number },
    text: flat(text),
  }))
  const count = await language.tokenCounter()
  const maxAnswerTokens = Math.min(
    longestAnswerTokens,
    Math.floor((await language.contextSize()) * answerShare),
  )
  const room = await language.roomFor({
    system: systemText(instructions, asData('', 'transcript').rule),
    schema: windowAnswer,
    maxAnswerTokens,
  })
  const head = headOf(meeting)
  const budget = room - around - 2 * count(head)
  if (budget < 200)
    throw new AppError(
      'language_truncated',
      'The language model’s context is too small for minutes. Set a larger one on the System page.',
    )
  const { model: asked } = await language.status()
  const about = [asked, instructions, head]

  /** One that does not fit is an earlier version's, and found anew. */
  async function found<T>(key: string, shape: z.ZodType<T>): Promise<T | null> {
    const json = await parts.find(key)
    return json === null ? null : (shape.safeParse(JSON.parse(json)).data ?? null)
  }

  // The model's way of counting is learnt meanwhile; windows that were cut another way would all be asked for again.
  const cutKey = keyOf(['windows', ...about, ...lines.map(line)])
  const said = lines.map(line).join('\n')
  const cutAt =
    (await found(cutKey, z.number())) ?? Math.floor((budget * roughTokens(said)) / Math.max(1, count(said)))
  await parts.keep(cutKey, JSON.stringify(cutAt))
  const windows = splitIntoWindows(lines, { budget: cutAt, count: roughTokens, render: line })
  const answers: WindowAnswer[] = []
  const gaps: Gap[] = []
  const failures: AppError[] = []
  let model = asked ?? ''
  const startedAt = Date.now()
  /** How long the model was at it, without the time in which others went before. */
  let spentMs = 0

  function leaveOut(part: readonly Line[], why: AppError): void {
    const [first, last] = [part[0]!, part.at(-1)!]
    gaps.push({
      start: first.start,
      end: Math.max(...part.map(({ end }) => end)),
      lines: [first.number + 1, last.number + 1],
      why: plainly(why.code),
    })
    failures.push(why)
  }

  const usable = (answer: WindowAnswer, part: readonly Line[]): WindowAnswer =>
    mapClaims(clipped(answer), (claim) =>
      withTrueLines(claim, [part[0]!.number, part.at(-1)!.number], source),
    )

  /** @param of what became of the window that it is a part of */
  async function ask(part: readonly Line[], of: { good: number; bad: number }): Promise<void> {
    const key = keyOf(['part', ...about, ...part.map(line)])
    const before = await found(key, windowAnswer)
    if (before !== null) {
      answers.push(usable(before, part))
      of.good++
      return
    }
    const left = deadlineMs - spentMs
    if (left <= 0) return leaveOut(part, outOfTime(deadlineMs))
    const data = asData(`${head}\n\n${part.map(line).join('\n')}`, 'transcript')
    const since = Date.now()
    try {
      const answer = await language
        .complete({
          system: systemText(instructions, data.rule),
          messages: [{ role: 'user', content: userText(meeting, data.block) }],
          schema: windowAnswer,
          maxAnswerTokens,
          signal,
          deadlineMs: Math.min(windowDeadlineMs, left),
        })
        .finally(() => void (spentMs += Date.now() - since))
      answers.push(usable(answer.value, part))
      of.good++
      ;({ model } = answer)
      await parts.keep(key, JSON.stringify(answer.value))
      await partStored()
    } catch (error) {
      if (!(error instanceof AppError) || !ofOneWindow.has(error.code)) throw error
      const isLong = error.code === 'language_truncated'
      const isFew = part.length < 2 * fewestLines
      if (!isLong || isFew) {
        of.bad++
        return leaveOut(part, error)
      }
      // More to say of it than an answer may have: half at a time.
      const middle = Math.ceil(part.length / 2)
      for (const half of [part.slice(0, middle), part.slice(middle)])
        if (of.good === 0 && of.bad >= mostInWindow) leaveOut(half, error)
        else await ask(half, of)
    }
  }

  let inARow = 0
  for (const [at, window] of windows.entries()) {
    if (spentMs < deadlineMs) await giveWay()
    signal.throwIfAborted()
    const share = at / windows.length
    const left = at === 0 ? null : Math.ceil(((Date.now() - startedAt) / 1000 / at) * (windows.length - at))
    const step =
      windows.length === 1
        ? 'Writing the minutes'
        : `Writing the minutes: part ${at + 1} of ${windows.length}`
    progress(bar.from + share * (bar.to - bar.from), step, left)
    const of = { good: 0, bad: 0 }
    await ask(window.segments, of)
    inARow = of.good > 0 || of.bad === 0 ? 0 : inARow + 1
    if (inARow === mostInARow) break
  }
  const failure = failures.at(-1)
  if (failure && (answers.length === 0 || inARow === mostInARow)) throw failure
  return { answers, gaps: joined(gaps), model }
}

const outOfTime = (deadlineMs: number): AppError =>
  new AppError('language_timeout', `The language model did not come to an end within ${deadlineMs} ms.`)

const keyOf = (said: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('hex')
