import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ended, getTranscript, uploaded } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

const run = promisify(execFile)
const minute = 60_000

test.each([
  ['silence', 'anullsrc=r=16000:cl=mono'],
  ['white noise', 'anoisesrc=color=white:amplitude=0.1'],
  ['pink noise', 'anoisesrc=color=pink:amplitude=0.3'],
  ['hum', 'sine=frequency=50,volume=0.5'],
])(
  'ten minutes of %s give no words',
  async (_, source) => {
    const { url } = await startAppliance()
    const file = join(await temporaryFolder(), 'quiet.wav')
    await run('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', source, '-t', '600', '-ac', '1', file])
    const { id } = await uploaded(url, file)
    expect((await ended(url, id)).status).toBe('done')
    expect((await getTranscript(url, id)).text).toBe('')
  },
  5 * minute,
)

test(
  'an hour of meeting comes out whole',
  async () => {
    const { url } = await startAppliance()
    const spoken = await meeting({ seed: 31, minutes: 60, speakers: 5 })
    const { id } = await uploaded(url, spoken.wav)
    expect((await ended(url, id)).status).toBe('done')
    const transcript = await getTranscript(url, id)
    expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
    expect(transcript.segments.at(-1)!.end).toBeGreaterThan(spoken.truth.duration - 10)
  },
  20 * minute,
)
