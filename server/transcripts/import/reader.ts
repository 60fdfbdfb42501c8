import { join } from 'node:path'
import { textLimits } from '#contract/transcripts.ts'
import { AppError } from '../../errors.ts'
import { createThread, ThreadDeadline } from '../../processes/thread.ts'
import type { ReadFile } from './file.ts'
import type { Tasks } from './tasks.ts'

/** Up to here a text takes some milliseconds, and need not wait for hours of talk, which take seconds. */
const shortCharacters = 20_000
const shortRows = 200
/** Beyond what a whole day of talk takes. */
const deadlineMs = 10_000

/** Beyond these a text is no meeting's; the contract refuses what is longer than `textLimits.characters` by itself. */
function checkText(content: string): void {
  if (content.length > textLimits.characters)
    throw new AppError(
      'too_large',
      'The text is longer than 8 MB. Divide it, and add each part as its own recording.',
    )
  let lines = 1
  for (let i = 0; i < content.length; i++) if (content.charCodeAt(i) === 10) lines += 1
  if (lines > textLimits.lines)
    throw new AppError(
      'too_large',
      `The text has more than ${count(textLimits.lines)} lines. Divide it, and add each part as its own recording.`,
    )
}

const checkSpeakers = (parts: readonly { speaker?: string | null }[]): void =>
  checkCount(new Set(parts.map(({ speaker }) => speaker)).size)

function checkCount(speakers: number): void {
  if (speakers > textLimits.speakers)
    throw new AppError(
      'too_large',
      `The text has more than ${count(textLimits.speakers)} speakers. Are these really their names?`,
    )
}

const count = (number: number): string => number.toLocaleString('en-GB')

/** Computes the tasks, and keeps nobody waiting meanwhile. */
export type TextReader = ReturnType<typeof createTextReader>

type Refusal = Extract<ReadFile, { refused: string }>['refused']
const codes = { empty: 'empty_file', unreadable: 'unsupported_media_type', chat: 'invalid_input' } as const
const sentences: Record<Refusal, string> = {
  empty: 'The file holds no words.',
  unreadable: 'The file could not be read as text. Save the transcript as a text, VTT, SRT or Word file.',
  chat: "This is the chat of a meeting, not its transcript: nobody said these words. Choose the transcript's own file.",
}

/** Every text goes to a thread: also a line can be written so that reading it takes for ever. */
export function createTextReader(appRoot: string) {
  const program = join(appRoot, 'dist', 'server', 'text-reader.js')
  const ofShort = createThread(program)
  const ofLong = createThread(program)

  async function run<K extends keyof Tasks>(
    task: K,
    input: Parameters<Tasks[K]>[0],
    isShort: boolean,
  ): Promise<ReturnType<Tasks[K]>> {
    try {
      return (await (isShort ? ofShort : ofLong)({ task, input }, { deadlineMs })) as ReturnType<Tasks[K]>
    } catch (error) {
      if (!(error instanceof ThreadDeadline)) throw error
      throw new AppError('invalid_input', 'The text is too long, or too tangled, to be read.', {
        cause: error,
      })
    }
  }
  const isShort = (content: string): boolean => content.length <= shortCharacters

  return {
    /**
     * The text of a transcript's file, by what is in it.
     * @throws AppError empty_file, unsupported_media_type, invalid_input, too_large
     */
    async file(bytes: Uint8Array): Promise<string> {
      const read = await run('file', bytes, false)
      if ('refused' in read) throw new AppError(codes[read.refused], sentences[read.refused])
      checkText(read.content)
      return read.content
    },
    /** @throws AppError invalid_input, too_large; the same goes for those that follow */
    async lines(content: string) {
      checkText(content)
      const read = await run('lines', content, isShort(content))
      checkSpeakers(read.lines)
      return read
    },
    async segments(text: Parameters<Tasks['segments']>[0]) {
      checkText(text.content)
      const read = await run('segments', text, isShort(text.content))
      checkSpeakers(read)
      return read
    },
    async stored(text: Parameters<Tasks['stored']>[0]) {
      checkText(text.content)
      const stored = await run('stored', text, isShort(text.content))
      checkCount(stored.speakers)
      return stored
    },
    async revise(text: Parameters<Tasks['revise']>[0]) {
      checkText(text.content)
      const revised = await run('revise', text, isShort(text.content) && text.rows.length <= shortRows)
      if (revised.kind !== 'same') checkSpeakers(revised.parts)
      return revised
    },
    async name(text: Parameters<Tasks['name']>[0]) {
      checkText(text.content)
      return run('name', text, isShort(text.content))
    },
    segment: (change: Parameters<Tasks['segment']>[0]) => run('segment', change, true),
    replace: (change: Parameters<Tasks['replace']>[0]) =>
      run('replace', change, change.rows.length <= shortRows),
  }
}
