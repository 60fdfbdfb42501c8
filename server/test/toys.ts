import { join } from 'node:path'
import { loadConfig } from '../config.ts'
import type { EngineEndpoint } from '../speech/gate.ts'
import type { SpeechModel } from '../speech/models.ts'

/** Small models that know synthetic voices alone, for tests that need exact words; see README.md there. */
export const toysDir = join(loadConfig({}).appRoot, 'server', 'test', 'models')

export const toyFile = join(toysDir, 'ggml-demo.en-q8_0.bin')

export const toyModel: SpeechModel = {
  id: 'demo',
  name: 'Toy',
  sizeBytes: 1,
  sha256: 'a',
  multilingual: false,
  addedAt: null,
  bundled: true,
  file: toyFile,
  wholeWindows: { margin: 256 },
}

/** Where a server with the toy answers. */
export const toyEndpoint = (url: string): EngineEndpoint => ({ url, model: toyModel })
