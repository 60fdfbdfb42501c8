import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../server/config.ts'
import { ended, getRecording, getTranscript, until, uploaded } from '../server/test/client.ts'
import { filesBelow, temporaryFolder, tone } from '../server/test/files.ts'
import { longTest } from '../server/test/long.ts'
import { appliance } from '../server/test/cli.ts'
import { childOf, start, startServerProcess } from '../server/test/process.ts'
import { testEnvironment } from '../server/test/server.ts'
import { meeting, wordErrorRate } from '../server/test/speech.ts'

const { appRoot } = loadConfig({})
const toyModel = join(appRoot, 'server', 'test', 'models', 'ggml-demo.en-q8_0.bin')

/** A model that works as the bundled does and is another file: its last bytes are of no tensor. */
async function anotherModel(): Promise<string> {
  const file = join(await temporaryFolder(), 'ggml-other.en.bin')
  await copyFile(toyModel, file)
  await writeFile(file, Buffer.from('padding'), { flag: 'a' })
  return file
}

test('--help names the commands, wrong use ends with 2', async () => {
  const dataDir = await temporaryFolder()
  const help = await appliance(['--help'], dataDir)
  expect(help.code).toBe(0)
  for (const command of ['serve', 'import', 'status', 'models', 'people', 'words', 'tls', 'doctor'])
    expect(help.stdout).toContain(command)
  expect((await appliance(['improt'], dataDir)).code).toBe(2)
  expect((await appliance(['import'], dataDir)).code).toBe(2)
})

test('a wrong setting ends with 2 and names the variable', async () => {
  const wrong = await appliance(['status'], await temporaryFolder(), { APPLIANCE_HTTP_PORT: 'eighty' })
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('APPLIANCE_HTTP_PORT is "eighty"')
  expect(wrong.stderr).not.toContain(' at ') // no stack trace
})

test('a taken port names the variable and a free port', async () => {
  const { url } = await startServerProcess(await temporaryFolder())
  const { port } = new URL(url)
  const second = await appliance(['serve'], await temporaryFolder(), { APPLIANCE_HTTP_PORT: port })
  expect(second.code).toBe(2)
  expect(second.stderr).toContain(`Port ${port} is taken`)
  expect(second.stderr).toMatch(/APPLIANCE_HTTP_PORT; \d+ is free/)
})

test('import --wait without a server does the work itself and prints the transcript', async () => {
  const dataDir = await temporaryFolder()
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const done = await appliance(['import', spoken.wav, '--wait', '--title', 'Audit committee'], dataDir)
  expect(done.code).toBe(0)
  expect(done.stdout).toMatch(/^Audit committee\n/)
  expect(wordErrorRate(spoken, done.stdout.replace(/^[^[]*/, '').replace(/\[[\d:]+\]/g, ''))).toBeLessThan(
    0.03,
  )
  expect(done.stderr).toContain('Transcribing')
  const json = await appliance(['import', spoken.wav, '--wait', '--json'], dataDir)
  const [first] = z
    .array(z.object({ recording: z.object({ status: z.string() }) }))
    .parse(JSON.parse(json.stdout))
  expect(first?.recording.status).toBe('done')
})

longTest('import beside a running server queues there, and --wait follows it', async () => {
  const dataDir = await temporaryFolder()
  const { url } = await startServerProcess(dataDir)
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const queued = await appliance(['import', spoken.wav, '--json'], dataDir)
  const [first] = z
    .array(z.object({ recording: z.object({ id: z.number() }) }))
    .parse(JSON.parse(queued.stdout))
  expect((await ended(url, first!.recording.id)).status).toBe('done')
  const twice = await appliance(['import', spoken.wav], dataDir)
  expect([twice.code, twice.stdout]).toEqual([0, expect.stringContaining('was taken in on')])
  const waited = await appliance(['import', spoken.wav, '--wait', '--again'], dataDir)
  expect(waited.code).toBe(0)
  const list = z
    .array(z.object({ id: z.number() }))
    .parse(await (await fetch(`${url}/api/users/1/recordings`)).json())
  expect(list).toHaveLength(2)
})

test('an import that cannot be done says why for each file and goes on with the others', async () => {
  const dataDir = await temporaryFolder()
  const text = join(await temporaryFolder(), 'notes.doc')
  await writeFile(text, 'notes')
  const result = await appliance(['import', '/nowhere/a.mp3', text, await tone('fine.wav', 1)], dataDir)
  expect(result.code).toBe(1)
  expect(result.stderr).toContain('/nowhere/a.mp3: There is no such file.')
  expect(result.stderr).toContain('notes.doc: The appliance does not take .doc files from here. Save it as')
  expect(result.stdout).toContain('"fine" is queued')
  expect((await filesBelow(join(dataDir, 'uploads'))).length).toBe(0)
  const json = await appliance(['import', '/nowhere/a.mp3', '--json'], dataDir)
  expect(JSON.parse(json.stdout)).toEqual([
    { file: '/nowhere/a.mp3', result: 'failed', error: 'There is no such file.', code: 'not_found' },
  ])
})

longTest('Ctrl-C while waiting hands the work back; it does not count as a crash', async () => {
  const dataDir = await temporaryFolder()
  const spoken = await meeting({ seed: 11, minutes: 3, speakers: 3 })
  const { child, ended: over } = start(
    'cli/main.js',
    ['import', spoken.wav, '--wait'],
    testEnvironment(dataDir),
  )
  await childOf(child.pid!, /ffmpeg|whisper-server/)
  child.kill('SIGINT')
  expect((await over).code).toBe(130)
  const { url } = await startServerProcess(dataDir)
  const [recording] = z
    .array(z.object({ id: z.number() }))
    .parse(await (await fetch(`${url}/api/users/1/recordings`)).json())
  expect((await ended(url, recording!.id)).status).toBe('done')
})

test('a fixed model that is not installed stops the start', async () => {
  const dataDir = await temporaryFolder()
  const refused = await appliance(['serve'], dataDir, { APPLIANCE_SPEECH_MODEL: 'large-v9' })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('APPLIANCE_SPEECH_MODEL is "large-v9"')
  expect(
    (await appliance(['models', 'list'], dataDir, { APPLIANCE_SPEECH_MODEL: 'large-v9' })).stdout,
  ).toContain('demo')
})

test('status and doctor tell people and scripts', async () => {
  const dataDir = await temporaryFolder()
  expect((await appliance(['status'], dataDir)).stdout).toContain('not running')
  const { url } = await startServerProcess(dataDir)
  const shape = z.object({ server: z.object({ url: z.string() }), engine: z.object({ state: z.string() }) })
  const status = await until(
    async () => shape.parse(JSON.parse((await appliance(['status', '--json'], dataDir)).stdout)),
    (s) => s.engine.state === 'ready',
  )
  expect(status.server.url).toBe(url)
  const doctor = await appliance(['doctor'], dataDir)
  expect(doctor.code).toBe(3) // no backup is set up
  for (const what of ['Node', 'ffmpeg', 'Speech engine', 'Speech model', 'Disk', 'Server'])
    expect(doctor.stdout).toContain(what)
  const broken = await appliance(['doctor', '--json'], dataDir, { APPLIANCE_ENGINE_DIR: '/nowhere' })
  expect(broken.code).toBe(1)
  const findings = z
    .array(z.object({ what: z.string(), state: z.string(), todo: z.string().nullable() }))
    .parse(JSON.parse(broken.stdout))
  expect(findings.find((f) => f.what === 'Speech engine')).toMatchObject({
    state: 'problem',
    todo: expect.stringContaining('npm start'),
  })
})

longTest(
  'a model is added, used without a restart, and what the bundled model wrote is made again',
  async () => {
    const dataDir = await temporaryFolder()
    const { url, child } = await startServerProcess(dataDir)
    const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
    const { id } = await uploaded(url, spoken.wav)
    expect((await ended(url, id)).bundled).toBe(true)

    const added = await appliance(['models', 'add', await anotherModel()], dataDir)
    expect(added.stderr + added.stdout).toContain('other.en is installed')
    expect(added.code).toBe(0)

    const again = await until(
      () => getRecording(url, id),
      (recording) => !recording.bundled,
    )
    expect(again.transcriptionSuccess).toBe(true)
    expect(await getTranscript(url, id)).toMatchObject({ version: 2, bundled: false, model: 'other.en' })
    expect(child.exitCode).toBeNull()
    expect((await appliance(['models', 'list'], dataDir)).stdout).toMatch(/^\* +other\.en/m)

    expect((await appliance(['models', 'remove', 'other.en', '--yes'], dataDir)).stderr).toContain(
      'is in use',
    )
    expect((await appliance(['models', 'use', 'demo'], dataDir)).code).toBe(0)
    const serving = z.object({ engine: z.object({ model: z.object({ id: z.string() }).nullable() }) })
    await until(
      async () => serving.parse(await (await fetch(`${url}/api/system/status`)).json()).engine.model?.id,
      (model) => model === 'demo',
    )
    expect((await appliance(['models', 'remove', 'other.en', '--yes'], dataDir)).code).toBe(0)
    expect(await filesBelow(join(dataDir, 'models'))).toEqual([])
  },
)

longTest('a damaged model is refused and the one in use serves on', async () => {
  const dataDir = await temporaryFolder()
  const { url, child } = await startServerProcess(dataDir)
  await childOf(child.pid!, /whisper-server/)
  const cut = await anotherModel()
  await truncate(cut, 9_000_000)
  const garbage = join(await temporaryFolder(), 'ggml-base.en.bin')
  await writeFile(garbage, Buffer.alloc(100_000, 7))
  for (const file of [cut, garbage]) {
    const refused = await appliance(['models', 'add', file, '--json'], dataDir)
    expect([refused.code, JSON.parse(refused.stdout).code]).toEqual([1, 'model_damaged'])
  }
  const wrongSum = await appliance(
    ['models', 'add', await anotherModel(), '--sha256', 'ab'.repeat(32), '--json'],
    dataDir,
  )
  expect(JSON.parse(wrongSum.stdout).code).toBe('model_damaged')
  expect(await filesBelow(join(dataDir, 'models'))).toEqual([])
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const { id } = await uploaded(url, spoken.wav)
  expect((await ended(url, id)).status).toBe('done')
})

test('a file with the bundled model in it counts as that one under any name', async () => {
  const dataDir = await temporaryFolder()
  const copy = join(await temporaryFolder(), 'ggml-large-v3.bin')
  await writeFile(copy, await readFile(toyModel))
  const added = await appliance(['models', 'add', copy, '--json'], dataDir)
  expect(JSON.parse(added.stdout)).toMatchObject({
    id: expect.stringMatching(/^large-v3-/) as string,
    bundled: true,
  })
})

test('the models that tell speakers apart are added from files, listed and removed', async () => {
  const dataDir = await temporaryFolder()
  const bundled = (part: string): string => join(appRoot, 'server', 'test', 'models', `${part}-demo.onnx`)
  const add = (segmentation: string, embedding: string) => [
    ...['models', 'add', 'diarisation', '--segmentation', segmentation, '--embedding', embedding],
  ]
  expect((await appliance(['models', 'list'], dataDir)).stderr).toContain('identified by Toy segmentation')

  // A byte behind the end is another file, which works as the first does.
  const own = join(await temporaryFolder(), 'own-segmentation.onnx')
  await writeFile(own, Buffer.concat([await readFile(bundled('segmentation')), Buffer.from([0x0a, 0])]))
  const wrongWay = await appliance([...add(bundled('embedding'), bundled('segmentation')), '--json'], dataDir)
  expect([wrongWay.code, JSON.parse(wrongWay.stdout).code]).toEqual([1, 'model_damaged'])
  const half = await appliance(['models', 'add', 'diarisation', '--segmentation', own], dataDir)
  expect([half.code, half.stderr]).toEqual([1, expect.stringContaining('Name both files')])
  expect(await filesBelow(join(dataDir, 'models'))).toEqual([])

  const added = await appliance([...add(bundled('segmentation'), bundled('embedding')), '--json'], dataDir)
  expect([added.code, JSON.parse(added.stdout)]).toMatchObject([
    0,
    { active: true, bundled: true, segmentation: { name: 'segmentation-demo.onnx' } },
  ])
  expect(await filesBelow(join(dataDir, 'models'))).toHaveLength(3)
  expect((await appliance(['models', 'remove', 'diarisation', '--yes'], dataDir)).code).toBe(0)
  expect(await filesBelow(join(dataDir, 'models'))).toEqual([])
})
