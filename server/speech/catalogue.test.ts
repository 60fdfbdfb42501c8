import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { temporaryFolder } from '../test/files.ts'
import { createCatalogue } from './catalogue.ts'

const config = loadConfig({})

test("the checksums and sizes are those of whisper.cpp's own list", async () => {
  const whisper = join(config.appRoot, 'node_modules', 'nodejs-whisper', 'cpp', 'whisper.cpp')
  const readme = await readFile(join(whisper, 'models', 'README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| (\S+) +\| ([\d.]+) ([MG])iB +\| `([0-9a-f]{40})` \|$/gm)]
  const published = new Map(
    rows.map(([, id, size, unit, sha1]) => [
      id,
      { sha1, sizeBytes: Math.round(Number(size) * 1024 ** (unit === 'G' ? 3 : 2)) },
    ]),
  )
  const models = await createCatalogue(config).list()
  expect(models.length).toBeGreaterThanOrEqual(9)
  for (const { id, sha1, sizeBytes, sha256, approximate } of models) {
    expect(published.get(id), id).toEqual({ sha1, sizeBytes })
    expect({ sha256, approximate }).toEqual({ sha256: null, approximate: true })
  }
  expect(models.map((m) => m.id)).toEqual(expect.arrayContaining(['tiny', 'base.en', 'large-v3-turbo']))
})

test.each([
  [2, 'en', 'base.en'],
  [4, 'en', 'base.en'],
  [8, 'en', 'small.en'],
  [2, 'cy', 'base'],
  [16, 'auto', 'small'],
])('with %d cores and language %s, %s is recommended', async (cores, language, id) => {
  expect((await createCatalogue({ ...config, language }, cores).recommended()).id).toBe(id)
})

test('a mirror has the same files', async () => {
  const mirror = createCatalogue({ ...config, modelSource: 'https://mirror.example/whisper/' })
  expect((await mirror.find('base.en')).url).toBe('https://mirror.example/whisper/ggml-base.en.bin')
  await expect(mirror.find('base.fr')).rejects.toMatchObject({ code: 'model_unknown' })
})

test('a list of one’s own that is missing or wrong is named', async () => {
  const file = join(await temporaryFolder(), 'models.json')
  const list = (): Promise<unknown> => createCatalogue({ ...config, modelManifest: file }).list()
  await expect(list()).rejects.toThrow(`${file} cannot be used: there is no such file`)
  await writeFile(file, '{"models": [{"id": "a"}]}')
  await expect(list()).rejects.toThrow('models.0.name')
  await writeFile(file, 'models:')
  await expect(list()).rejects.toThrow('not JSON')
})
