import { expect, test } from 'vitest'
import { transcriber } from '../test/transcribed.ts'
import { allWordless, carriedModel } from '../test/wordless.ts'

test('silence, hiss, a fan, music, applause and a keyboard give no words', async () => {
  const transcribe = await transcriber(await carriedModel())
  expect((await transcribe(await allWordless(8, 0.5))).map(({ text }) => text)).toEqual([])
})
