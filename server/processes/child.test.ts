import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { isAlive } from './alive.ts'
import { childrenDieWithUs, endChild, networkIsKept, spawnChild } from './child.ts'

test('arguments arrive as they are: there is no shell', async () => {
  const child = spawnChild('printf', ['%s|', '$HOME', '; rm -rf x', 'a b', '`id`'], { stdout: 'pipe' })
  let text = ''
  child.process.stdout!.on('data', (data: Buffer) => (text += String(data)))
  expect((await child.ended).code).toBe(0)
  expect(text).toBe('$HOME|; rm -rf x|a b|`id`|')
})

test('nothing of the settings reaches a child', async () => {
  process.env['APPLIANCE_SECRET_FOR_TEST'] = 'hush'
  const child = spawnChild('env', [], { stdout: 'pipe' })
  let text = ''
  child.process.stdout!.on('data', (data: Buffer) => (text += String(data)))
  await child.ended
  delete process.env['APPLIANCE_SECRET_FOR_TEST']
  expect(text).toContain('PATH=')
  expect(text).not.toMatch(/APPLIANCE_|hush/)
})

test('a program that is not there is told, not thrown', async () => {
  const { code } = await spawnChild('/no/such/program', []).ended
  expect(code).not.toBe(0)
  expect((await spawnChild('true', [], { cwd: '/no/such/folder' }).ended).error).toBeInstanceOf(Error)
})

test.runIf(networkIsKept)('a program that needs no network has none, not even this machine', async () => {
  const server = createServer((_request, answer) => answer.end('reached')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = `fetch('http://127.0.0.1:${port}').then((a) => a.text()).then(console.log, () => console.log('none'))`
  const said = async (network?: boolean): Promise<string> => {
    const child = spawnChild(process.execPath, ['-e', ask], {
      stdout: 'pipe',
      ...(network !== undefined && { network }),
    })
    let text = ''
    child.process.stdout!.on('data', (data: Buffer) => (text += String(data)))
    await child.ended
    return text.trim()
  }
  expect(await said()).toBe('reached')
  expect(await said(false)).toBe('none')
})

test('megabytes on stderr do not block it; the end is kept', async () => {
  const child = spawnChild(process.execPath, ['-e', "process.stderr.write('x'.repeat(5e6) + 'the end')"])
  expect((await child.ended).code).toBe(0)
  expect(child.tail()).toMatch(/the end$/)
  expect(child.tail().length).toBeLessThanOrEqual(8192)
})

test('one that does not listen to SIGTERM is killed after its grace', async () => {
  const child = spawnChild(process.execPath, [
    '-e',
    "process.on('SIGTERM', () => {}); process.stderr.write('up'); setInterval(() => {}, 1000)",
  ])
  await until(
    async () => child.tail(),
    (text) => text === 'up',
  )
  await endChild(child, 200)
  expect((await child.ended).signal).toBe('SIGKILL')
})

test.runIf(childrenDieWithUs)('a child is gone after kill -9 of its parent', async () => {
  const script = join(await temporaryFolder(), 'parent.mjs')
  const module = join(loadConfig({}).appRoot, 'server', 'processes', 'child.ts')
  const built = await import('esbuild')
  const bundle = await built.build({
    entryPoints: [module],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
  })
  const code = bundle.outputFiles[0]!.text.replaceAll(
    /from "zod"/g,
    `from ${JSON.stringify(import.meta.resolve('zod'))}`,
  )
  await writeFile(
    script,
    `${code}\nconst c = spawnChild('sleep', ['600'], { nice: 5 })\nprocess.stdout.write(String(c.process.pid))\nsetInterval(() => {}, 1000)\n`,
  )
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(
    await new Promise<string>((resolve) =>
      parent.stdout.once('data', (data: Buffer) => resolve(String(data))),
    ),
  )
  expect(isAlive(pid)).toBe(true)
  // Until setpriv has run, it could still outlive us.
  await new Promise((resolve) => setTimeout(resolve, 300))
  parent.kill('SIGKILL')
  await until(
    async () => isAlive(pid),
    (alive) => !alive,
  )
})
