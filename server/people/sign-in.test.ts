import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { findSession } from './access-store.ts'
import { beginTry } from './tries.ts'
import { hashSecret } from './secrets.ts'
import {
  claim,
  ada,
  ben,
  createBrowser,
  passphrase,
  startWithPeople,
  tokenOf,
  type Browser,
} from '../test/people.ts'
import { until } from '../test/client.ts'
import { startAppliance } from '../test/server.ts'

type Link = { url: string; expiresAt: string }

const signIn = (browser: Browser, email: string, words: string): ReturnType<Browser['send']> =>
  browser.send('POST', '/api/sign-in', { email, passphrase: words })

const linkOf = (body: Record<string, unknown>): Link => body.link as Link

test('the first link lets one person in, once', async () => {
  const { url, services } = await startAppliance({ env: { APPLIANCE_ACCESS: 'people' } })
  const link = (await services.people.firstLink())!
  const left = Date.parse(link.expiresAt) - Date.now()
  expect(left).toBeGreaterThan(14 * 60_000)
  expect(left).toBeLessThanOrEqual(15 * 60_000)
  const browser = createBrowser(url)
  expect((await browser.send('GET', '/api/sign-in')).body).toMatchObject({ claimed: false })
  const look = await browser.send('POST', '/api/sign-in/link', { token: tokenOf(link) })
  expect(look.body).toMatchObject({ name: null, email: null })
  const weak = await browser.send('POST', '/api/sign-in/link/claim', {
    token: tokenOf(link),
    ...ada,
    passphrase: 'Password123!',
  })
  expect([weak.status, weak.body.code]).toEqual([400, 'weak_passphrase'])
  const answer = await browser.fetch('/api/sign-in/link/claim', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenOf(link), ...ada, passphrase }),
  })
  expect(await answer.json()).toEqual({ next: 'done' })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^appliance=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  )
  expect((await browser.send('GET', '/api/me')).body).toMatchObject({
    id: 1,
    ...ada,
    administrator: true,
    access: 'people',
  })
  const again = await createBrowser(url).send('POST', '/api/sign-in/link/claim', {
    token: tokenOf(link),
    ...ben,
    passphrase,
  })
  expect([again.status, again.body.code]).toEqual([410, 'link_invalid'])
  expect(await services.people.firstLink()).toBeNull()
})

test('a newer link makes the older void, and an old one is over', async () => {
  const { url, services } = await startAppliance({ env: { APPLIANCE_ACCESS: 'people' } })
  const first = (await services.people.firstLink())!
  const second = (await services.people.firstLink())!
  const browser = createBrowser(url)
  const look = async (link: Link): Promise<number> =>
    (await browser.send('POST', '/api/sign-in/link', { token: tokenOf(link) })).status
  expect(await look(first)).toBe(410)
  expect(await look(second)).toBe(200)
  await services.db.write('sign_in_pass').update({ expires_at: new Date(Date.now() - 1).toISOString() })
  expect(await look(second)).toBe(410)
})

test('neither the passphrase nor the cookie stands in the database', async () => {
  const { admin, services } = await startWithPeople()
  const secret = admin.cookie!.split('=')[1]!
  expect(await findSession(services.db.read, hashSecret(secret))).not.toBeNull()
  expect(await findSession(services.db.read, secret)).toBeNull()
  const [row] = await services.db.read('person').where({ id: 1 })
  expect(row.passphrase).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
})

test('wrong tries are slowed, also many at once, and do not lock the right person out elsewhere', async () => {
  const { url, services } = await startWithPeople({ APPLIANCE_TRUSTED_PROXIES: '127.0.0.1' })
  const from = async (address: string, words: string): Promise<Response> =>
    fetch(`${url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: ada.email, passphrase: words }),
    })
  const storm = await Promise.all(Array.from({ length: 30 }, (_, n) => from('192.0.2.1', `guess ${n}`)))
  const counts = new Map<number, number>()
  for (const answer of storm) counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
  // Three at once; where the storm itself takes longer than the first waits, one or two after them.
  const wrong = counts.get(401) ?? 0
  expect([3, 4, 5]).toContain(wrong)
  expect(counts.get(429)).toBe(30 - wrong)
  // After so many, one more has to wait half a minute (however long the storm itself took).
  await services.db
    .write('sign_in_try')
    .where('subject', 'like', 'both %')
    .update({ failures: 8, last_at: new Date().toISOString() })
  const refused = await from('192.0.2.1', passphrase)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'too_many_tries' })
  // Elsewhere she comes in, and that clears what the stranger left of her account.
  expect((await from('192.0.2.2', passphrase)).status).toBe(200)
  expect(await services.db.read('sign_in_try').where('subject', 'like', 'account %')).toEqual([])
  // Many strangers at many addresses slow each other down, and not her where she has signed in before.
  await services.db
    .write('sign_in_try')
    .insert({ subject: `account ${ada.email}`, failures: 40, last_at: new Date().toISOString() })
  expect((await from('198.51.100.7', 'guess')).status).toBe(429)
  expect((await from('192.0.2.2', passphrase)).status).toBe(200)
})

test("one's own sign-in is no way to try more of other people's", async () => {
  const { services } = await startWithPeople()
  const { db } = services
  for (let n = 0; n < 19; n++) await beginTry(db, `victim ${n}`, '192.0.2.9')
  await (await beginTry(db, ada.email, '192.0.2.9')).succeeded()
  await expect(beginTry(db, 'one more', '192.0.2.9')).rejects.toThrow(/Too many wrong tries/)
})

test('what was checked before a reset or a removal lets nobody in after it', async () => {
  const { url, admin } = await startWithPeople()
  const added = await admin.send('POST', '/api/people', ben)
  await claim(url, linkOf(added.body), ben)
  const underWay = Array.from({ length: 3 }, () => {
    const browser = createBrowser(url)
    return signIn(browser, ben.email, passphrase).then((answer) => ({ browser, answer }))
  })
  await admin.send('POST', '/api/people/2/reset')
  for (const { browser, answer } of await Promise.all(underWay)) {
    expect((await browser.fetch('/api/me')).status).toBe(401)
    expect([200, 401, 429]).toContain(answer.status)
  }
  const back = await claim(url, linkOf((await admin.send('POST', '/api/people/2/reset')).body), ben)
  await admin.send('DELETE', '/api/people/2')
  await admin.send('POST', '/api/people', ben)
  expect((await back.fetch('/api/me')).status, 'a session from before does not come back').toBe(401)
})

test('signing in again ends the session that this browser had', async () => {
  const { admin } = await startWithPeople()
  expect((await signIn(admin, ada.email, passphrase)).status).toBe(200)
  expect(await (await admin.fetch('/api/me/sessions')).json()).toHaveLength(1)
})

test('an unknown address is refused in the same words', async () => {
  const { url } = await startWithPeople()
  const wrong = await signIn(createBrowser(url), ada.email, 'not this')
  const unknown = await signIn(createBrowser(url), 'nobody@example.co.uk', passphrase)
  expect(unknown).toEqual(wrong)
  expect(wrong.status).toBe(401)
})

test('a second factor is asked for, each code once, and recovery codes stand in for it', async () => {
  const { url, admin } = await startWithPeople()
  expect((await admin.send('POST', '/api/me/two-factor', {})).body.code).toBe('wrong_passphrase')
  const begun = await admin.send('POST', '/api/me/two-factor', { passphrase })
  expect(begun.body.qr).toMatch(/^data:image\/svg\+xml;base64,/)
  const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body.secret)) })
  expect(begun.body.uri).toContain('issuer=Meeting%20Appliance')
  // Not before a code of it has come back.
  expect((await signIn(createBrowser(url), ada.email, passphrase)).body).toEqual({ next: 'done' })
  expect((await admin.send('POST', '/api/me/two-factor/confirm', { code: '000000' })).body.code).toBe(
    'wrong_code',
  )
  const used = totp.generate()
  const confirmed = await admin.send('POST', '/api/me/two-factor/confirm', { code: used })
  const codes = confirmed.body.recoveryCodes as string[]
  expect(codes).toHaveLength(10)
  expect(codes[0]).toMatch(/^\w{4}-\w{4}-\w{4}$/)

  expect(
    (await admin.send('POST', '/api/me/two-factor', { passphrase })).body.code,
    'none in its place',
  ).toBe('invalid_input')

  const browser = createBrowser(url)
  const half = await signIn(browser, ada.email, passphrase)
  expect(half.body).toMatchObject({ next: 'second_factor' })
  expect(browser.cookie).toBeNull()
  const code = (text: string): ReturnType<Browser['send']> =>
    browser.send('POST', '/api/sign-in/second-factor', { ticket: half.body.ticket, code: text })
  expect((await code(used)).body.code, 'a code is good once').toBe('wrong_code')
  expect((await code(codes[0]!.toUpperCase().replaceAll('-', ' '))).body).toEqual({ next: 'done' })
  expect((await browser.send('GET', '/api/me')).body).toMatchObject({ twoFactor: true, recoveryCodesLeft: 9 })
  expect((await code(codes[1]!)).body.code, 'a ticket is good once').toBe('sign_in_expired')

  const next = await signIn(createBrowser(url), ada.email, passphrase)
  const later = totp.generate({ timestamp: Date.now() + 30_000 })
  const third = createBrowser(url)
  const right = await third.send('POST', '/api/sign-in/second-factor', {
    ticket: next.body.ticket,
    code: later,
  })
  expect(right.body).toEqual({ next: 'done' })

  const wrong = await admin.send('POST', '/api/me/two-factor/remove', { passphrase: 'wrong' })
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_passphrase'])
  expect((await admin.send('POST', '/api/me/two-factor/remove', { passphrase })).status).toBe(200)
  expect((await signIn(createBrowser(url), ada.email, passphrase)).body).toEqual({ next: 'done' })
})

test('sessions are listed and ended, one or all others', async () => {
  const { url, admin } = await startWithPeople()
  const phone = createBrowser(url)
  await phone.fetch('/api/sign-in', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    },
    body: JSON.stringify({ email: ada.email, passphrase }),
  })
  const listed = await (await admin.fetch('/api/me/sessions')).json()
  expect(listed).toHaveLength(2)
  expect(listed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ device: 'Safari on iPhone', current: false, address: '127.0.0.1' }),
      expect.objectContaining({ current: true }),
    ]),
  )
  const other = (listed as { id: number; current: boolean }[]).find((s) => !s.current)!
  expect((await admin.send('DELETE', `/api/me/sessions/${other.id}`)).status).toBe(200)
  expect((await phone.fetch('/api/me')).status).toBe(401)
  expect((await admin.send('DELETE', `/api/me/sessions/${other.id}`)).status).toBe(404)
  await signIn(phone, ada.email, passphrase)
  expect((await admin.send('POST', '/api/me/sessions/end-others')).body).toEqual({ ended: 1 })
  expect((await phone.fetch('/api/me')).status).toBe(401)
  expect((await admin.fetch('/api/me')).status).toBe(200)
})

test('a changed passphrase ends the other sessions and the tokens, or leaves them', async () => {
  const { url, admin } = await startWithPeople()
  const other = createBrowser(url)
  await signIn(other, ada.email, passphrase)
  await admin.send('POST', '/api/me/tokens', { name: 'a', passphrase })
  const change = (current: string, next: string): ReturnType<Browser['send']> =>
    admin.send('PUT', '/api/me/passphrase', { current, next })
  expect((await change('wrong', 'another quiet sentence')).body.code).toBe('wrong_passphrase')
  expect((await change(passphrase, 'ada@example.co.uk')).body.code).toBe('weak_passphrase')
  expect((await change(passphrase, 'short')).status).toBe(400)
  // Common ones are refused, whatever stands around them or in the place of letters.
  for (const common of ['Iloveyou2026!', 'm1cr0s0ft', 'trustno1!!', 'Boardroom#7'])
    expect((await change(passphrase, common)).body.code, common).toBe('weak_passphrase')
  const kept = await admin.send('PUT', '/api/me/passphrase', {
    ...{ current: passphrase, next: 'yet another quiet sentence', endSessions: false, endTokens: false },
  })
  expect(kept.body).toEqual({ success: true, endedSessions: 0, endedTokens: 0 })
  expect((await other.fetch('/api/me')).status).toBe(200)
  expect((await change('yet another quiet sentence', 'another quiet sentence')).body).toEqual({
    ...{ success: true, endedSessions: 1, endedTokens: 1 },
  })
  expect((await other.fetch('/api/me')).status).toBe(401)
  expect((await admin.fetch('/api/me')).status).toBe(200)
  expect((await signIn(other, ada.email, passphrase)).status).toBe(401)
  expect((await signIn(other, ada.email, 'another quiet sentence')).status).toBe(200)
})

test('a token lets a script in as its person, but not change who comes in', async () => {
  const { url, admin } = await startWithPeople()
  const ask = { name: 'nightly export' }
  expect((await admin.send('POST', '/api/me/tokens', ask)).body.code).toBe('wrong_passphrase')
  const made = await admin.send('POST', '/api/me/tokens', { ...ask, passphrase })
  const { expiresAt } = made.body.token as { expiresAt: string }
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90)
  const secret = String(made.body.secret)
  expect(secret).toMatch(/^appliance_/)
  const script = (path: string, method = 'GET'): Promise<Response> =>
    fetch(url + path, { method, headers: { authorization: `Bearer ${secret}` } })
  expect(await (await script('/api/me')).json()).toMatchObject({ email: ada.email })
  expect((await script('/api/users/1/recordings')).status).toBe(200)
  expect((await script('/api/people')).status).toBe(200)
  for (const [path, method] of [
    ['/api/me/tokens', 'GET'],
    ['/api/me/sessions', 'GET'],
    ['/api/people/1/reset', 'POST'],
  ] as const) {
    const refused = await script(path, method)
    expect(await refused.json(), path).toMatchObject({ code: 'session_required' })
  }
  // It is noted beside the call.
  const [listed] = await until(
    async () =>
      (await (await admin.fetch('/api/me/tokens')).json()) as { id: number; lastUsedAt: string | null }[],
    ([one]) => one?.lastUsedAt != null,
  )
  expect(JSON.stringify(listed)).not.toContain(secret)
  await admin.send('DELETE', `/api/me/tokens/${listed!.id}`)
  expect((await script('/api/me')).status).toBe(401)
})

test('a token that may read changes nothing, whichever way it tries', async () => {
  const { url, admin } = await startWithPeople()
  const made = await admin.send('POST', '/api/me/tokens', { name: 'look', scope: 'read', passphrase })
  const headers = { authorization: `Bearer ${String(made.body.secret)}`, 'content-type': 'application/json' }
  expect((await fetch(`${url}/api/users/1/recordings`, { headers })).status).toBe(200)
  const title = JSON.stringify({ title: 'Board' })
  for (const [method, path] of [
    ['POST', '/api/recordings'],
    ['PUT', '/api/users/1/settings'],
    ['POST', '/api/uploads'],
  ] as const) {
    const answer = await fetch(url + path, { method, headers, body: title })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      403,
      'read_only_token',
    ])
  }
  // Over the recorder's line it is nobody.
  const line = new WebSocket(`${url.replace('http', 'ws')}/api/ws/simple`, { headers })
  const code = await new Promise<number>((resolve) => line.on('close', resolve))
  expect(code).toBe(4401)
})

test("administrators see and end others' sessions, and may be asked for a second factor", async () => {
  const { url, admin } = await startWithPeople()
  const added = await admin.send('POST', '/api/people', { ...ben, administrator: true })
  const other = await claim(url, linkOf(added.body), ben)
  const sessions = await (await admin.fetch('/api/people/2/sessions')).json()
  expect(sessions).toEqual([expect.objectContaining({ address: '127.0.0.1', current: false })])
  expect((await admin.send('POST', '/api/people/2/sessions/end', {})).body).toEqual({ ended: 1 })
  expect((await other.fetch('/api/me')).status).toBe(401)
  expect((await admin.fetch('/api/people/77/sessions')).status).toBe(404)

  await signIn(other, ben.email, passphrase)
  const policy = { administratorsNeedFactor: true }
  // Whoever has none would shut themselves out.
  expect((await admin.send('PUT', '/api/people/policy', policy)).body.code).toBe('second_factor_needed')
  const { body } = await admin.send('POST', '/api/me/two-factor', { passphrase })
  const code = new TOTP({ secret: Secret.fromBase32(String(body.secret)) }).generate()
  await admin.send('POST', '/api/me/two-factor/confirm', { code })
  expect((await admin.send('PUT', '/api/people/policy', policy)).body).toEqual(policy)
  expect((await other.send('GET', '/api/me')).body).toMatchObject({ administrator: false, needsFactor: true })
  expect((await other.send('GET', '/api/people')).body.code).toBe('administrators_only')
  expect((await admin.fetch('/api/people')).status).toBe(200)
})

test('administrators look after people; others may not', async () => {
  const { url, admin } = await startWithPeople()
  const added = await admin.send('POST', '/api/people', { ...ben, email: 'BEN@example.co.uk' })
  expect(added.body.person).toMatchObject({ ...ben, administrator: false, hasPassphrase: false })
  const taken = await admin.send('POST', '/api/people', ben)
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
  const other = await claim(url, linkOf(added.body), ben)
  for (const path of ['/api/people', '/api/people/1/reset', '/api/system/models', '/api/system/report'])
    expect((await other.send(path.endsWith('reset') ? 'POST' : 'GET', path)).status, path).not.toBe(200)
  expect((await other.send('GET', '/api/people')).body.code).toBe('administrators_only')
  // What belongs to the company is everybody's; what belongs to a person is nobody else's.
  expect((await other.fetch('/api/users/1/recordings')).status).toBe(200)
  expect((await other.fetch('/api/users/2/recordings')).status).toBe(200)
  expect((await admin.fetch('/api/users/2/recordings')).status).toBe(404)

  expect((await admin.send('PATCH', '/api/people/2', { administrator: true })).body).toMatchObject({
    administrator: true,
  })
  expect((await other.fetch('/api/people')).status).toBe(200)
  expect((await other.send('PATCH', '/api/people/1', { administrator: false })).body.code).toBe(
    'last_administrator',
  )
  expect((await other.send('DELETE', '/api/people/1')).body.code).toBe('last_administrator')

  const reset = await admin.send('POST', '/api/people/2/reset')
  expect((await other.fetch('/api/me')).status).toBe(401)
  expect((await signIn(other, ben.email, passphrase)).status).toBe(401)
  const back = await claim(url, linkOf(reset.body), ben)
  expect((await back.fetch('/api/me')).status).toBe(200)

  expect((await admin.send('DELETE', '/api/people/2')).status).toBe(200)
  expect((await back.fetch('/api/me')).status).toBe(401)
  expect(await (await admin.fetch('/api/people')).json()).toHaveLength(1)
  const again = await admin.send('POST', '/api/people', ben)
  expect(again.body.person).toMatchObject({ id: 2 })
})
