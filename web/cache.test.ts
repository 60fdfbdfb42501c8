import { expect, it, vi } from 'vitest'

it('forgets what nobody has shown for two hours, and nothing else', async () => {
  vi.useFakeTimers()
  const { createCache } = await import('./cache.ts')
  let now = 0
  const { provider, hold, sweep } = createCache(() => now)
  provider.set('shown', { data: 1 })
  provider.set('left', { data: 2 })
  provider.set('pushed', { data: 3 })
  hold('shown')
  const leave = hold('left')
  now = 3_600_000
  leave()
  sweep()
  now = 3 * 3_600_000 - 1
  sweep()
  expect([...provider.keys()]).toEqual(['shown', 'left', 'pushed'])
  now = 3 * 3_600_000
  sweep()
  expect([...provider.keys()]).toEqual(['shown'])
  vi.useRealTimers()
})
