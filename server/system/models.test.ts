import { openAsBlob } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { lanes } from '../jobs/lanes.ts'
import { errorBody } from '#contract/errors.ts'
import { serverEvent, type ServerEvent } from '#contract/events.ts'
import { modelsOverview, type ModelsOverview } from '#contract/models.ts'
import { systemReport, systemStatus, type SystemStatus } from '#contract/system.ts'
import { ended, getRecording, getTranscript, until, uploaded } from '../test/client.ts'
import { filesBelow, temporaryFolder } from '../test/files.ts'
import { longTest } from '../test/long.ts'
import { almostToy, ModelServer } from '../test/model-server.ts'
import { childOf, startServerProcess } from '../test/process.ts'
import { startAppliance } from '../test/server.ts'
import { meeting } from '../test/speech.ts'

const status = async (url: string): Promise<SystemStatus> =>
  systemStatus.parse(await (await fetch(`${url}/api/system/status`)).json())
const overview = async (url: string): Promise<ModelsOverview> =>
  modelsOverview.parse(await (await fetch(`${url}/api/system/models`)).json())
const post = (url: string, path: string, body: unknown = {}): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const codeOf = async (answer: Response): Promise<string> => errorBody.parse(await answer.json()).code

test('the first start fetches a larger model, work begins without it, and what it missed is made again', async () => {
  const source = await ModelServer.start(await almostToy(), ['slow'])
  const { url } = await startAppliance({ env: await source.environment() })
  const events: ServerEvent[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`)
  socket.on('message', (data) => events.push(serverEvent.parse(JSON.parse(String(data)))))
  const { id } = await uploaded(url, (await meeting({ seed: 8, minutes: 0.5, speakers: 2 })).wav)

  const under = await until(
    () => status(url),
    ({ engine, modelFetch }) => engine.state === 'ready' && (modelFetch?.receivedBytes ?? 0) > 0,
  )
  expect(under.modelFetch).toMatchObject({ modelId: 'base.en', state: 'running' })
  expect(under.modelFetch!.source).toBe(new URL(source.url).host)
  expect(under.engine.model).toMatchObject({ id: 'demo', bundled: true })
  await until(
    () => getRecording(url, id),
    ({ bundled, status: state }) => !bundled && state === 'done',
  )
  expect(await getTranscript(url, id)).toMatchObject({ bundled: false, model: 'Whisper base, English only' })
  const after = await status(url)
  expect(after).toMatchObject({
    modelFetch: null,
    engine: { state: 'ready', model: { id: 'base.en', bundled: false } },
  })
  socket.close()
  const fetches = events.flatMap((event) =>
    event.type === 'model_fetch' ? [event.fetch?.percent ?? null] : [],
  )
  expect(fetches.length).toBeGreaterThan(3)
  expect(fetches.at(-1)).toBeNull()
  expect(events.some((event) => event.type === 'models')).toBe(true)
})

longTest('killed in the middle, the appliance goes on with the rest after its restart', async () => {
  const source = await ModelServer.start(await almostToy(), ['slow'])
  const env = await source.environment()
  const dataDir = await temporaryFolder()
  const first = await startServerProcess(dataDir, env)
  await until(
    () => status(first.url),
    ({ modelFetch }) => (modelFetch?.receivedBytes ?? 0) > 2_000_000,
  )
  first.child.kill('SIGKILL')
  expect((await first.ended).stdout).toMatch(
    /Downloading the speech model base\.en \(about 16\.8 MB, licence MIT\) from 127/,
  )

  source.set('ok')
  const second = await startServerProcess(dataDir, env)
  await until(
    () => status(second.url),
    ({ engine }) => engine.model?.id === 'base.en',
  )
  await until(
    async () => second.printed(),
    (text) => text.includes('base.en is here and is used from now on'),
  )
  expect(source.asked).toHaveLength(2)
  expect(Number(/^bytes=(\d+)-$/.exec(source.asked[1]!.range ?? '')?.[1])).toBeGreaterThan(2_000_000)
  second.child.kill('SIGTERM')
  const { stdout } = await second.ended
  expect(stdout).toContain('Going on with fetching the speech model base.en')
})

longTest('a job worker that is killed loses nothing of what has come', async () => {
  const source = await ModelServer.start(await almostToy(), ['slow', 'slow', 'slow', 'slow', 'ok'])
  const { url, child } = await startServerProcess(await temporaryFolder(), await source.environment())
  const startOf = (request: { range: string | null } | undefined): number =>
    Number(/\d+/.exec(request?.range ?? '0')?.[0])
  // One more than a job may crash without getting anywhere.
  for (let crash = 1; crash <= 4; crash++) {
    await until(
      () => status(url),
      ({ modelFetch }) =>
        source.asked.length === crash &&
        modelFetch?.state === 'running' &&
        modelFetch.receivedBytes > startOf(source.asked[crash - 1]) + 1_000_000,
    )
    process.kill(await childOf(child.pid!, /worker\.js/), 'SIGKILL')
  }
  await until(
    () => status(url),
    ({ engine }) => engine.model?.id === 'base.en',
  )
  const starts = source.asked.map(startOf)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
  expect(new Set(starts).size).toBe(5)
})

test('a model that is here before the engine is built waits to be checked, and says so', async () => {
  const source = await ModelServer.start(await almostToy())
  const engineDir = await temporaryFolder()
  const progress = { state: 'building', percent: 40, message: 'Building', pid: process.pid }
  await writeFile(join(engineDir, 'progress.json'), JSON.stringify(progress))
  const { url } = await startAppliance({
    env: { ...(await source.environment()), APPLIANCE_ENGINE_DIR: engineDir },
  })
  const waiting = await until(
    () => status(url),
    ({ modelFetch }) => /to be built/.test(modelFetch?.step ?? ''),
  )
  expect(waiting).toMatchObject({
    engine: { state: 'building', percent: 40 },
    modelFetch: { percent: 95, receivedBytes: 16_823_639, totalBytes: 16_823_639 },
  })
  await symlink(join(process.env.APPLIANCE_ENGINE_DIR!, 'bin'), join(engineDir, 'bin'))
  await until(
    () => status(url),
    ({ engine }) => engine.state === 'ready' && engine.model?.id === 'base.en',
  )
})

longTest(
  'whoever cancels the first fetch works with the model that came along, also after a restart',
  async () => {
    const source = await ModelServer.start(await almostToy(), ['slow'])
    const env = await source.environment()
    const dataDir = await temporaryFolder()
    const first = await startServerProcess(dataDir, env)
    const { id } = await uploaded(first.url, (await meeting({ seed: 8, minutes: 0.5, speakers: 2 })).wav)
    const { modelFetch: running } = await until(
      () => status(first.url),
      ({ modelFetch }) => (modelFetch?.receivedBytes ?? 0) > 0,
    )
    expect((await post(first.url, `/api/jobs/${running!.jobId}/cancel`)).status).toBe(200)
    expect(await ended(first.url, id)).toMatchObject({ status: 'done', bundled: true })
    expect((await status(first.url)).modelFetch).toBeNull()
    await until(
      () => filesBelow(join(dataDir, 'models')),
      (files) => files.length === 0,
    )
    first.child.kill('SIGTERM')
    await first.ended
    const asked = source.asked.length
    const second = await startServerProcess(dataDir, env)
    await until(
      () => status(second.url),
      ({ engine }) => engine.model?.bundled === true,
    )
    expect((await status(second.url)).modelFetch).toBeNull()
    expect(source.asked).toHaveLength(asked)
  },
)

test('when the source cannot be reached, one line says so and the model that came along works', async () => {
  const source = await ModelServer.start(await almostToy(), ['forbidden'])
  const server = await startServerProcess(await temporaryFolder(), await source.environment())
  await until(
    () => status(server.url),
    ({ engine }) => engine.state === 'ready' && engine.model?.bundled === true,
  )
  expect((await status(server.url)).modelFetch).toBeNull()
  server.child.kill('SIGTERM')
  const { stdout } = await server.ended
  expect(stdout).toMatch(
    /cannot be reached \(.*403.*no larger speech model is fetched.*appliance models pull/,
  )
  expect(source.asked).toEqual([])
})

test('a fetch that fails says why, the model that came along works, and it can be tried again', async () => {
  const source = await ModelServer.start(await almostToy(), ['wrongBytes'])
  const { url } = await startAppliance({ env: await source.environment() })
  const failed = await until(
    () => status(url),
    ({ modelFetch }) => modelFetch?.state === 'failed',
  )
  expect(failed.modelFetch).toMatchObject({
    errorCode: 'model_checksum',
    errorMessage: expect.stringContaining('SHA-1'),
  })
  await until(
    () => status(url),
    ({ engine }) => engine.model?.bundled === true,
  )
  source.set('ok')
  expect((await post(url, '/api/system/models/pull', { id: 'base.en' })).status).toBe(200)
  await until(
    () => status(url),
    ({ engine, modelFetch }) => engine.model?.id === 'base.en' && modelFetch === null,
  )
  expect(await codeOf(await post(url, '/api/system/models/pull', { id: 'base.en' }))).toBe('model_in_use')
  expect(await codeOf(await post(url, '/api/system/models/pull', { id: 'base.fr' }))).toBe('model_unknown')
})

test('models are listed, uploaded, chosen and removed over HTTP', async () => {
  const { url, services } = await startAppliance()
  const before = await overview(url)
  expect(before).toMatchObject({ installed: [{ id: 'demo', active: true }], fixed: null, offline: true })
  expect(before.catalogue.filter(({ recommended }) => recommended)).toHaveLength(1)
  expect(await codeOf(await post(url, '/api/system/models/pull', { id: 'base.en' }))).toBe('offline')

  const file = join(await temporaryFolder(), 'ggml-Own.en.bin')
  await writeFile(file, await almostToy())
  const send = async (path: string, more: Record<string, string> = {}): Promise<Response> => {
    const form = new FormData()
    form.set('model', await openAsBlob(path), 'ggml-Own.en.bin')
    for (const [name, value] of Object.entries(more)) form.set(name, value)
    return fetch(`${url}/api/system/models`, { method: 'POST', body: form })
  }
  const added: unknown = await (await send(file)).json()
  expect(added).toMatchObject({ model: { id: 'own.en', active: true, bundled: false } })
  expect(JSON.stringify(added)).not.toContain(services.config.dataDir)
  expect(await (await send(file, { id: 'second' })).json()).toMatchObject({ model: { id: 'second' } })
  const broken = join(await temporaryFolder(), 'broken.bin')
  await writeFile(broken, 'not a model')
  expect(await codeOf(await send(broken, { id: 'third' }))).toBe('model_damaged')

  expect(await codeOf(await post(url, '/api/system/models/remove', { id: 'second' }))).toBe('model_in_use')
  expect((await post(url, '/api/system/models/use', { id: 'own.en' })).status).toBe(200)
  expect((await post(url, '/api/system/models/remove', { id: 'second' })).status).toBe(200)
  expect((await overview(url)).installed.map(({ id, active }) => [id, active])).toEqual([
    ['demo', false],
    ['own.en', true],
  ])
  expect(await filesBelow(join(services.config.dataDir, 'uploads'))).toEqual([])
  expect((await filesBelow(services.config.modelsDir)).length).toBe(2)
})

test('the report tells an administrator how everything is', async () => {
  const { url } = await startAppliance({ env: { APPLIANCE_DATADIR: '/data' } })
  const report = await until(
    async () => systemReport.parse(await (await fetch(`${url}/api/system/report`)).json()),
    ({ services }) => services.every(({ state }) => state === 'running'),
  )
  expect(report).toMatchObject({ access: 'local', urls: [url], trustUrl: null, certificate: null })
  expect(report.services.map(({ name }) => name)).toEqual([
    'Web server',
    'Speech engine',
    'Job worker',
    'ffmpeg',
  ])
  expect(report.queues.map(({ lane }) => lane)).toEqual(lanes.map(({ name }) => name))
  expect(report.disk.databaseBytes).toBeGreaterThan(10_000)
  expect(report.findings.find(({ what }) => what === 'Speech model')?.state).toBe('ok')
  expect(report.findings.find(({ what }) => what === 'Settings')?.found).toContain('APPLIANCE_DATADIR')
})
