import { copyFile, mkdir, rename, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { whisperEngine } from '../speech/whisper.ts'
import { until } from '../test/client.ts'
import { toyModel } from '../test/toys.ts'
import { temporaryFolder } from '../test/files.ts'
import { childOf, descendants } from '../test/process.ts'
import { testEnvironment } from '../test/server.ts'
import { createSpeechEngineHost, type SpeechEngineHost } from './speech-engine.ts'

const config = loadConfig(testEnvironment('/tmp/unused'))
const log = createLog({ ...config, logLevel: 'silent' }, 'test')
const whisper = /whisper-server/
const second = new Int16Array(16_000)
const request = { language: 'en', signal: new AbortController().signal }

async function host(
  engineDir: string | null = config.engineDir,
): Promise<{ engine: SpeechEngineHost; runDir: string }> {
  const runDir = join(await temporaryFolder(), 'run')
  const engine = createSpeechEngineHost({ engineDir, runDir, log })
  onTestFinished(() => engine.stop())
  return { engine, runDir }
}
const servers = async (): Promise<number[]> =>
  (await descendants(process.pid)).filter((p) => whisper.test(p.command)).map((p) => p.pid)

test('answers on loopback under a path that no command line tells, and serves no files', async () => {
  const { engine, runDir } = await host()
  await engine.use(toyModel)
  const { url } = engine.endpoint()!
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)
  expect(engine.status()).toMatchObject({ state: 'ready', model: { id: 'demo', bundled: true } })
  const [own] = (await descendants(process.pid)).filter((p) => whisper.test(p.command))
  expect(own!.command).not.toContain(new URL(url).pathname.slice(1))
  expect((await stat(`/proc/${own!.pid}/environ`)).mode & 0o077).toBe(0)
  await writeFile(join(runDir, 'secret.txt'), 'hush')
  const { origin } = new URL(url)
  for (const path of [
    '/secret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/inference',
    '/health',
    '/load',
  ])
    expect((await fetch(origin + path)).status, path).toBe(404)
  await engine.stop()
  expect(await servers()).toEqual([])
})

test('killed with -9 it comes back elsewhere, and a second try works', async () => {
  const { engine } = await host()
  await engine.use(toyModel)
  const before = engine.endpoint()!
  process.kill(await childOf(process.pid, whisper), 'SIGKILL')
  await expect(whisperEngine(before).transcribe(second, request)).rejects.toMatchObject({
    code: 'engine_crashed',
  })
  const after = await until(
    async () => engine.endpoint(),
    (endpoint) => endpoint !== null && endpoint !== before,
  )
  expect(after!.url).not.toBe(before.url)
  expect(Array.isArray(await whisperEngine(after!).transcribe(second, request))).toBe(true)
})

test('a damaged model leaves the one before at work', async () => {
  const { engine } = await host()
  await engine.use(toyModel)
  const before = engine.endpoint()
  const file = join(await temporaryFolder(), 'cut.bin')
  await copyFile(toyModel.file, file)
  await truncate(file, 4_000_000)
  await expect(engine.use({ ...toyModel, id: 'cut', name: 'Cut', sha256: 'b', file })).rejects.toMatchObject({
    code: 'model_damaged',
  })
  expect(engine.endpoint()).toBe(before)
  expect(engine.status()).toMatchObject({ state: 'ready', model: { id: 'demo' } })
  expect(await servers()).toHaveLength(1)
})

test('a change of model leaves no moment without an engine, and one process', async () => {
  const { engine } = await host()
  await engine.use(toyModel)
  const states: (string | undefined)[] = []
  engine.onChange(() => states.push(engine.endpoint()?.model.id))
  await engine.use({ ...toyModel, id: 'other', sha256: 'b' })
  expect(states).not.toContain(undefined)
  expect(engine.endpoint()!.model.id).toBe('other')
  expect(await servers()).toHaveLength(1)
})

test('two processes share the work; when the second is killed the first goes on, and it comes back', async () => {
  const engine = createSpeechEngineHost({
    ...{ engineDir: config.engineDir, runDir: join(await temporaryFolder(), 'run'), log },
    processes: () => 2,
  })
  onTestFinished(() => engine.stop())
  const both = () =>
    until(
      async () => engine.endpoint(),
      (endpoint) => endpoint?.beside?.length === 1,
    )
  await engine.use(toyModel)
  const { url, beside } = (await both())!
  expect(new Set([url, ...beside!]).size).toBe(2)
  const two = whisperEngine(engine.endpoint()!)
  const answers = await Promise.all([two.transcribe(second, request), two.transcribe(second, request)])
  expect(answers.map(Array.isArray)).toEqual([true, true])

  const [, pid] = (await servers()).toSorted((a, b) => a - b)
  process.kill(pid!, 'SIGKILL')
  await until(
    async () => engine.endpoint(),
    (endpoint) => endpoint !== null && endpoint.beside === undefined,
  )
  await whisperEngine(engine.endpoint()!).transcribe(second, request)
  await both()
  await engine.use({ ...toyModel, id: 'other', sha256: 'b' })
  await both()
  expect(await servers()).toHaveLength(2)
  await engine.stop()
  expect(await servers()).toEqual([])
})

test('waits for the build, telling how far it is', async () => {
  const engineDir = await temporaryFolder()
  const { engine } = await host(engineDir)
  const using = engine.use(toyModel)
  await until(
    async () => engine.status(),
    (s) => s.state === 'missing' && s.message.includes('npm start'),
  )

  const progress = async (state: string, percent: number, pid: number): Promise<void> => {
    await writeFile(
      join(engineDir, 'p.tmp'),
      JSON.stringify({ state, percent, message: 'The compiler stopped.', pid, at: new Date().toISOString() }),
    )
    await rename(join(engineDir, 'p.tmp'), join(engineDir, 'progress.json'))
  }
  await progress('building', 42, process.pid)
  await until(
    async () => engine.status(),
    (s) => s.state === 'building' && s.percent === 42,
  )
  await progress('failed', 42, process.pid)
  await until(
    async () => engine.status(),
    (s) => s.state === 'failed' && s.message.includes('The compiler stopped.'),
  )
  await progress('building', 50, 4_194_000) // nobody has this number
  await until(
    async () => engine.status(),
    (s) => s.state === 'failed' && s.message.includes('interrupted'),
  )

  await mkdir(join(engineDir, 'made'))
  for (const name of ['whisper-server', 'whisper-cli'])
    await symlink(join(config.engineDir!, 'bin', name), join(engineDir, 'made', name))
  await rename(join(engineDir, 'made'), join(engineDir, 'bin'))
  await using
  expect(engine.status().state).toBe('ready')
})

test('stopped while it waits for the build, it ends', async () => {
  const { engine } = await host(null)
  const using = expect(engine.use(toyModel)).rejects.toThrow()
  await engine.stop()
  await using
})
