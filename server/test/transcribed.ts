import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createSpeechEngineHost } from '../processes/speech-engine.ts'
import { decodeToWav, findFfmpeg } from '../speech/audio.ts'
import type { TimedSegment } from '../speech/merge.ts'
import type { SpeechModel } from '../speech/models.ts'
import { planPieces } from '../speech/pieces.ts'
import { quietestMoment, transcribePiece } from '../speech/transcribe.ts'
import { findSpeech } from '../speech/vad.ts'
import { whisperEngine } from '../speech/whisper.ts'
import { temporaryFolder } from './files.ts'
import { testEnvironment } from './server.ts'

/** Takes files through everything there is: decode → voices → pieces → engine → recording. One engine for a test. */
export async function transcriber(model: SpeechModel): Promise<(file: string) => Promise<TimedSegment[]>> {
  const config = loadConfig(testEnvironment('/tmp/unused'))
  const folder = await temporaryFolder()
  const log = createLog({ ...config, logLevel: 'silent' }, 'test')
  const host = createSpeechEngineHost({ engineDir: config.engineDir, runDir: join(folder, 'run'), log })
  onTestFinished(() => host.stop())
  await host.use(model)
  const engine = whisperEngine(host.endpoint()!)
  let count = 0
  return async (file) => {
    const wav = join(folder, `${++count}.wav`)
    const { durationMs } = await decodeToWav((await findFfmpeg(config))!, file, wav)
    const speech = await findSpeech(wav, { appRoot: config.appRoot })
    const pieces = await planPieces(speech, durationMs, (from, to) => quietestMoment(wav, from, to))
    const segments: TimedSegment[] = []
    for (const piece of pieces)
      segments.push(
        ...(await transcribePiece(engine, wav, piece, {
          language: 'en',
          signal: new AbortController().signal,
        })),
      )
    return segments
  }
}
