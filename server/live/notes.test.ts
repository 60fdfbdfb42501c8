import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { send } from '../test/client.ts'
import { asRecorded } from '../test/capture.ts'
import { filesBelow, tone } from '../test/files.ts'
import { startAppliance } from '../test/server.ts'
import { meeting, wordErrorRate } from '../test/speech.ts'

test('a spoken note becomes text by the live engine, and its sound is gone', async () => {
  const { url, services } = await startAppliance()
  expect((await send(url, 'POST', '/api/notes/prepare')).body).toEqual({ whyNot: null })
  const spoken = await meeting({ seed: 8, minutes: 0.6, speakers: 1 })
  const speak = async (body: Uint8Array) => {
    const answer = await fetch(`${url}/api/notes/transcribe`, {
      method: 'POST',
      headers: { 'content-type': 'audio/webm' },
      body: body as Uint8Array<ArrayBuffer>,
    })
    return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) }
  }
  const { status, body } = await speak(await asRecorded(spoken.wav))
  expect(status).toBe(200)
  expect(wordErrorRate(spoken, z.string().parse(body.text))).toBeLessThan(0.1)
  expect(await filesBelow(services.paths.uploads)).toEqual([])
  expect((await speak(Buffer.from('no sound'))).status).toBe(422)
  expect((await speak(new Uint8Array())).status).toBe(400)
  expect((await speak(await readFile(await tone('quiet.wav', 1)))).status).toBe(200)
})
