import type { Attendee, Segment } from '#contract/transcripts.ts'
import { AppError } from '../../errors.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { LanguageEngine } from '../../language/engine.ts'
import { asData } from '../../language/prompt.ts'
import { splitIntoWindows, type WindowSegment } from '../../language/windows.ts'
import { namesAnswer, type NameAnswer } from './schema.ts'

const longestAnswerTokens = 1024
/** Of a small context the answer may have this share. */
const answerShare = 1 / 3
/** For one window: a small machine reads a few tokens a second. */
const windowDeadlineMs = 20 * 60_000
/** What stands around the lines, beside the system's part. */
const around = 160
/** A window with less room than this is of no use. */
const leastBudget = 200
/** A window of fewer lines is not cut once more when its answer is too long. */
const fewestLines = 6

export type Asking = {
  segments: readonly Segment[]
  /** Whose names are asked for. */
  labels: readonly string[]
  /** Names that are known for sure, by label. */
  known: ReadonlyMap<string, string>
  attendees: readonly Attendee[]
}

/** The model's answer to a part of a meeting. */
export type PartNames = {
  names: NameAnswer[]
  /** The ids of the segments that it had before it, by their lines' numbers. */
  given: ReadonlyMap<number, number>
  model: string
  /** Up to this line everything has been read. */
  linesRead: number
}

/** So many lines before where an interrupted reading goes on are read once more. */
const repeatedLines = 3

type Line = WindowSegment & { number: number }

const line = ({ number, speaker, text }: Line): string => `[${number}] ${speaker ?? 'Unknown'}: ${text}`

const systemText = (rule: string): string =>
  `In the transcript of a meeting the speakers bear labels: "Speaker 1", "Speaker 2". You find out from what is said who they are: people say who they are, are thanked, called on or addressed by name just before or after they speak.

Give a name for a label only where a line shows it, with:
- label: the label whose name it is.
- name: the name as it was said; as in the list of attendees where it is one of them.
- line: the number in square brackets before the line that shows it.
- quote: the words of that line that show it, copied exactly.

Somebody who is only spoken of, or who is absent, is nobody's name. Guess nothing. An empty list is a good answer.

${rule}`

/** What stands above the lines. */
function headOf({ labels, known, attendees }: Asking): string {
  const people = attendees.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ')
  return [
    `Attendees: ${people || 'not known'}`,
    ...[...known].map(([label, name]) => `${label} is ${name}`),
    `Labels without a name: ${labels.join(', ')}`,
  ].join('\n')
}

/**
 * Asks the model who the speakers are, window by window.
 * @param options.from the line with which an interrupted reading goes on
 * @param options.onPart told of each answer, before the next part is asked about
 * @throws AppError language_…
 */
export async function askForNames(
  language: LanguageEngine,
  asking: Asking,
  { signal, progress, giveWay }: Pick<JobContext, 'signal' | 'progress' | 'giveWay'>,
  { from, onPart }: { from: number; onPart: (part: PartNames) => Promise<void> },
): Promise<void> {
  const lines = asking.segments.map(({ id, start, end, speaker, text }, number): Line => ({
    ...{ id, start, end, speaker, number },
    text: text.replace(/\s+/g, ' ').trim(),
  }))
  const head = headOf(asking)
  const count = await language.tokenCounter()
  const maxAnswerTokens = Math.min(
    longestAnswerTokens,
    Math.floor((await language.contextSize()) * answerShare),
  )
  const system = systemText(asData('', 'transcript').rule)
  const room = await language.roomFor({ system, schema: namesAnswer, maxAnswerTokens })
  const budget = room - around - count(head)
  if (budget < leastBudget)
    throw new AppError(
      'language_truncated',
      'The language model’s context is too small to search for names. Set a larger one on the System page.',
    )
  const left = lines.slice(Math.max(0, from - repeatedLines))
  const windows = splitIntoWindows(left, { budget, count, render: line })

  async function ask(part: readonly Line[]): Promise<void> {
    const data = asData(`${head}\n\n${part.map(line).join('\n')}`, 'transcript')
    try {
      const answer = await language.complete({
        system: systemText(data.rule),
        messages: [{ role: 'user', content: `${data.block}\n\nAnswer with the JSON.` }],
        schema: namesAnswer,
        maxAnswerTokens,
        temperature: 0,
        signal,
        deadlineMs: windowDeadlineMs,
      })
      const given = new Map(part.map(({ number, id }) => [number, id]))
      const linesRead = part.at(-1)!.number + 1
      await onPart({ names: answer.value.names, given, model: answer.model, linesRead })
    } catch (error) {
      const isLong = error instanceof AppError && error.code === 'language_truncated'
      if (!isLong || part.length < 2 * fewestLines) throw error
      const middle = Math.ceil(part.length / 2)
      await ask(part.slice(0, middle))
      await ask(part.slice(middle))
    }
  }

  const before = lines.length - left.length
  const startedAt = Date.now()
  for (const [at, window] of windows.entries()) {
    await giveWay()
    signal.throwIfAborted()
    const seconds =
      at === 0 ? null : Math.ceil(((Date.now() - startedAt) / 1000 / at) * (windows.length - at))
    const where = windows.length === 1 ? '' : `: part ${at + 1} of ${windows.length}`
    const share = (before + (left.length * at) / windows.length) / lines.length
    progress(100 * share, `Searching for names${where}`, seconds)
    await ask(window)
  }
}
