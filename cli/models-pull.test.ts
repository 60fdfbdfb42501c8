import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../server/test/client.ts'
import { filesBelow, temporaryFolder } from '../server/test/files.ts'
import { almostToy, ModelServer } from '../server/test/model-server.ts'
import { appliance } from '../server/test/cli.ts'
import { start, startServerProcess } from '../server/test/process.ts'
import { testEnvironment } from '../server/test/server.ts'
import { privateAuthority } from '../server/test/tls.ts'
import { longTest } from '../server/test/long.ts'

/** Nothing of a start's own fetching: the model is asked for by hand. */
const byHand = { APPLIANCE_SPEECH_MODEL: 'demo' }

test('models pull without a server fetches what suits the machine, and prints its checksum', async () => {
  const bytes = await almostToy()
  const source = await ModelServer.start(bytes, ['cut', 'slow'])
  const dataDir = await temporaryFolder()
  const env = await source.environment()
  const pulled = await appliance(['models', 'pull'], dataDir, env)
  expect(pulled.stderr).toMatch(/Fetching base\.en \(about 16\.8 MB, licence MIT\) from http/)
  expect(pulled.stderr).toMatch(/\d+%, \w+: [\d.]+ MB of 16\.8 MB/)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(pulled.stdout).toContain(`base.en is installed (16.8 MB, SHA-256 ${sha256}) and in use`)
  expect(pulled.code).toBe(0)
  expect((await filesBelow(join(dataDir, 'models'))).sort()).toEqual([
    `base.en-${sha256.slice(0, 12)}.bin`,
    'base.en.model.json',
  ])
  const again = await appliance(['models', 'pull', 'base.en', '--json'], dataDir, env)
  expect([again.code, JSON.parse(again.stdout).code]).toEqual([1, 'model_in_use'])
})

test('models pull says what is wrong and ends with 1', async () => {
  const source = await ModelServer.start(await almostToy(), ['missing'])
  const dataDir = await temporaryFolder()
  const env = await source.environment()
  const code = async (args: string[], more: Record<string, string> = {}): Promise<unknown> => {
    const { code: exit, stdout } = await appliance(['models', ...args, '--json'], dataDir, {
      ...env,
      ...more,
    })
    expect(exit).toBe(1)
    return JSON.parse(stdout).code
  }
  expect(await code(['pull'])).toBe('model_unreachable')
  source.set('wrongBytes')
  expect(await code(['pull'])).toBe('model_checksum')
  expect(await code(['pull', 'base.fr'])).toBe('model_unknown')
  expect(await code(['pull'], { APPLIANCE_OFFLINE: '1' })).toBe('offline')
  const wrong = await appliance(['models', 'pull'], dataDir, { APPLIANCE_MODEL_MANIFEST: '/nowhere.json' })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('/nowhere.json cannot be used')])
})

test('Ctrl-C keeps what has come, and the next pull goes on from there', async () => {
  const source = await ModelServer.start(await almostToy(), ['slow'])
  const dataDir = await temporaryFolder()
  const env = testEnvironment(dataDir, await source.environment())
  const first = start('cli/main.js', ['models', 'pull'], env)
  await until(
    async () => (await filesBelow(join(dataDir, 'models')).catch(() => [])).length,
    (n) => n === 2,
  )
  await until(
    async () => source.sentBytes,
    (n) => n > 2_000_000,
  )
  first.child.kill('SIGINT')
  const { code, stderr } = await first.ended
  expect([code, stderr]).toEqual([130, expect.stringContaining('goes on from there')])
  source.set('ok')
  expect((await start('cli/main.js', ['models', 'pull'], env).ended).code).toBe(0)
  expect(source.asked.at(-1)?.range).toMatch(/^bytes=[1-9]\d{5,}-$/)
})

test('beside a running server the server fetches, Ctrl-C ends the waiting alone, and cancel the fetching', async () => {
  const source = await ModelServer.start(await almostToy(), ['slow'])
  source.paceBytes = 20_000
  const dataDir = await temporaryFolder()
  const more = { ...(await source.environment()), ...byHand }
  await startServerProcess(dataDir, more)
  const pull = start('cli/main.js', ['models', 'pull'], testEnvironment(dataDir, more))
  await until(
    async () => source.sentBytes,
    (n) => n > 100_000,
  )
  pull.child.kill('SIGINT')
  const { code, stderr } = await pull.ended
  expect([code, stderr]).toEqual([130, expect.stringContaining('appliance goes on fetching')])
  const cancelled = await appliance(['models', 'cancel', '--yes'], dataDir, more)
  expect(cancelled.stdout).toContain('is cancelled')
  await until(
    () => filesBelow(join(dataDir, 'models')),
    (files) => files.length === 0,
  )
  source.set('ok')
  const done = await appliance(['models', 'pull'], dataDir, more)
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('APPLIANCE_SPEECH_MODEL is demo')])
})

longTest(
  "a company's own certificate authority is believed once it is named, and missed in plain words",
  async () => {
    const { caFile, key, cert } = await privateAuthority()
    const source = await ModelServer.start(await almostToy(), ['ok'], { key, cert })
    const dataDir = await temporaryFolder()
    const env = await source.environment()
    const refused = await appliance(['models', 'pull'], dataDir, env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/certificate of localhost:\d+ .*NODE_EXTRA_CA_CERTS/)
    const believed = await appliance(['models', 'pull'], dataDir, { ...env, NODE_EXTRA_CA_CERTS: caFile })
    expect([believed.code, believed.stderr]).toEqual([0, expect.any(String)])
  },
)

/** A proxy that lets CONNECT through, or asks for a name and password. */
async function proxy(password: string | null): Promise<{ url: string; connected: string[] }> {
  const connected: string[] = []
  const server = createServer().on('connect', (request, socket, head) => {
    const given = request.headers['proxy-authorization']
    if (password !== null && given !== `Basic ${Buffer.from(`me:${password}`).toString('base64')}`)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    connected.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const far = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      far.write(head)
      far.pipe(socket).pipe(far)
    })
    far.on('error', () => socket.destroy())
    socket.on('error', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, connected }
}

longTest(
  'it goes through HTTPS_PROXY, with a password where the proxy wants one, and past it with NO_PROXY',
  async () => {
    const { caFile, key, cert } = await privateAuthority()
    const source = await ModelServer.start(await almostToy(), ['ok'], { key, cert })
    const env = { ...(await source.environment()), NODE_EXTRA_CA_CERTS: caFile }
    const { host } = new URL(source.url)
    const { url, connected } = await proxy('secret')
    const dataDir = await temporaryFolder()
    const pull = (more: Record<string, string>, folder = dataDir): ReturnType<typeof appliance> =>
      appliance(['models', 'pull'], folder, { ...env, ...more })

    const refused = await pull({ HTTPS_PROXY: `http://${url}` })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/HTTPS_PROXY refused.*407.*password/),
    ])
    expect(source.asked).toEqual([])
    expect((await pull({ HTTPS_PROXY: `http://me:secret@${url}` })).code).toBe(0)
    expect(connected).toEqual([host])
    const past = await pull(
      { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost' },
      await temporaryFolder(),
    )
    expect(past.code).toBe(0)
  },
)

test('models list --all shows what can be fetched and what is recommended', async () => {
  const dataDir = await temporaryFolder()
  const all = await appliance(['models', 'list', '--all'], dataDir)
  expect(all.stdout).toMatch(/^\* +\S+ .*came with the appliance$/m)
  expect(all.stdout).toMatch(/^> +(base|small)\.en /m)
  expect(all.stdout).toMatch(/^ +large-v3-turbo +1\.6 GB +A machine with 8 cores/m)
  const json = JSON.parse((await appliance(['models', 'list', '--all', '--json'], dataDir)).stdout)
  expect(json.catalogue[0]).toMatchObject({ id: 'tiny', licence: 'MIT', recommended: false })
})
