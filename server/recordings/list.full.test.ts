import { expect, test } from 'vitest'
import { fill } from '../test/many-recordings.ts'
import { startAppliance } from '../test/server.ts'

test('5,000 recordings are listed quickly', async () => {
  const { url, services } = await startAppliance()
  await fill(services, 5000)
  const timed = async (query: string): Promise<number> => {
    const startedAt = performance.now()
    await (await fetch(`${url}/api/users/1/recordings?${query}`)).arrayBuffer()
    return performance.now() - startedAt
  }
  const figures: Record<string, number> = {}
  for (const query of ['', 'limit=50', 'limit=50&sort=title', 'limit=50&q=board', 'limit=50&status=failed'])
    figures[query] = Math.round(Math.min(await timed(query), await timed(query)))
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(figures['']).toBeLessThan(3000)
  expect(figures['limit=50&status=failed']).toBeLessThan(1000)
})
