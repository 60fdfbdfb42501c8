import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Segment } from '#contract/transcripts.ts'
import { loadConfig } from '../config.ts'
import { exists } from '../files/exists.ts'
import { temporaryFolder } from './files.ts'

const run = promisify(execFile)
const scripts = join(loadConfig({}).appRoot, 'scripts', 'speech')

const truthShape = z.object({
  duration: z.number(),
  segments: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      speaker: z.string(),
      text: z.string(),
      words: z.array(z.object({ start: z.number(), end: z.number(), word: z.string() })),
    }),
  ),
})

export type Spoken = { wav: string; file: string; truthFile: string; truth: z.infer<typeof truthShape> }

/** A synthesised meeting that the toy models understand, with its truth; made once and kept in the system's temporary folder. */
export async function meeting(options: {
  seed: number
  minutes: number
  speakers: number
  pauses?: 'short' | 'ordinary' | 'long'
  noise?: number
  /** Share of turns that begin before the one before has ended. */
  overlap?: number
  /** Also as this container, with a black picture where it is video. */
  as?: 'mp4'
}): Promise<Spoken> {
  const key = createHash('sha256')
    .update(JSON.stringify(options))
    .update(await readFile(join(scripts, 'make_meeting.py')))
    .digest('hex')
  const folder = join(tmpdir(), 'appliance-speech', key.slice(0, 16))
  if (!(await exists(folder))) {
    const making = `${folder}.${process.pid}`
    await mkdir(making, { recursive: true })
    const { seed, minutes, speakers, pauses = 'ordinary', noise, overlap, as } = options
    const args = [
      ...['--seed', seed, '--minutes', minutes, '--speakers', speakers, '--pauses', pauses],
      ...(noise === undefined ? [] : ['--noise', noise]),
      ...(overlap === undefined ? [] : ['--overlap', overlap]),
    ]
    await run('python3', [
      join(scripts, 'make_meeting.py'),
      ...args.map(String),
      '--out',
      join(making, 'meeting'),
    ])
    if (as === 'mp4')
      await run('ffmpeg', [
        ...[
          '-loglevel',
          'error',
          '-f',
          'lavfi',
          '-i',
          'color=black:s=64x48:r=5',
          '-i',
          join(making, 'meeting.wav'),
        ],
        ...['-shortest', '-c:v', 'mpeg4', '-c:a', 'aac', '-b:a', '96k', join(making, 'meeting.mp4')],
      ])
    await rename(making, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error // else another test file made the same one meanwhile
    })
  }
  const wav = join(folder, 'meeting.wav')
  return {
    wav,
    file: options.as ? join(folder, `meeting.${options.as}`) : wav,
    truthFile: join(folder, 'meeting.json'),
    truth: truthShape.parse(JSON.parse(await readFile(join(folder, 'meeting.json'), 'utf8'))),
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9']+/g) ?? []

/** (substitutions + deletions + insertions) / words spoken, as scripts/speech/score.py counts. */
export function wordErrorRate(spoken: Spoken, heard: string): number {
  const reference = wordsOf(spoken.truth.segments.map((s) => s.text).join(' '))
  const hypothesis = wordsOf(heard)
  let row = Array.from({ length: hypothesis.length + 1 }, (_, j) => j)
  for (const [i, word] of reference.entries()) {
    const next = [i + 1]
    for (const [j, other] of hypothesis.entries())
      next.push(Math.min(row[j]! + (word === other ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row.at(-1)! / reference.length
}

/** Share of the words with the wrong speaker, as scripts/speech/score.py counts. */
export async function wordDiarisationErrorRate(spoken: Spoken, segments: Segment[]): Promise<number> {
  const words = segments.flatMap(({ speaker, words: said }) =>
    said.map(({ text, start, end }) => ({ word: text, start, end, speaker })),
  )
  const file = join(await temporaryFolder(), 'words.json')
  await writeFile(file, JSON.stringify(words))
  const { stdout } = await run('python3', [join(scripts, 'score.py'), spoken.truthFile, '--words', file])
  return z.object({ wder: z.number() }).parse(JSON.parse(stdout)).wder
}
