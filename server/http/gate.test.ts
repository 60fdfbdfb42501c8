import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { allRoutes } from '#contract/index.ts'
import { tone } from '../test/files.ts'
import { upload, until } from '../test/client.ts'
import { createBrowser, startWithPeople, type Browser } from '../test/people.ts'
import { startAppliance } from '../test/server.ts'
import { findRunningServer } from '../files/lock.ts'

const html = { headers: { accept: 'text/html' } }

function openSocket(url: string, cookie: string | null): Promise<{ socket: WebSocket; first: string }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`, {
    origin: url,
    ...(cookie && { headers: { cookie } }),
  })
  return new Promise((resolve) => {
    socket.on('message', (data) => resolve({ socket, first: String(data) }))
    socket.on('close', (code) => resolve({ socket, first: `closed ${code}` }))
    socket.on('error', (error) => resolve({ socket, first: error.message }))
  })
}

async function withRecording(admin: Browser): Promise<void> {
  const answer = await admin.send('POST', '/api/recordings/sample')
  expect(answer.status).toBe(200)
}

test('without a session nothing comes out: no page, call, socket, file, range or upload', async () => {
  const { url, admin, services } = await startWithPeople()
  await withRecording(admin)
  const stranger = createBrowser(url)

  const page = await stranger.fetch('/recordings/1?t=2', html)
  expect([page.status, page.headers.get('location')]).toEqual([
    302,
    '/sign-in?next=%2Frecordings%2F1%3Ft%3D2',
  ])
  expect((await stranger.fetch('/', html)).headers.get('location')).toBe('/sign-in')
  expect((await stranger.fetch('/index.html', html)).status).toBe(302)

  for (const [name, route] of allRoutes) {
    if (route.access === 'everyone') continue
    const path = route.path.replace(/:\w+/g, '1')
    const answer = await stranger.send(route.method, path)
    expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'sign_in_required'])
  }
  expect((await stranger.fetch('/api/nothing')).status).toBe(401)
  const range = await stranger.fetch('/api/recordings/1/audio', { headers: { range: 'bytes=0-99' } })
  expect(range.status).toBe(401)
  expect(range.headers.get('content-range')).toBeNull()

  expect((await openSocket(url, null)).first).toMatch(/401|4401/)
  expect((await openSocket(url, 'appliance=forged')).first).toMatch(/401|4401/)

  const before = await readdir(services.paths.uploads)
  const refused = await upload(url, await tone('secret.wav', 2), { title: 'Mine' })
  expect(refused.status).toBe(401)
  expect(await readdir(services.paths.uploads)).toEqual(before)
  expect(await services.recordings.list(services.db.read)).toHaveLength(1)

  expect((await stranger.fetch('/api/health')).status).toBe(200)
})

test('of the pages only the one to sign in, with what it needs, stands outside', async () => {
  const { url } = await startWithPeople()
  const stranger = createBrowser(url)
  const page = await stranger.fetch('/sign-in', html)
  expect(page.status).toBe(200)
  const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((m) => m[1]!)
  expect(assets.length).toBeGreaterThan(1)
  for (const asset of assets) expect((await stranger.fetch(asset)).status, asset).toBe(200)

  const { admin } = await startWithPeople()
  const app = await (await admin.fetch('/', html)).text()
  const inside = [...app.matchAll(/(?:src|href)="(\/assets\/index[^"]+)"/g)].map((m) => m[1]!)
  expect(inside.length).toBeGreaterThan(0)
  for (const asset of inside) expect((await stranger.fetch(asset)).status, asset).toBe(401)
})

test('a socket ends with its session', async () => {
  const { url, admin } = await startWithPeople()
  const { socket, first } = await openSocket(url, admin.cookie)
  expect(JSON.parse(first)).toMatchObject({ type: 'hello' })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await admin.send('POST', '/api/sign-out')
  expect(await closed).toBe(4401)
  expect((await admin.fetch('/api/me')).status).toBe(401)
})

test('where the gate is off there is no page to sign in', async () => {
  const { url } = await startWithPeople()
  expect((await createBrowser(url).send('GET', '/api/sign-in')).body).toEqual({
    mode: 'people',
    signedIn: false,
    claimed: true,
  })
  const local = createBrowser((await startAppliance()).url)
  expect((await local.fetch('/sign-in', html)).headers.get('location')).toBe('/')
  expect((await local.send('GET', '/api/me')).body).toMatchObject({
    id: 1,
    access: 'local',
    administrator: true,
  })
  const refused = await local.send('POST', '/api/sign-in', { email: 'a@b', passphrase: 'x' })
  expect(refused.body.code).toBe('access_off')
})

test('a single sign-on proxy says who it is, and nobody else does', async () => {
  const { url } = await startAppliance({
    env: {
      APPLIANCE_ACCESS: 'header',
      APPLIANCE_TRUSTED_PROXIES: '127.0.0.1',
      APPLIANCE_ADMINS: 'ada@example.co.uk',
    },
  })
  const as = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(`${url}/api/me`, { headers })).json()
  const ada = { 'remote-email': 'Ada@Example.co.uk', 'remote-name': Buffer.from('Adèle').toString('latin1') }
  expect(await as(ada)).toMatchObject({
    id: 1,
    name: 'Adèle',
    email: 'ada@example.co.uk',
    administrator: true,
  })
  expect(await as({ 'remote-email': 'ben@example.co.uk' })).toMatchObject({ id: 2, administrator: false })
  expect(await as({ 'remote-email': 'ben@example.co.uk' })).toMatchObject({ id: 2 })
  expect(await as({ 'remote-email': 'ben@example.co.uk, ada@example.co.uk' })).toMatchObject({
    code: 'sign_in_required',
  })
  expect(await as({})).toMatchObject({ code: 'sign_in_required' })
  // What the proxy passes on of its own concerns nobody here.
  expect(await as({ ...ada, authorization: 'Bearer eyJhbGciOi' })).toMatchObject({ id: 1 })
  const page = await fetch(`${url}/settings`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect(page.headers.get('location')).toBe('/sign-in?next=%2Fsettings')
  expect((await fetch(`${url}/sign-in`, { headers: { accept: 'text/html' } })).status).toBe(200)
  const report = await fetch(`${url}/api/people`, { headers: { 'remote-email': 'ben@example.co.uk' } })
  expect(report.status).toBe(403)

  const other = await startAppliance({
    env: { APPLIANCE_ACCESS: 'header', APPLIANCE_TRUSTED_PROXIES: '192.0.2.7' },
  })
  const forged = await fetch(`${other.url}/api/me`, { headers: ada })
  expect(forged.status).toBe(401)
})

test('what came through a proxy is not this machine, whoever the proxy is', async () => {
  const { url } = await startAppliance()
  const through = await fetch(`${url}/api/me`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(through.status).toBe(401)
  expect((await fetch(`${url}/api/me`)).status).toBe(200)
})

test('a stranger can send little, and nothing packed', async () => {
  const { url } = await startWithPeople()
  const send = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  const bomb = new Uint8Array(gzipSync(`[${'[],'.repeat(1_000_000)}[]]`))
  expect((await send(bomb, { 'content-encoding': 'gzip' })).status).toBe(415)
  expect((await send(new Uint8Array(Buffer.from(`{"email":"${'a'.repeat(20_000)}"}`)), {})).status).toBe(413)
})

test("a command of this machine comes in with the running server's key, others do not", async () => {
  const { url, services } = await startWithPeople()
  const { commandKey } = (await until(
    () => findRunningServer(services.paths),
    (server) => server !== null,
  ))!
  const ask = async (key: string, more: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${url}/api/system/status`, { headers: { authorization: `Bearer ${key}`, ...more } })).status
  expect(await ask(commandKey)).toBe(200)
  expect(await ask(commandKey.slice(0, -1))).toBe(401)
  expect(await ask('')).toBe(401)
  expect(await ask(commandKey, { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
})
