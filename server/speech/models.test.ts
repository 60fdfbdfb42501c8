import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import { toyFile } from '../test/toys.ts'
import { filesBelow, temporaryFolder } from '../test/files.ts'
import { testEnvironment } from '../test/server.ts'
import { createCatalogue } from './catalogue.ts'
import { createModels, type SpeechModels } from './models.ts'

async function setUp(
  more: Record<string, string> = {},
): Promise<{ models: SpeechModels; modelsDir: string; folder: string; active: () => Promise<string> }> {
  const dataDir = await temporaryFolder()
  const config = loadConfig(testEnvironment(dataDir, more))
  const db = await openDb(join(dataDir, 'db.sqlite'))
  onTestFinished(() => db.close())
  await migrate(db, { copies: '', alone: (work) => work() })
  const models = createModels(config, db, createCatalogue(config))
  const folder = join(dataDir, 'given')
  await mkdir(folder)
  return {
    models,
    modelsDir: config.modelsDir,
    folder,
    active: async () => (await models.active(db.read)).id,
  }
}

/** The bundled model with one weight changed a little, so that it is another file and still loads. */
async function otherModel(folder: string, name: string): Promise<string> {
  const file = join(folder, name)
  const bytes = await readFile(toyFile)
  bytes[bytes.length - 1]! ^= 1
  await writeFile(file, bytes)
  return file
}

test('the bundled is always there and used when there is no other', async () => {
  const { models, active } = await setUp()
  expect(await models.list()).toMatchObject([{ id: 'demo', bundled: true, multilingual: false }])
  expect(await active()).toBe('demo')
  await expect(models.remove('demo')).rejects.toMatchObject({ code: 'model_in_use' })
})

test('a model is added, used, exchanged and removed', async () => {
  const { models, modelsDir, folder, active } = await setUp()
  const file = await otherModel(folder, 'ggml-Board.EN.bin')
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  expect(await models.add(file, { sha256: sha256.toUpperCase() })).toMatchObject({
    id: 'board.en',
    sha256,
    bundled: false,
    multilingual: false,
  })
  expect((await filesBelow(modelsDir)).sort()).toEqual([
    expect.stringMatching(/^board\.en-[0-9a-f]{12}\.bin$/),
    'board.en.model.json',
  ])
  expect(await active()).toBe('board.en')
  await expect(models.remove('board.en')).rejects.toMatchObject({ code: 'model_in_use' })
  await models.use('demo')
  expect(await active()).toBe('demo')
  await models.remove('board.en')
  expect(await filesBelow(modelsDir)).toEqual([])
  await expect(models.use('board.en')).rejects.toMatchObject({ code: 'model_unknown' })
})

test('the bundled under another name is still the demo', async () => {
  const { models, folder } = await setUp()
  await copyFile(toyFile, join(folder, 'ggml-large-v3.bin'))
  expect(await models.add(join(folder, 'ggml-large-v3.bin'))).toMatchObject({
    id: expect.stringMatching(/^large-v3-[0-9a-f]{8}$/) as string,
    bundled: true,
  })
})

test('the id of a known model is for that very model', async () => {
  const folder = await temporaryFolder()
  const genuine = await otherModel(folder, 'ggml-small.en.bin')
  const digest = async (algorithm: string): Promise<string> =>
    createHash(algorithm)
      .update(await readFile(genuine))
      .digest('hex')
  const small = (await createCatalogue(loadConfig({})).list()).find(({ id }) => id === 'small.en')
  const manifest = join(folder, 'manifest.json')
  // Where nobody has published a SHA-256, whisper.cpp's own SHA-1 tells.
  await writeFile(
    manifest,
    JSON.stringify({ models: [{ ...small, sha1: await digest('sha1'), sha256: null }] }),
  )
  const { models } = await setUp({ APPLIANCE_MODEL_MANIFEST: manifest })
  expect(await models.add(genuine)).toMatchObject({ id: 'small.en' })

  const other = join(folder, 'other', 'ggml-small.en.bin')
  await mkdir(join(folder, 'other'))
  await copyFile(toyFile, other)
  const { id } = await models.add(other)
  expect(id).toMatch(/^small\.en-[0-9a-f]{8}$/)
  expect((await models.list()).map((model) => model.id)).toEqual(['demo', id, 'small.en'])
  await expect(models.add(other, { id: 'small.en' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('is the id of Whisper small, English only') as string,
  })
})

test('facts that cannot be read take that model away and no other', async () => {
  const { models, modelsDir, folder } = await setUp()
  const { id } = await models.add(await otherModel(folder, 'ggml-fine.bin'))
  await writeFile(join(modelsDir, 'broken.model.json'), '{"id":')
  expect((await models.list()).map((model) => model.id)).toEqual(['demo', id])
  expect(await models.damaged()).toEqual([join(modelsDir, 'broken.model.json')])
})

test('what the environment fixes is used', async () => {
  const { models, folder, active } = await setUp({ APPLIANCE_SPEECH_MODEL: 'demo' })
  await models.add(await otherModel(folder, 'ggml-small.bin'))
  expect(await active()).toBe('demo')
})

const sizes = { header: 20, quarter: 4_000_000, nearlyAll: 16_800_000 }
test.each([
  ['cut off in its head', (file: string) => truncate(file, sizes.header)],
  ['cut off after a quarter', (file: string) => truncate(file, sizes.quarter)],
  ['cut off just before its end', (file: string) => truncate(file, sizes.nearlyAll)],
  ['empty', (file: string) => truncate(file, 0)],
  ['something else', (file: string) => writeFile(file, '<html>404 Not Found</html>'.repeat(1000))],
  [
    'with nonsense in its head',
    async (file: string) => {
      const handle = await open(file, 'r+')
      await handle.write(Buffer.alloc(44, 0x7f), 0, 44, 4)
      await handle.close()
    },
  ],
])('a model %s leaves no trace and changes nothing', async (_name, damage) => {
  const { models, modelsDir, folder, active } = await setUp()
  const file = join(folder, 'ggml-tiny.bin')
  await copyFile(toyFile, file)
  await damage(file)
  await expect(models.add(file)).rejects.toMatchObject({ code: 'model_damaged' })
  expect(await filesBelow(modelsDir)).toEqual([])
  expect(await active()).toBe('demo')
})

test('a wrong checksum, a folder, a missing file and a bad name are refused', async () => {
  const { models, modelsDir, folder } = await setUp()
  const file = await otherModel(folder, 'ggml-tiny.bin')
  await expect(models.add(file, { sha256: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'model_damaged' })
  await expect(models.add(folder)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(models.add(join(folder, 'missing.bin'))).rejects.toMatchObject({ code: 'invalid_input' })
  for (const id of ['demo', '../up', 'A', ''])
    await expect(models.add(file, { id })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await filesBelow(modelsDir)).toEqual([])
})

test('without the engine there is nothing to check it with', async () => {
  const { models, folder } = await setUp({ APPLIANCE_ENGINE_DIR: '/no/such/engine' })
  await expect(models.add(await otherModel(folder, 'ggml-tiny.bin'))).rejects.toMatchObject({
    code: 'engine_missing',
  })
})
