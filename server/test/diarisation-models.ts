import { appendFile, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { RunningServer } from '../run.ts'
import { temporaryFolder } from './files.ts'

/** The bundled models with a word about their maker changed: others, as far as anybody can tell. */
export async function addModels({ services }: RunningServer): Promise<void> {
  const folder = await temporaryFolder()
  const changed = async (part: string): Promise<string> => {
    const file = join(folder, `${part}.onnx`)
    await copyFile(join(services.config.appRoot, 'server', 'test', 'models', `${part}-demo.onnx`), file)
    await appendFile(file, Buffer.from([0x1a, 1, 0x78])) // ModelProto.producer_version: "x"
    return file
  }
  const files = { segmentation: await changed('segmentation'), embedding: await changed('embedding') }
  expect(await services.diarisationModels.add(files)).toMatchObject({ bundled: false })
}
