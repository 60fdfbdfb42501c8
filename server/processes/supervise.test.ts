import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { until } from '../test/client.ts'
import { isAlive } from './alive.ts'
import { spawnChild } from './child.ts'
import { supervise, type Supervised, type Supervision } from './supervise.ts'

const log = createLog({ ...loadConfig({}), logLevel: 'silent' }, 'test')

function watched(over: Partial<Supervision<number>> & { command?: [string, string[]] }): {
  supervised: Supervised
  events: string[]
  pids: number[]
} {
  const events: string[] = []
  const pids: number[] = []
  const [program, args] = over.command ?? ['sleep', ['600']]
  const supervised = supervise<number>({
    name: 'test',
    log,
    startupMs: 2000,
    healthEveryMs: 50,
    graceMs: 500,
    start: async () => {
      const child = spawnChild(program, args)
      pids.push(child.process.pid!)
      return { child, handle: child.process.pid! }
    },
    healthy: async (pid) => isAlive(pid),
    onUp: () => events.push('up'),
    onDown: (reason) => events.push(`down: ${reason}`),
    ...over,
  })
  onTestFinished(() => supervised.stop())
  return { supervised, events, pids }
}

test('killed with -9 it is started again', async () => {
  const { supervised, events, pids } = watched({})
  await supervised.firstUp
  process.kill(pids[0]!, 'SIGKILL')
  await until(
    async () => events.length,
    (n) => n >= 3,
  )
  expect(events).toEqual(['up', expect.stringMatching(/^down: ended \(SIGKILL/), 'up'])
  expect(isAlive(pids[1]!)).toBe(true)
  await supervised.stop()
  expect(isAlive(pids[1]!)).toBe(false)
})

test('one that ends at once is told with its last words, tried again after growing pauses, and never throws here', async () => {
  const starts: number[] = []
  const { supervised, events } = watched({
    healthy: async () => false,
    start: async () => {
      starts.push(Date.now())
      return { child: spawnChild('sh', ['-c', 'echo the model is broken >&2; exit 3']), handle: 0 }
    },
  })
  await expect(supervised.firstUp).rejects.toThrow('the model is broken')
  await until(
    async () => starts.length,
    (n) => n >= 3,
  )
  expect(starts[2]! - starts[1]!).toBeGreaterThan((starts[1]! - starts[0]!) * 1.3)
  expect(events[0]).toContain('the model is broken')
  await supervised.stop()
})

test('one that lives but no longer answers is ended and started again', async () => {
  let answers = true
  const { supervised, events, pids } = watched({ healthy: async () => answers })
  await supervised.firstUp
  answers = false
  await until(
    async () => events.length,
    (n) => n >= 2,
  )
  expect(events[1]).toContain('no longer answers')
  expect(isAlive(pids[0]!)).toBe(false)
  answers = true
  await until(
    async () => events.length,
    (n) => n >= 3,
  )
})

test('one health check that fails does no harm', async () => {
  let asked = 0
  const { supervised, events } = watched({
    healthy: async () => {
      if (++asked % 2 === 0) throw new Error('late')
      return true
    },
  })
  await supervised.firstUp
  await until(
    async () => asked,
    (n) => n > 10,
  )
  expect(events).toEqual(['up'])
})

test('a program that cannot even be started is a reason like any other', async () => {
  const { supervised } = watched({ start: () => Promise.reject(new Error('no free port')) })
  await expect(supervised.firstUp).rejects.toThrow('no free port')
})

test('stopped while it starts, it is gone and whoever waits is told', async () => {
  const { supervised, pids } = watched({ healthy: async () => false })
  await until(
    async () => pids.length,
    (n) => n > 0,
  )
  const waiting = expect(supervised.firstUp).rejects.toThrow('stopped')
  await supervised.stop()
  await waiting
  expect(isAlive(pids[0]!)).toBe(false)
})
