import { createHash } from 'node:crypto'
import { readFile, truncate } from 'node:fs/promises'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { uploaded } from '../test/client.ts'
import { tone } from '../test/files.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

const written = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** With the trailers, which fetch drops. */
const download = (path: string): Promise<{ digest: unknown; trailer: unknown; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    request(shared().url + path, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          digest: answer.headers['repr-digest'],
          trailer: answer.trailers['repr-digest'],
          bytes: Buffer.concat(parts),
        }),
      )
    })
      .on('error', reject)
      .end()
  })

test('a download says the SHA-256 of the whole, also of a part', async () => {
  const { url } = shared()
  const file = await tone('a.wav', 2)
  const { id } = await uploaded(url, file)
  const whole = written(await readFile(file))
  expect((await download(`/api/recordings/${id}/download`)).digest).toBe(whole)
  const part = await fetch(`${url}/api/recordings/${id}/download`, { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('repr-digest')]).toEqual([206, whole])
  const head = await fetch(`${url}/api/recordings/${id}/download`, { method: 'HEAD' })
  expect(head.headers.get('repr-digest')).toBe(whole)
  // The player has no use for it.
  const played = await fetch(`${url}/api/recordings/${id}/audio`)
  expect(played.headers.get('repr-digest')).toBeNull()
  await Promise.all([part, played].map((answer) => answer.arrayBuffer()))
})

test('a file of many megabytes too, which a thread reads', async () => {
  const { url, services } = shared()
  const { id } = await uploaded(url, await tone('long.wav', 2))
  const { original } = await services.recordings.sound(services.db.read, id)
  await truncate(original, 40_000_000)
  const { digest, bytes } = await download(`/api/recordings/${id}/download`)
  expect(bytes.length).toBe(40_000_000)
  expect(digest).toBe(written(bytes))
})

test('what is in memory says it before, what is made while it is sent afterwards', async () => {
  const { url } = shared()
  const { id } = await uploaded(url, await tone('b.wav', 2))
  const zip = await download(`/api/recordings/${id}/export/zip`)
  expect(zip.bytes.length).toBeGreaterThan(100)
  expect([zip.digest, zip.trailer]).toEqual([undefined, written(zip.bytes)])
  const mp3 = await download(`/api/convertToMp3/${id}`)
  expect(mp3.digest ?? mp3.trailer).toBe(written(mp3.bytes))
  const list = await download('/api/licences/sbom')
  expect(list.digest).toBe(written(list.bytes))
})
