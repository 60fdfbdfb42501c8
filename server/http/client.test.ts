import { request } from 'node:http'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClientReader, type Client } from './client.ts'

/** What the reader makes of a real request that comes from 127.0.0.1. */
async function read(trustedProxies: string[], headers: Record<string, string>): Promise<Client> {
  const readClient = createClientReader({ trustedProxies })
  let client: Client | undefined
  const server = createServer((incoming: IncomingMessage, answer) => {
    client = readClient(incoming)
    answer.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve, reject) =>
    request({ port, host: '127.0.0.1', headers: { host: 'box:8080', ...headers } }, (answer) => {
      answer.resume()
      answer.on('end', resolve)
    })
      .on('error', reject)
      .end(),
  )
  return client!
}

const forwarded = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'meetings.example.co.uk',
}

test('forwarded headers of somebody unknown mean nothing', async () => {
  expect(await read([], forwarded)).toEqual({
    address: '127.0.0.1',
    scheme: 'http',
    host: 'box:8080',
    proxied: false,
  })
  expect(await read(['10.0.0.0/8', '::1'], forwarded)).toMatchObject({ address: '127.0.0.1', proxied: false })
})

test('a trusted proxy says who asks and for what', async () => {
  expect(await read(['127.0.0.0/8'], forwarded)).toEqual({
    address: '203.0.113.9',
    scheme: 'https',
    host: 'meetings.example.co.uk',
    proxied: true,
  })
})

test.each([
  ['1.2.3.4, 203.0.113.9, 10.0.0.7', '203.0.113.9', 'what the person wrote in front of it'],
  ['[2001:db8::1]:4711', '2001:db8::1', 'a port'],
  ['203.0.113.9:50123', '203.0.113.9', 'a port'],
  ['::ffff:203.0.113.9', '203.0.113.9', 'a mapped address'],
  ['unknown', '127.0.0.1', 'no address at all'],
])('"%s" means %s (%s)', async (chain, address) => {
  const client = await read(['127.0.0.1', '10.0.0.0/8'], { 'x-forwarded-for': chain })
  expect(client.address).toBe(address)
})
