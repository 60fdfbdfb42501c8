import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { RunningServer } from '../run.ts'
import { temporaryFolder, tone } from '../test/files.ts'
import { ask, otherAddress } from '../test/https.ts'
import { freePort } from '../processes/free-port.ts'
import { startAppliance } from '../test/server.ts'
import { until, uploaded } from '../test/client.ts'
import { issueAuthority, issueCertificate } from '../tls/issue.ts'
import { urlsOf } from './serve.ts'

const reachable = { APPLIANCE_HOST: '0.0.0.0', APPLIANCE_HTTPS_PORT: '0', APPLIANCE_ACCESS: 'open' }

type Door = { server: RunningServer; plain: string; secure: string; here: string; ca: string }

/** An appliance that other machines reach; `plain` and `secure` are how they call it. */
async function openDoor(env: Record<string, string> = {}): Promise<Door> {
  const from = otherAddress()
  const server = await startAppliance({ env: { ...reachable, ...env } })
  const { httpPort, httpsPort } = server.serving
  return {
    server,
    plain: `http://${from}:${httpPort}`,
    secure: `https://${from}:${httpsPort}`,
    here: `http://localhost:${httpPort}`,
    ca: server.certificates?.authority?.pem ?? '',
  }
}

async function givenCertificate(): Promise<{ ca: string; env: Record<string, string> }> {
  const folder = await temporaryFolder()
  const authority = await issueAuthority('the-company')
  const names = { dns: ['localhost'], addresses: [otherAddress()] }
  const pair = await issueCertificate(authority, names)
  await writeFile(join(folder, 'cert.pem'), pair.certificate)
  await writeFile(join(folder, 'key.pem'), pair.key)
  const env = { APPLIANCE_TLS_CERT: join(folder, 'cert.pem'), APPLIANCE_TLS_KEY: join(folder, 'key.pem') }
  return { ca: authority.certificate, env }
}

/** The first frame of the events socket, or why there is none. */
function socketAt(url: string, options: WebSocket.ClientOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`, { origin: url, ...options })
    socket.on('message', (data) => {
      resolve(String(data))
      socket.close()
    })
    socket.on('error', (error) => resolve(error.message))
  })
}

test('HTTPS is checked by name and by address, and carries the application and its sockets', async () => {
  const { server, secure, ca } = await openDoor()
  const port = server.serving.httpsPort!
  for (const url of [secure, `https://localhost:${port}`, `https://127.0.0.1:${port}`]) {
    const page = await ask(`${url}/`, { ca })
    expect(page.status).toBe(200)
    expect(page.text).toContain('data-timezone')
    expect(page.headers['strict-transport-security']).toBeUndefined()
  }
  for (const servername of [hostname(), `${hostname().split('.')[0]}.local`]) {
    const socket = connectTls({ host: '127.0.0.1', port, servername, ca })
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
    expect([socket.authorized, socket.getProtocol()]).toEqual([true, 'TLSv1.3'])
    socket.destroy()
  }
  await expect(ask(`${secure}/`)).rejects.toThrow(/unable to verify|self.signed/)
  const old = connectTls({
    host: '127.0.0.1',
    port,
    ca,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'ALL:@SECLEVEL=0',
  })
  expect(
    await new Promise((resolve) =>
      old.once('error', () => resolve('refused')).once('secureConnect', resolve),
    ),
  ).toBe('refused')
  expect(JSON.parse(await socketAt(secure, { ca }))).toMatchObject({ type: 'hello' })
  expect(await socketAt(secure, { ca, origin: 'https://evil.example' })).toContain('403')
})

test('plain HTTP gives this machine the application, and other machines the page that helps them', async () => {
  const { server, plain, here, ca } = await openDoor()
  const port = server.serving.httpsPort!
  expect((await ask(`${here}/`)).text).toContain('data-timezone')
  expect((await ask(`${here}/api/recordings`)).status).not.toBe(403)
  expect(JSON.parse(await socketAt(here))).toMatchObject({ type: 'hello' })

  const page = await ask(`${plain}/meetings/7?tab=%22%3E%3Cscript%3E&x='y`, {
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' },
  })
  expect(page.status).toBe(200)
  expect(page.text).toContain(
    `href="${plain.replace('http:', 'https:').replace(/\d+$/, String(port))}/meetings/7?tab=%22%3E%3Cscript%3E&amp;x=%27y"`,
  )
  expect(page.text).toContain(server.certificates!.authority!.fingerprint.replaceAll(':', ':<wbr>'))
  expect(page.text).toContain('<details open><summary>iPhone and iPad')
  expect(page.text.match(/<details open>/g)).toHaveLength(1)
  expect(page.text).not.toContain('<script')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await ask(`${plain}/`, { method: 'HEAD' })).body).toHaveLength(0)

  for (const path of ['/appliance-authority.crt', '/api/system/authority.crt']) {
    const file = await ask(`${plain}${path}`)
    expect(file.headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(file.headers['content-disposition']).toBe('attachment; filename="appliance-authority.crt"')
    const sum = createHash('sha256').update(file.body).digest('hex').toUpperCase()
    expect(sum).toBe(server.certificates!.authority!.fingerprint.replaceAll(':', ''))
  }
  const forSafari = await ask(`${plain}/appliance-authority.crt`, { headers: { 'user-agent': 'iPhone' } })
  expect(forSafari.headers['content-disposition']).toContain('inline')
  const overHttps = await ask(`https://localhost:${port}/api/system/authority.crt`, { ca })
  expect(overHttps.headers['content-type']).toBe('application/x-x509-ca-cert')

  expect(JSON.parse((await ask(`${plain}/api/health`)).text)).toMatchObject({ status: 'ok' })
  const refused: [string, string][] = [
    ['GET', '/api/recordings'],
    ['POST', '/api/recordings/upload'],
    ['DELETE', '/api/recordings/1'],
    ['POST', '/'],
  ]
  for (const [method, path] of refused) {
    const { status, text } = await ask(plain + path, { method })
    expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'https_required' }])
  }
  expect(await socketAt(plain)).toContain('403')
  expect((await ask(`${plain}/`, { headers: { host: 'evil.example' } })).status).toBe(421)
})

test('this machine by another name than localhost, or by a proxy that nobody named, gets the page too', async () => {
  const { server, here } = await openDoor()
  const other = `${hostname().toLowerCase()}:${server.serving.httpPort}`
  expect((await ask(`${here}/`, { headers: { host: other } })).text).toContain('Download the authority')
  const byProxy = await ask(`${here}/`, { headers: { 'x-forwarded-for': '10.9.8.7' } })
  expect(byProxy.text).toContain('a proxy at 127.0.0.1')
})

test('a named proxy gets the application, whatever it calls it; anybody else’s headers count for nothing', async () => {
  const { here, plain } = await openDoor({
    APPLIANCE_TRUSTED_PROXIES: '127.0.0.1',
    APPLIANCE_PUBLIC_URL: 'https://meetings.example.co.uk',
    ...(await givenCertificate()).env,
  })
  const headers = {
    host: 'meetings.example.co.uk',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '10.9.8.7',
  }
  const app = await ask(`${here}/meetings/7`, { headers })
  expect([app.status, app.headers.location]).toEqual([200, undefined])
  expect(app.text).toContain('data-timezone')
  expect((await ask(`${here}/`, { headers: { host: 'meetings.example.co.uk' } })).status).toBe(200)
  const origin = 'https://meetings.example.co.uk'
  expect(JSON.parse(await socketAt(here, { headers, origin }))).toMatchObject({ type: 'hello' })

  const stranger = await ask(`${plain}/`, { headers })
  expect(stranger.status).toBe(403)
  expect(stranger.headers.location).toBeUndefined() // it would come back here for ever
  expect(stranger.text).toContain('APPLIANCE_TRUSTED_PROXIES')
  expect((await ask(`${plain}/api/recordings`, { headers })).status).toBe(403)
  expect(await socketAt(plain, { headers, origin })).toContain('403')
})

test('with a certificate of the administrator’s, plain HTTP redirects and HTTPS says that it stays', async () => {
  const { ca, env } = await givenCertificate()
  const { secure, plain, here } = await openDoor(env)
  const sent = await ask(`${plain}/meetings/7?tab=minutes`)
  expect([sent.status, sent.headers.location]).toEqual([308, `${secure}/meetings/7?tab=minutes`])
  expect((await ask(`${plain}//evil.example/x`)).headers.location).toBe(`${secure}//evil.example/x`)
  expect(JSON.parse((await ask(`${plain}/api/recordings`)).text)).toMatchObject({ code: 'https_required' })
  expect((await ask(`${plain}/api/health`)).status).toBe(200)
  expect((await ask(`${plain}/api/system/authority.crt`)).status).toBe(404)
  expect((await ask(`${secure}/`, { ca })).headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await ask(`${here}/`)).headers['strict-transport-security']).toBeUndefined()

  // A browser that knows of HSTS keeps the port of plain HTTP.
  const samePort = await ask(`${plain.replace('http:', 'https:')}/`, { ca })
  expect([samePort.status, samePort.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
  expect(JSON.parse(await socketAt(plain.replace('http:', 'https:'), { ca }))).toMatchObject({
    type: 'hello',
  })

  const alien = { ca, origin: plain }
  expect(await socketAt(plain.replace('http:', 'https:'), alien)).toContain('403')

  const elsewhere = await openDoor({ ...env, APPLIANCE_PUBLIC_URL: 'https://meetings.example.co.uk' })
  const onward = (await ask(`${elsewhere.plain}/x`)).headers.location
  expect(onward).toBe('https://meetings.example.co.uk/x')
  expect(elsewhere.server.serving.urls[0]).toBe('https://meetings.example.co.uk')
})

test('a renewal reaches new connections and leaves the open ones alone', async () => {
  const { server, ca } = await openDoor()
  const options = { host: '127.0.0.1', port: server.serving.httpsPort!, servername: 'localhost', ca }
  const connectNow = async () => {
    const socket = connectTls(options)
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
    return socket
  }
  const before = await connectNow()
  const { fingerprint } = await server.services.certificates!.renew()
  // By way of the database, as the command line's does.
  await until(
    async () => {
      const socket = await connectNow()
      const { fingerprint256 } = socket.getPeerCertificate()
      socket.destroy()
      return fingerprint256
    },
    (found) => found === fingerprint,
  )
  expect(before.getPeerCertificate().fingerprint256).not.toBe(fingerprint)
  const answer = new Promise((resolve) => before.once('data', (data) => resolve(String(data))))
  before.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await answer).toContain('200 OK')
})

test('what is no handshake, or never ends one, does no harm', async () => {
  const { server, secure, here, ca } = await openDoor()
  const { httpPort, httpsPort } = server.serving
  const open = (port = httpsPort!): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => socket.destroy())
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const closed: Promise<unknown>[] = []
  for (const garbage of [
    'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
    '\x16\x03\x01\x00\x05\xffgarbage',
    '\0'.repeat(70_000),
  ]) {
    const socket = open()
    closed.push(new Promise((resolve) => socket.once('close', resolve)))
    socket.resume()
    socket.write(garbage, 'latin1')
  }
  for (let i = 0; i < 100; i++) open().write('\x16', 'latin1')
  open().end()
  open(httpPort).end()
  open(httpPort).resetAndDestroy()
  for (let i = 0; i < 100; i++) open(httpPort)
  open(httpPort).write('\x16garbage', 'latin1')
  expect((await ask(`${here}/api/health`)).status).toBe(200)
  expect((await ask(`${secure}/api/health`, { ca })).status).toBe(200)
  await Promise.all(closed)
  const stopping = performance.now()
  await server.stop() // nor does it hold up the end
  expect(performance.now() - stopping).toBeLessThan(5000)
})

test('an upload passes through the port that understands both', async () => {
  const { here } = await openDoor()
  const file = await tone('tone.wav', 30)
  const { id } = await uploaded(here, file)
  const kept = await ask(`${here}/api/recordings/${id}/download`)
  expect(kept.body.equals(await readFile(file))).toBe(true)
})

test('a port that is taken is named with its variable, and nothing keeps running', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => void taken.close())
  const port = String((taken.address() as AddressInfo).port)
  for (const variable of ['APPLIANCE_HTTP_PORT', 'APPLIANCE_HTTPS_PORT'])
    await expect(startAppliance({ env: { ...reachable, [variable]: port } })).rejects.toThrow(
      new RegExp(
        `Port ${port} is taken by another program. Choose another one with ${variable}; \\d+ is free`,
      ),
    )
  await expect(
    startAppliance({ env: { ...reachable, APPLIANCE_HTTP_PORT: '8451', APPLIANCE_HTTPS_PORT: '8451' } }),
  ).rejects.toThrow('are both 8451')
  await expect(startAppliance({ env: { ...reachable, APPLIANCE_HOST: '203.0.113.9' } })).rejects.toThrow(
    'APPLIANCE_HOST is "203.0.113.9", which is no address of this machine',
  )
})

test('one address of the network alone is also found as localhost', async () => {
  // A port that is free on the other address need not be so here.
  const port = await freePort('127.0.0.1')
  const { server, here, secure, ca } = await openDoor({
    APPLIANCE_HOST: otherAddress(),
    APPLIANCE_HTTP_PORT: String(port),
  })
  expect((await ask(`${here}/api/recordings`)).status).not.toBe(403)
  expect((await ask(`${secure}/`, { ca })).status).toBe(200)
  expect(server.serving.urls).toEqual([secure])
})

test('loopback alone has no HTTPS and makes no certificate', async () => {
  const { serving, certificates, services } = await startAppliance()
  expect([serving.httpsPort, certificates, services.certificates]).toEqual([null, null, null])
  expect(serving.urls).toEqual([serving.localUrl])
})

test('the addresses to type are names first, without the usual port', () => {
  const machine = {
    hostname: 'Minutes',
    interfaces: {
      eth0: [
        { address: '10.0.0.5', internal: false },
        { address: 'fd00::1', internal: false },
      ],
    },
  } as never
  const config = { publicUrl: 'https://m.example', host: '0.0.0.0' }
  expect(urlsOf(config, '', 443, machine)).toEqual([
    'https://m.example',
    'https://minutes',
    'https://10.0.0.5',
    'https://[fd00::1]',
  ])
})
