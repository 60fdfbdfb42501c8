import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLogFile } from '../server/files/log-file.ts'
import { until } from '../server/test/client.ts'
import { temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'
import { start, startServerProcess } from '../server/test/process.ts'
import { testEnvironment } from '../server/test/server.ts'

const line = (time: string, level: number, msg: string, more: object = {}): string =>
  `${JSON.stringify({ level, time: Date.parse(time), pid: 7, name: 'server', ...more, msg })}\n`

const shown = z.array(
  z.looseObject({ time: z.string().nullable(), program: z.string(), message: z.string() }),
)

/** Logs of two programs, one of them turned, and a line that a crash has cut. */
async function written(): Promise<string> {
  const dataDir = await temporaryFolder()
  const file = (name: string): string => join(dataDir, 'logs', name)
  await mkdir(join(dataDir, 'logs'))
  await writeFile(file('server.log.2'), line('2026-11-18T10:00:00Z', 30, 'one'))
  await writeFile(file('server.log.1'), line('2026-11-19T10:00:00Z', 40, 'two', { program: 'ffmpeg' }))
  await writeFile(
    file('server.log'),
    line('2026-11-19T10:00:02Z', 50, 'four', {
      err: {
        message: 'no https://u:hunter2@feeds.example/a?key=hunter3',
        stack: 'Error: no\n at Bearer hunter4',
      },
      authorization: 'hunter5',
      path: '/api/calendar/feed/hunter6',
      url: `http://127.0.0.1:4000/${'0f3c9a7e'.repeat(4)}/inference`,
    }) + '{"level":30,"time":17',
  )
  await writeFile(
    file('worker.log'),
    `torn\n${line('2026-11-19T10:00:01Z', 30, 'three\u001B[2J')}${line('2026-11-20T10:00:00Z', 20, 'five')}`,
  )
  return dataDir
}

test('logs are read in the order of time, since a moment, by level, and hide what is secret', async () => {
  const dataDir = await written()
  const env = { APPLIANCE_TIMEZONE: 'Europe/London', DATABASE: 'none' }
  const run = (...args: string[]) => appliance(['logs', ...args], dataDir, env)
  const messages = async (...args: string[]): Promise<string[]> =>
    shown.parse(JSON.parse((await run(...args, '--json')).stdout)).map(({ message }) => message)

  expect(await messages()).toEqual(['torn', 'one', 'two', 'three\u001B[2J', 'four'])
  expect(await messages('--level', 'warn', '--program', 'server')).toEqual(['two', 'four'])
  expect(await messages('--since', '2026-11-19 10:00:01', '--level', 'debug')).toEqual([
    ...['torn', 'three\u001B[2J', 'four', 'five'],
  ])
  expect(await messages('--since', '2026-11-19', '--lines', '1')).toEqual(['four'])
  expect(await messages('--since', '2026-11-19T11:00:02+01:00', '--program', 'server')).toEqual(['four'])

  const { code, stdout, stderr } = await run('-n', '2')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n')[0]).toBe('2026-11-19 10:00:01  worker  info   three\\u001b[2J')
  expect(stdout).toContain('server  error  four (no https://…@feeds.example/a?…, authorization=…')
  for (const all of [stdout, (await run('--json')).stdout]) {
    expect(all).not.toMatch(/hunter\d/)
    expect(all).not.toContain('0f3c9a7e0f3c9a7e')
  }

  for (const wrong of [
    ['--level', 'loud'],
    ['--since', 'yesterday'],
    ['--since', '2026-02-30'],
    ['-n', 'x'],
  ])
    expect([wrong, (await run(...wrong)).code]).toEqual([wrong, 2])
  const told = await run('--since', 'yesterday', '--json')
  expect(JSON.parse(told.stdout)).toMatchObject({ code: 'wrong_use' })
  const none = await appliance(['logs', '--json'], await temporaryFolder())
  expect([none.code, none.stdout, none.stderr]).toEqual([
    ...[0, '[]\n', expect.stringContaining('There are no log files')],
  ])
})

test('logs are followed across the turns of the file, and through the start of a server', async () => {
  const dataDir = await temporaryFolder()
  const log = openLogFile(join(dataDir, 'logs', 'server.log'), { maxBytes: 2000 })
  const count = (from: number, to: number): void => {
    for (let n = from; n < to; n++) log.write(line('2026-11-19T10:00:00Z', 30, `number ${n}`))
  }
  count(0, 50)
  const following = start('cli/main.js', ['logs', '--follow', '--json'], testEnvironment(dataDir))
  const numbers = (): number[] =>
    [...following.printed().matchAll(/"number (\d+)"/g)].map((match) => Number(match[1]))
  const seen = (n: number) =>
    until(
      async () => numbers(),
      (all) => all.length >= n,
    )
  await seen(50)
  for (const [from, to] of [
    [50, 110],
    [110, 115],
    [115, 200],
  ] as const) {
    count(from, to)
    await seen(to)
  }
  expect(numbers()).toEqual(Array.from({ length: 200 }, (_, n) => n))

  await startServerProcess(dataDir)
  await until(
    async () => following.printed(),
    (text) => text.includes('database migrated'),
  )
  following.child.kill('SIGINT')
  expect((await following.ended).code).toBe(130)
})
