import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../server/config.ts'
import { filesBelow, temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'

const { appRoot } = loadConfig({})

test('models pull diarisation fetches both files, tries them and uses them', async () => {
  const files = new Map<string, Buffer>()
  for (const part of ['segmentation', 'embedding'])
    files.set(`/${part}.onnx`, await readFile(join(appRoot, 'server', 'test', 'models', `${part}-demo.onnx`)))
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-length': file?.length ?? 0 }).end(file)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const bundled = JSON.parse(await readFile(join(appRoot, 'models', 'manifest.json'), 'utf8')) as {
    diarisation: Record<'segmentation' | 'embedding', object>
  }
  const known = (part: 'segmentation' | 'embedding') => ({
    ...bundled.diarisation[part],
    fileName: `${part}.onnx`,
    sizeBytes: files.get(`/${part}.onnx`)!.length,
  })
  const manifest = join(await temporaryFolder(), 'manifest.json')
  const pair = { ...bundled.diarisation, segmentation: known('segmentation'), embedding: known('embedding') }
  await writeFile(manifest, JSON.stringify({ ...bundled, diarisation: pair }))
  const dataDir = await temporaryFolder()
  const env = {
    APPLIANCE_OFFLINE: '0',
    APPLIANCE_MODEL_MANIFEST: manifest,
    APPLIANCE_MODEL_SOURCE: source,
  }

  const pulled = await appliance(['models', 'pull', 'diarisation', '--json'], dataDir, env)
  expect(pulled.stderr).toContain('licence MIT')
  expect(pulled.stderr).toContain('licence Apache-2.0')
  expect([pulled.code, JSON.parse(pulled.stdout)]).toMatchObject([
    0,
    { active: true, segmentation: { name: 'pyannote segmentation 3.0', sha256: expect.any(String) } },
  ])
  expect(await filesBelow(join(dataDir, 'models'))).toHaveLength(3)
})
