import { AppError } from '../../errors.ts'
import type { LanguageEngine } from '../../language/engine.ts'
import { asData } from '../../language/prompt.ts'
import { splitIntoWindows } from '../../language/windows.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { MeetingFacts } from '../compose.ts'
import { flat, type Source } from '../evidence.ts'
import { headOf, line, systemText, userText } from './prompt.ts'
import { windowAnswer, type WindowAnswer } from './schema.ts'

const maxAnswerTokens = 2048
/** For one window: a small machine reads a few tokens a second. */
const windowDeadlineMs = 20 * 60_000
/** What stands around the lines, beside the system's part. */
const around = 160
/** A window of fewer lines is not cut once more when its answer is too long. */
const fewestLines = 6
/** Where the bar begins and how far the windows bring it. */
const bar = { from: 3, to: 95 }

type Line = { id: number; start: number; end: number; speaker: string | null; text: string; number: number }

/** What the model says of each window of a meeting, and its name. @throws AppError language_… */
export async function askModel(
  language: LanguageEngine,
  { meeting, source, instructions }: { meeting: MeetingFacts; source: Source; instructions: string },
  { signal, progress, giveWay }: Pick<JobContext, 'signal' | 'progress' | 'giveWay'>,
): Promise<{ answers: WindowAnswer[]; model: string }> {
  const lines: Line[] = source.segments.map(({ id, start, end, speaker, text }, number) => ({
    ...{ id, start, end, speaker, number },
    text: flat(text),
  }))
  const count = await language.tokenCounter()
  const room = await language.roomFor({
    system: systemText(instructions, asData('', 'transcript').rule),
    maxAnswerTokens,
  })
  const head = headOf(meeting)
  const budget = room - around - 2 * count(head)
  if (budget < 200)
    throw new AppError(
      'language_truncated',
      'The language model’s context is too small for minutes. Set a larger one on the System page.',
    )
  const windows = splitIntoWindows(lines, { budget, count, render: line })
  const answers: WindowAnswer[] = []
  let model = ''
  const startedAt = Date.now()

  async function ask(part: readonly Line[]): Promise<void> {
    const data = asData(`${head}\n\n${part.map(line).join('\n')}`, 'transcript')
    try {
      const answer = await language.complete({
        system: systemText(instructions, data.rule),
        messages: [{ role: 'user', content: userText(meeting, data.block) }],
        schema: windowAnswer,
        maxAnswerTokens,
        temperature: 0,
        signal,
        deadlineMs: windowDeadlineMs,
      })
      answers.push(answer.value)
      ;({ model } = answer)
    } catch (error) {
      const isLong = error instanceof AppError && error.code === 'language_truncated'
      if (!isLong || part.length < 2 * fewestLines) throw error
      // More to say of it than an answer may have: half at a time.
      const middle = Math.ceil(part.length / 2)
      await ask(part.slice(0, middle))
      await ask(part.slice(middle))
    }
  }

  for (const [at, window] of windows.entries()) {
    await giveWay()
    signal.throwIfAborted()
    const share = at / windows.length
    const left = at === 0 ? null : Math.ceil(((Date.now() - startedAt) / 1000 / at) * (windows.length - at))
    const step =
      windows.length === 1
        ? 'Writing the minutes'
        : `Writing the minutes: part ${at + 1} of ${windows.length}`
    progress(bar.from + share * (bar.to - bar.from), step, left)
    await ask(window.segments)
  }
  return { answers, model }
}
