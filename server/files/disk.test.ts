import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { diskSpace, requireSpace, reserveBytes, watchSpace } from './disk.ts'

const run = promisify(execFile)

test('what is being written is stopped as soon as it would take the room that recording needs', async () => {
  const folder = await temporaryFolder()
  await run('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', folder])
  onTestFinished(async () => void (await run('umount', ['-l', folder])))
  expect((await diskSpace(folder)).freeBytes).toBeGreaterThan(reserveBytes)
  const said: string[] = []
  onTestFinished(watchSpace(folder, ({ code }) => said.push(code)))
  await requireSpace(folder, 1000)
  await run('mount', ['-o', 'remount,size=100m', folder])
  await until(async () => said.length, Boolean)
  await expect(requireSpace(folder, 1000)).rejects.toMatchObject({ code: 'disk_full' })
  // What is being recorded goes on.
  await requireSpace(folder, 1000, 32 * 1024 ** 2)
  expect(said).toEqual(['disk_full'])
})
