import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createGate } from '../speech/gate.ts'
import type { SpeechModel } from '../speech/models.ts'
import { temporaryFolder } from '../test/files.ts'
import { toyFile } from '../test/toys.ts'
import { descendants } from '../test/process.ts'
import { testEnvironment } from '../test/server.ts'
import { createOwnEngine, type OwnEngine } from './own-engine.ts'

const config = loadConfig(testEnvironment('/tmp/unused'))
const model = (more: Partial<SpeechModel>): SpeechModel => ({
  id: 'other',
  name: 'other',
  sizeBytes: 1000,
  sha256: 'b',
  multilingual: false,
  addedAt: null,
  bundled: false,
  file: toyFile,
  ...more,
})
const signal = new AbortController().signal
const waits: number[] = []
const wait = (engine: OwnEngine) => engine.wait(signal, () => void waits.push(1))
const servers = async () =>
  (await descendants(process.pid)).filter((p) => p.command.includes('whisper-server'))

async function own(wanted: SpeechModel, freeMemory?: () => number) {
  const shared = createGate()
  const endpoint = { url: 'http://127.0.0.1:1', model: model({ sha256: 'a' }) }
  shared.set(endpoint)
  const engine = createOwnEngine({
    model: wanted,
    shared,
    engineDir: config.engineDir,
    runDir: await temporaryFolder(),
    log: createLog({ ...config, logLevel: 'silent' }, 'test'),
    freeMemory,
  })
  return { engine, endpoint, shared }
}

test('the shared engine is used while it has the model, then one of its own', async () => {
  const { engine, endpoint, shared } = await own(model({ sha256: 'a' }))
  expect(await wait(engine)).toBe(endpoint)
  expect(await servers()).toEqual([])
  shared.set({ ...endpoint, model: model({ sha256: 'c' }) })
  const mine = await wait(engine)
  expect(mine.model.sha256).toBe('a')
  expect((await fetch(`${mine.url}/health`)).status).toBe(200)
  expect(await servers()).toHaveLength(1)
  await engine.stop()
  expect(await servers()).toEqual([])
})

test('too little memory is said before anything is started', async () => {
  const { engine } = await own(
    model({ name: 'Whisper large', sizeBytes: 3_000_000_000 }),
    () => 2_000_000_000,
  )
  await expect(wait(engine)).rejects.toMatchObject({
    code: 'memory_short',
    message: expect.stringContaining('needs about 4.0 GB, and 2.0 GB are free') as string,
  })
  expect(await servers()).toEqual([])
  await engine.stop()
})

test('a model that does not load fails with a reason', async () => {
  const { engine } = await own(model({ file: join(config.appRoot, 'package.json') }))
  await expect(wait(engine)).rejects.toMatchObject({ code: 'model_damaged' })
  await engine.stop()
  expect(await servers()).toEqual([])
})
