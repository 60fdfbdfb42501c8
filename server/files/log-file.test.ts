import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/files.ts'
import { openLogFile } from './log-file.ts'

test('a log file is turned when it is full, and the oldest lines go', async () => {
  const folder = join(await temporaryFolder(), 'logs')
  const file = join(folder, 'server.log')
  const line = (n: number): string => `${String(n).padStart(9, '0')}\n`
  for (let n = 0; n < 30; n++) openLogFile(file, { maxBytes: 100, keep: 2 }).write(line(n))
  const log = openLogFile(file, { maxBytes: 100, keep: 2 })
  for (let n = 30; n < 55; n++) log.write(line(n))
  expect((await readdir(folder)).toSorted()).toEqual(['server.log', 'server.log.1', 'server.log.2'])
  const parts = await Promise.all(['.2', '.1', ''].map((end) => readFile(`${file}${end}`, 'utf8')))
  const lines = parts.join('').trim().split('\n').map(Number)
  expect(lines).toEqual(Array.from({ length: 25 }, (_, i) => 30 + i))
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(100)
})
