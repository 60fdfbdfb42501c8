import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { createClientReader } from './client.ts'
import { errorHandler } from './errors.ts'
import { limitRate } from './rate-limit.ts'

test('one address cannot take the time of all others', async () => {
  let now = 0
  const readClient = createClientReader({ trustedProxies: ['127.0.0.1'] })
  const app = new Koa()
  app.use(errorHandler(createLog({ logLevel: 'silent' }, 'test')))
  app.use(limitRate(readClient, { atOnce: 20, perSecond: 10 }, () => now))
  app.use((ctx) => void (ctx.body = 'done'))
  const answer = app.callback()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (address: string, times: number): Promise<number> => {
    let refused = 0
    for (let n = 0; n < times; n++)
      if ((await fetch(url, { headers: { 'x-forwarded-for': address } })).status === 429) refused += 1
    return refused
  }

  expect(await ask('10.1.2.3', 20)).toBe(0)
  expect(await ask('10.1.2.3', 10)).toBe(10)
  expect(await ask('10.9.9.9', 10)).toBe(0)
  now += 1000
  expect(await ask('10.1.2.3', 15)).toBe(5)
})
