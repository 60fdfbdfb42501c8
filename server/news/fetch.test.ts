import { expect, test } from 'vitest'
import { publisher } from '../test/feeds.ts'
import { createSafeFetch, isPublic } from './fetch.ts'

const options = { largestBytes: 1_000_000, deadlineMs: 10_000, what: 'feed' }

test('which addresses are public', () => {
  const secret = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
  ]
  const alsoSecret = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'x',
  ]
  expect([...secret, ...alsoSecret].filter(isPublic)).toEqual([])
  expect(['1.1.1.1', '172.32.0.1', '2606:4700::1111'].filter(isPublic)).toHaveLength(3)
})

test('a name is looked up before it is asked, and private addresses need to be allowed', async () => {
  const { port, asked } = await publisher((_request, response) => response.end('hello'))
  const open = createSafeFetch({ feedHosts: [], offline: false })
  await expect(open.get(`http://localhost:${port}/`, options)).rejects.toThrow(/private network/)
  for (const spelling of ['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '127.1'])
    await expect(open.get(`http://${spelling}:${port}/`, options)).rejects.toThrow(/private network/)
  expect(asked).toEqual([])
  for (const feedHosts of [['localhost'], ['127.0.0.0/8', '::1']]) {
    const allowed = createSafeFetch({ feedHosts, offline: false })
    expect((await allowed.get(`http://localhost:${port}/`, options)).status).toBe(200)
    await allowed.close()
  }
  await open.close()
})

test('a redirect from a public name to a private one is refused at that step', async () => {
  const secret = await publisher((_request, response) => response.end('secret'))
  const { url } = await publisher((_request, response) =>
    response.writeHead(301, { location: `http://localhost:${secret.port}/` }).end(),
  )
  const fetch = createSafeFetch({ feedHosts: ['127.0.0.1'], offline: false })
  // localhost leads to 127.0.0.1, which is allowed as an address alone.
  const byName = createSafeFetch({ feedHosts: ['127.0.0.2'], offline: false })
  await expect(byName.get(url, options)).rejects.toThrow(/private network/)
  await fetch.close()
  await byName.close()
  expect(secret.asked).toEqual([])
})
