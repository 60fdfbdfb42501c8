import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/files.ts'
import { createThread, ThreadDeadline } from './thread.ts'

/** A thread's program: doubles numbers, fails below zero, ends at 13, never comes to an end with 99, and sleeps at 500. */
const program = `
import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
parentPort.postMessage({ task: readlinkSync('/proc/thread-self') })
parentPort.on('message', ({ id, input }) => {
  if (input === 13) process.exit(1)
  while (input === 99);
  if (input === 500) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  parentPort.postMessage(input < 0 ? { id, error: new Error('below zero') } : { id, output: input * 2 })
})
`

test('a thread computes one after the other; what takes too long, fails or is not wanted takes nothing else along', async () => {
  const file = join(await temporaryFolder(), 'double.mjs')
  await writeFile(file, program)
  const double = createThread(file)
  const deadlineMs = 20_000
  expect(await Promise.all([1, 2, 3].map((n) => double(n, { deadlineMs })))).toEqual([2, 4, 6])

  const endless = double(99, { deadlineMs: 300 })
  const unwanted = new AbortController()
  const waiting = double(5, { deadlineMs, signal: unwanted.signal })
  const behind = double(6, { deadlineMs })
  unwanted.abort(new Error('not wanted'))
  await expect(waiting).rejects.toThrow('not wanted')
  await expect(endless).rejects.toThrow(ThreadDeadline)
  expect(await behind).toBe(12)

  const stopped = new AbortController()
  const running = double(99, { deadlineMs, signal: stopped.signal })
  setTimeout(() => stopped.abort(new Error('stopped')), 100)
  await expect(running).rejects.toThrow('stopped')
  await expect(double(7, { deadlineMs, signal: stopped.signal })).rejects.toThrow('stopped')

  // What waits for a processor has not computed, and is waited for; but not for ever.
  expect(await double(500, { deadlineMs: 1000 })).toBe(1000)
  await expect(double(500, { deadlineMs: 50 })).rejects.toThrow(ThreadDeadline)

  await expect(double(-1, { deadlineMs })).rejects.toThrow('below zero')
  await expect(double(13, { deadlineMs })).rejects.toThrow('ended with 1')
  expect(await double(8, { deadlineMs })).toBe(16)
})
