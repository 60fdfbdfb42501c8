import { join } from 'node:path'
import { loadConfig } from '../config.ts'
import type { SpeechModel } from '../speech/models.ts'

/** The speech model that comes along. */
export const demoFile = join(loadConfig({}).appRoot, 'models', 'demo', 'ggml-demo.en-q8_0.bin')

export const demoModel: SpeechModel = {
  id: 'demo',
  name: 'Demo',
  sizeBytes: 1,
  sha256: 'a',
  multilingual: false,
  addedAt: null,
  demo: true,
  file: demoFile,
}
