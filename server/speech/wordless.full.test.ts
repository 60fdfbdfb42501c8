import { join } from 'node:path'
import { expect, test } from 'vitest'
import { made, temporaryFolder } from '../test/files.ts'
import { transcriber } from '../test/transcribed.ts'
import { carriedModel, wordless } from '../test/wordless.ts'

test.each(Object.keys(wordless))('a minute of %s gives no words, quiet or loud', async (kind) => {
  const transcribe = await transcriber(await carriedModel())
  const folder = await temporaryFolder()
  for (const loud of [0.05, 0.3, 1]) {
    const file = join(folder, `${loud}.wav`)
    await made(file, wordless[kind]!(60, loud), '-ac', '1')
    expect((await transcribe(file)).map(({ text }) => text)).toEqual([])
  }
})
