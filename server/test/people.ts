import { z } from 'zod'
import type { RunningServer } from '../run.ts'
import { startAppliance } from './server.ts'

export const passphrase = 'a quiet room with tall windows'

/** A browser, as far as signing in goes: it keeps its cookie. */
export type Browser = {
  cookie: string | null
  fetch(path: string, init?: RequestInit): Promise<Response>
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>
}

export function createBrowser(url: string): Browser {
  const browser: Browser = {
    cookie: null,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      if (browser.cookie) headers.set('cookie', browser.cookie)
      const answer = await fetch(url + path, { redirect: 'manual', ...init, headers })
      const given = answer.headers.get('set-cookie')
      if (given) browser.cookie = /Max-Age=0/.test(given) ? null : given.split(';')[0]!
      return answer
    },
    async send(method, path, body) {
      const answer = await browser.fetch(path, {
        method,
        headers: { 'content-type': 'application/json', origin: url },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) }
    },
  }
  return browser
}

export const tokenOf = (link: { url: string }): string => link.url.split('#link=')[1]!

/** Uses a link. */
export async function claim(
  url: string,
  link: { url: string },
  person: { name: string; email: string },
): Promise<Browser> {
  const browser = createBrowser(url)
  const answer = await browser.send('POST', '/api/sign-in/link/claim', {
    token: tokenOf(link),
    passphrase,
    ...person,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return browser
}

export const ada = { name: 'Ada Chair', email: 'ada@example.co.uk' }
export const ben = { name: 'Ben Secretary', email: 'ben@example.co.uk' }

/** An appliance with the gate on, and its first administrator signed in. */
export async function startWithPeople(
  env: Record<string, string> = {},
): Promise<RunningServer & { admin: Browser }> {
  const server = await startAppliance({ env: { APPLIANCE_ACCESS: 'people', ...env } })
  const link = await server.services.people.firstLink()
  if (!link) throw new Error('there was no first link')
  return { ...server, admin: await claim(server.url, link, ada) }
}
