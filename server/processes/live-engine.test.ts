import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { modelForLive } from '../speech/live-model.ts'
import type { SpeechModel } from '../speech/models.ts'
import { until } from '../test/client.ts'
import { toyFile } from '../test/toys.ts'
import { temporaryFolder } from '../test/files.ts'
import { testEnvironment } from '../test/server.ts'
import { createLiveEngine } from './live-engine.ts'

const config = loadConfig(testEnvironment('/tmp/unused'))
const log = createLog({ ...config, logLevel: 'silent' }, 'test')
const model = (id: string, sizeBytes: number, facts: Partial<SpeechModel> = {}): SpeechModel => ({
  ...{ id, name: id, sizeBytes, sha256: id, multilingual: false, addedAt: null, bundled: false },
  file: toyFile,
  ...facts,
})
const bundled = model('demo', 1, { bundled: true })

test('who begins to record while the engine is about to end for want of a recording finds it running', async () => {
  const { engineDir } = config
  let chosen = (): void => undefined
  const choosing = new Promise<void>((resolve) => (chosen = resolve))
  const engine = createLiveEngine({
    ...{ engineDir, runDir: join(await temporaryFolder(), 'run'), log, idleMs: 50 },
    model: () => choosing.then(() => bundled),
  })
  onTestFinished(() => engine.stop())
  engine.hold()()
  await pause(200) // it is to end, as soon as it has started
  const release = engine.hold()
  chosen()
  await until(async () => engine.endpoint(), Boolean)
  await pause(500)
  expect(engine.endpoint()).not.toBeNull()
  release()
  await until(
    async () => engine.isWanted(),
    (wanted) => !wanted,
  )
  engine.hold()
  await until(async () => engine.endpoint(), Boolean)
})

test('live text gets the smallest model that knows the language', () => {
  const large = model('large', 3000, { multilingual: true })
  const [small, tiny] = [model('small', 500, { multilingual: true }), model('tiny.en', 75)]
  const installed = [large, tiny, small]
  expect(modelForLive(installed, large, 'en').id).toBe('tiny.en')
  expect(modelForLive(installed, large, 'cy').id).toBe('small')
  expect(modelForLive(installed, tiny, 'en').id).toBe('tiny.en')
  expect(modelForLive(installed, bundled, 'en').id).toBe('demo')
  expect(() => modelForLive([bundled, tiny], tiny, 'auto')).toThrow(/knows English only/)
})
