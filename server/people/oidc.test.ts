import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { freePort } from '../processes/free-port.ts'
import type { RunningServer } from '../run.ts'
import { startAppliance } from '../test/server.ts'

/** A provider that people sign in at, and an appliance that sends them there. */
async function startBoth(more: Record<string, string> = {}): Promise<RunningServer & { issuer: string }> {
  const port = await freePort('127.0.0.1')
  const url = `http://localhost:${port}`
  const program = fileURLToPath(new URL('../test/oidc-process.mjs', import.meta.url))
  const provider = fork(program, [`${url}/api/sign-in/oidc/callback`], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  onTestFinished(() => void provider.kill('SIGKILL'))
  const issuer = await new Promise<string>((resolve, reject) => {
    provider.stdout!.once('data', (data: Buffer) => resolve(String(data).trim()))
    provider.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)))
  })
  const server = await startAppliance({
    env: {
      APPLIANCE_ACCESS: 'oidc',
      APPLIANCE_HTTP_PORT: String(port),
      APPLIANCE_PUBLIC_URL: url,
      APPLIANCE_OIDC_ISSUER: issuer,
      APPLIANCE_OIDC_CLIENT_ID: 'appliance',
      APPLIANCE_OIDC_CLIENT_SECRET: 'a secret of the test',
      APPLIANCE_OIDC_SCOPES: 'openid email profile groups',
      APPLIANCE_OIDC_ADMIN_GROUPS: 'it',
      APPLIANCE_OIDC_GROUPS: 'board',
      ...more,
    },
  })
  return { ...server, url, issuer }
}

/** A browser that follows redirects and keeps each host's cookies. */
function createSurfer() {
  const jars = new Map<string, Map<string, string>>()
  async function go(url: string, form?: Record<string, string>): Promise<{ url: string; answer: Response }> {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', ...value] = line.split(';')[0]!.split('=')
      if (/Max-Age=0|1970/.test(line)) jar.delete(name)
      else jar.set(name, value.join('='))
    }
    return { url, answer }
  }
  /** Up to the first page, or up to where `stop` says. */
  async function follow(url: string, form?: Record<string, string>, stop?: (url: string) => boolean) {
    let at = await go(url, form)
    for (
      let location = at.answer.headers.get('location');
      location;
      location = at.answer.headers.get('location')
    ) {
      const next = new URL(location, at.url).href
      if (stop?.(next)) return { url: next, answer: at.answer }
      at = await go(next)
    }
    return at
  }
  return { go, follow }
}
type Surfer = ReturnType<typeof createSurfer>

/** Signs in at the provider as its own pages ask for it. @returns where the appliance leaves the browser */
async function signInAs(
  url: string,
  who: string,
  surfer: Surfer,
  stop?: (url: string) => boolean,
): Promise<string> {
  const login = await surfer.follow(`${url}/api/sign-in/oidc?next=${encodeURIComponent('/history?q=a')}`)
  const consent = await surfer.follow(login.url, { prompt: 'login', login: who, password: 'any' }, stop)
  if (!consent.url.includes('/interaction/')) return consent.url
  return (await surfer.follow(consent.url, { prompt: 'consent' }, stop)).url
}

const meOf = async (url: string, surfer: Surfer): Promise<Record<string, unknown>> =>
  (await (await surfer.go(`${url}/api/me`)).answer.json()) as Record<string, unknown>

test("people sign in at the company's provider; its groups say who is an administrator and who may come", async () => {
  const { url, services } = await startBoth()
  const ada = createSurfer()
  expect((await meOf(url, ada)).code).toBe('sign_in_required')
  expect(await signInAs(url, 'ada', ada)).toBe(`${url}/history?q=a`)
  // The first administrator is person 1.
  expect(await meOf(url, ada)).toMatchObject({
    ...{ id: 1, name: 'Ada Chair', email: 'ada@example.co.uk', administrator: true, access: 'oidc' },
  })
  const ben = createSurfer()
  await signInAs(url, 'ben', ben)
  expect(await meOf(url, ben)).toMatchObject({ id: 2, email: 'ben@example.co.uk', administrator: false })

  const why = async (who: string): Promise<string | null> =>
    new URL(await signInAs(url, who, createSurfer())).searchParams.get('failed')
  expect(await why('eve')).toBe('no_group')
  expect(await why('una')).toBe('not_verified')
  expect(await why('mal')).toBe('taken')
  await services.people.remove(2)
  expect((await meOf(url, ben)).code, 'a session ends with its person').toBe('sign_in_required')
  expect(await why('ben')).toBe('removed')
  const acts = await services.db.read('audit_entry').pluck('act')
  expect(acts).toContain('session.started')
  expect(acts).toContain('session.refused')
})

test('an answer of the provider is good once, in the browser that asked', async () => {
  const { url } = await startBoth()
  const isBack = (to: string): boolean => to.includes('/api/sign-in/oidc/callback')
  const ada = createSurfer()
  const answer = await signInAs(url, 'ada', ada, isBack)
  expect(isBack(answer)).toBe(true)
  const reasonOf = async (surfer: Surfer, address: string): Promise<string | null> =>
    new URL((await surfer.go(address)).answer.headers.get('location')!, url).searchParams.get('failed')
  // Somebody who was sent the address, to be signed in as somebody else.
  expect(await reasonOf(createSurfer(), answer)).toBe('expired')
  // With another state it is not the answer to what was asked.
  const forged = new URL(answer)
  forged.searchParams.set('state', 'another')
  expect(await reasonOf(ada, forged.href)).toBe('refused')
  expect(await reasonOf(ada, answer), 'and was good once').toBe('expired')
})

test('the settings must be whole, and a provider is spoken to in secret', () => {
  const env = { APPLIANCE_ACCESS: 'oidc', APPLIANCE_PUBLIC_URL: 'https://meetings.example.co.uk' }
  expect(() => loadConfig(env)).toThrow(/APPLIANCE_OIDC_ISSUER/)
  const issuer = { APPLIANCE_OIDC_ISSUER: 'http://login.example.co.uk', APPLIANCE_OIDC_CLIENT_ID: 'a' }
  expect(() => loadConfig({ ...env, ...issuer })).toThrow(/APPLIANCE_OIDC_ISSUER/)
})
