import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'

test('bench measures this machine, also beside nothing', async () => {
  const { code, stdout } = await appliance(['bench', '--json'], await temporaryFolder(), {
    APPLIANCE_BUNDLED_MODELS: '',
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    timesRealTime: expect.any(Number),
    disk: { syncMs: expect.any(Number) },
  })
})
