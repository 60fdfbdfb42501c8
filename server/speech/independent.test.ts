import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { made, temporaryFolder } from '../test/files.ts'
import { transcriber } from '../test/transcribed.ts'
import { carriedModel } from '../test/wordless.ts'

const sample = join(loadConfig({}).appRoot, 'models', 'sample', 'sample-meeting.mp3')

test('what the engine heard before changes nothing in what it hears', async () => {
  const transcribe = await transcriber(await carriedModel())
  const folder = await temporaryFolder()
  async function part(from: number, to: number): Promise<string> {
    const file = join(folder, `${from}.wav`)
    await made(file, `amovie=${sample},atrim=${from}:${to},asetpts=PTS-STARTPTS`, '-ac', '1')
    return file
  }
  const short = await part(0.5, 7)
  const first = await transcribe(short)
  expect(first.map(({ text }) => text).join(' ')).toMatch(/welcome to the board meeting/)
  await transcribe(await part(20, 60))
  expect(await transcribe(short)).toEqual(first)
})
