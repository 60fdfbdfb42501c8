import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { startAppliance } from '../test/server.ts'

/** fetch sets Host by itself, so these go by hand. */
function send(
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    })
    asking.on('error', reject)
    asking.end()
  })
}

test('only its own names and its own pages are answered', async () => {
  const { url } = await startAppliance()
  const { port } = new URL(url)
  const health = `${url}/api/health`
  expect((await send(health, 'GET', { host: `localhost:${port}` })).status).toBe(200)
  expect((await send(health, 'GET', { host: `127.0.0.1:${port}` })).status).toBe(200)
  expect((await send(health, 'GET', { host: 'evil.example' })).status).toBe(421)
  const sample = `${url}/api/jobs/999/cancel`
  expect((await send(sample, 'POST', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await send(sample, 'POST', { origin: 'null' })).status).toBe(403)
  expect(
    (await send(sample, 'POST', { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` })).status,
  ).toBe(404)
})

test('a page of another site cannot open the socket', async () => {
  const { url } = await startAppliance()
  const open = (origin: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`, { origin })
      socket.on('message', (data) => {
        resolve(String(data))
        socket.close()
      })
      socket.on('error', (error) => resolve(error.message))
    })
  expect(await open('https://evil.example')).toContain('403')
  expect(JSON.parse(await open(url))).toMatchObject({ type: 'hello' })
})

test('an address that cannot be read does not bring the server down', async () => {
  const { url } = await startAppliance()
  const { port } = new URL(url)
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        'GET http://[/api/ws/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      ),
    )
    socket.on('data', (data) => resolve(String(data)))
    socket.on('close', () => resolve(''))
  })
  expect(answer).not.toContain(' 101 ')
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
})

test('the page allows scripts from here alone', async () => {
  const { url } = await startAppliance()
  const { status, headers } = await send(`${url}/`, 'GET', {})
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect((await send(`${url}/recordings/7`, 'GET', {})).headers['content-type']).toContain('text/html')
  expect(await (await fetch(url)).text()).toContain('data-timezone="Europe/London"')
  for (const path of [
    '/../../../etc/passwd.txt',
    '/%2e%2e/%2e%2e/secret.js',
    '/assets/..%2f..%2f..%2fvite.config.js',
    '/%E0%A4%A.js',
    '/a%00b.js',
  ])
    expect((await send(`${url}${path}`, 'GET', {})).status, path).toBe(404)
})

test('an unknown call is a JSON 404', async () => {
  const { url } = await startAppliance()
  const answer = await fetch(`${url}/api/nothing`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'route_not_found' })
  const malformed = await fetch(`${url}/api/recordings`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect(await malformed.json()).toMatchObject({ code: 'bad_request' })
  expect((await fetch(`${url}/api/users/2/recordings`)).status).toBe(404)
})
