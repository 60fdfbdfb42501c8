import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { createThread, ThreadDeadline } from '../../processes/thread.ts'
import type { ReadFile } from './file.ts'
import { tasks, type Tasks } from './tasks.ts'

/** Up to here a text takes some milliseconds. Hours of talk take seconds, in which no chunk of a recording would be taken. */
const shortCharacters = 20_000
/** Far beyond what a whole day of talk takes. */
const deadlineMs = 60_000

/** Computes the tasks, and keeps nobody waiting meanwhile. */
export type TextReader = ReturnType<typeof createTextReader>

type Refusal = Extract<ReadFile, { refused: string }>['refused']
const codes = { empty: 'empty_file', unreadable: 'unsupported_media_type', chat: 'invalid_input' } as const
const sentences: Record<Refusal, string> = {
  empty: 'The file holds no words.',
  unreadable: 'The file could not be read as text. Save the transcript as a text, VTT, SRT or Word file.',
  chat: "This is the chat of a meeting, not its transcript: nobody said these words. Choose the transcript's own file.",
}

/** Long texts go to a thread, and so does every file, whatever it is called. */
export function createTextReader(appRoot: string) {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'text-reader.js'))

  async function run<K extends keyof Tasks>(
    task: K,
    input: Parameters<Tasks[K]>[0],
    isShort: boolean,
  ): Promise<ReturnType<Tasks[K]>> {
    if (isShort) return (tasks[task] as (input: unknown) => ReturnType<Tasks[K]>)(input)
    try {
      return (await inThread({ task, input }, { deadlineMs })) as ReturnType<Tasks[K]>
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
     * @throws AppError empty_file, unsupported_media_type, invalid_input
     */
    async file(bytes: Uint8Array): Promise<string> {
      const read = await run('file', bytes, false)
      if ('refused' in read) throw new AppError(codes[read.refused], sentences[read.refused])
      return read.content
    },
    lines: (content: string) => run('lines', content, isShort(content)),
    segments: (text: Parameters<Tasks['segments']>[0]) => run('segments', text, isShort(text.content)),
    stored: (text: Parameters<Tasks['stored']>[0]) => run('stored', text, isShort(text.content)),
    revise: (text: Parameters<Tasks['revise']>[0]) =>
      run('revise', text, isShort(text.content) && text.rows.length <= 200),
    name: (text: Parameters<Tasks['name']>[0]) => run('name', text, isShort(text.content)),
  }
}
