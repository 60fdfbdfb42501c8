import { expect, test } from 'vitest'
import { z } from 'zod'
import { claim, createBrowser, ben, passphrase } from '../server/test/people.ts'
import { temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'
import { startServerProcess } from '../server/test/process.ts'
import { until } from '../server/test/client.ts'

const env = { APPLIANCE_ACCESS: 'people' }
const linkShape = z.object({ link: z.object({ url: z.string(), expiresAt: z.string() }) })

test('the first start prints a link; the command adds, resets and removes people beside the running server', async () => {
  const dataDir = await temporaryFolder()
  const { url, printed } = await startServerProcess(dataDir, env)
  const first = await until(
    async () => /https?:\/\/\S+\/sign-in#link=\S+/.exec(printed())?.[0],
    (link) => link !== undefined,
  )
  const admin = await claim(url, { url: first! }, { name: 'Ada Chair', email: 'ada@example.co.uk' })
  expect((await admin.send('GET', '/api/me')).body).toMatchObject({ id: 1, administrator: true })

  const added = await appliance(['people', 'add', ben.email, '--name', ben.name, '--json'], dataDir, env)
  expect(added.code).toBe(0)
  const { link } = linkShape.parse(JSON.parse(added.stdout))
  expect(link.url).toContain(url)
  const other = await claim(url, link, ben)

  // In a terminal of its own, which does not have what the server was started with.
  const list = await appliance(['people', 'list'], dataDir)
  expect(list.stderr).toBe('')
  expect(list.stdout).toMatch(/1 +Ada Chair +ada@example\.co\.uk +administrator +passphrase/)
  expect(list.stdout).toMatch(/2 +Ben Secretary/)
  expect((await appliance(['people', 'admin', ben.email], dataDir, env)).stdout).toContain(
    'now an administrator',
  )
  expect((await other.fetch('/api/people')).status).toBe(200)
  expect((await appliance(['people', 'admin', ben.email, '--off'], dataDir, env)).code).toBe(0)
  expect((await other.fetch('/api/people')).status).toBe(403)

  const token = await appliance(['people', 'tokens', 'add', '2', '--name', 'export'], dataDir, env)
  const bearer = { authorization: `Bearer ${token.stdout.trim()}` }
  expect((await fetch(`${url}/api/me`, { headers: bearer })).status).toBe(200)

  const reset = await appliance(['people', 'reset', '2', '--minutes', '60', '--yes'], dataDir, env)
  expect(reset.stdout.trim()).toMatch(/\/sign-in#link=[\w-]{43}$/)
  expect((await other.fetch('/api/me')).status).toBe(401)
  expect((await fetch(`${url}/api/me`, { headers: bearer })).status).toBe(401)
  await claim(url, { url: reset.stdout.trim() }, ben)

  expect((await appliance(['people', 'remove', ben.email, '--yes'], dataDir, env)).code).toBe(0)
  const gone = await createBrowser(url).send('POST', '/api/sign-in', { email: ben.email, passphrase })
  expect(gone.status).toBe(401)
  const first1 = await appliance(['people', 'remove', '1', '--yes', '--json'], dataDir, env)
  expect([first1.code, JSON.parse(first1.stdout).code]).toEqual([1, 'last_administrator'])
  expect((await appliance(['people', 'add', 'nobody', '--name', 'X'], dataDir, env)).code).toBe(2)

  const status = await appliance(['status', '--json'], dataDir, env)
  expect(JSON.parse(status.stdout)).toMatchObject({
    engine: expect.objectContaining({ state: expect.any(String) }),
  })
  expect(status.stdout).not.toContain('commandKey')
})
