import { expect, test } from 'vitest'
import { until } from '../test/client.ts'
import { startAppliance } from '../test/server.ts'

test('what is missing is told until the appliance can work, and then it is ready', async () => {
  const { url } = await startAppliance()
  const ready = async () => {
    const answer = await fetch(`${url}/api/ready`)
    return { status: answer.status, body: (await answer.json()) as { ready: boolean; missing: string[] } }
  }
  const done = await until(ready, ({ status }) => status === 200)
  expect(done.body).toEqual({ ready: true, missing: [] })
})

test('Prometheus finds the measurements from this machine and from named networks alone', async () => {
  const { url } = await startAppliance({
    env: {
      APPLIANCE_ACCESS: 'people',
      APPLIANCE_TRUSTED_PROXIES: '127.0.0.1',
      APPLIANCE_METRICS_FROM: '10.1.0.0/16',
    },
  })
  const answer = await fetch(`${url}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const text = await answer.text()
  expect(text).toMatch(/^appliance_info\{version="[\d.]+"\} 1$/m)
  expect(text).toMatch(/^appliance_jobs\{lane="transcription",state="queued"\} 0$/m)
  expect(text).toMatch(/^appliance_disk_free_bytes \d+$/m)
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) appliance_\w+ .+|appliance_\w+(\{[^}]+\})? [-\d.e+]+)$/)
  const from = (address: string) =>
    fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' } })
  expect((await from('10.1.2.3')).status).toBe(200)
  expect((await from('10.2.2.3')).status).toBe(404)
})
