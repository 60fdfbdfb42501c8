import { expect, test } from 'vitest'
import { z } from 'zod'
import { startAppliance } from '../test/server.ts'

const document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

test('the OpenAPI document describes the calls that there are, and no others', async () => {
  const { url } = await startAppliance()
  const answer = await fetch(`${url}/api/openapi.json`)
  expect(answer.status).toBe(200)
  const { paths } = document.parse(await answer.json())
  expect(paths['/api/recordings/{id}']!.patch).toMatchObject({
    operationId: 'updateRecording',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: expect.objectContaining({ type: 'integer' }) },
    ],
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    security: [{ token: [] }, { session: [] }],
  })
  expect(paths['/api/health']!.get).toMatchObject({ security: [] })
  // Each is really there: whatever it answers to nonsense, it is not "there is no such call".
  for (const [path, operations] of Object.entries(paths))
    for (const method of Object.keys(operations)) {
      const real = path.replace('{userId}', '1').replace(/\{\w+\}/g, '987654')
      const init = method === 'get' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }
      const tried = await fetch(url + real, { method: method.toUpperCase(), ...init })
      const text = await tried.text()
      expect(text, `${method} ${path}`).not.toContain('"code":"route_not_found"')
    }
})
