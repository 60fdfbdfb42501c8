import AxeBuilder from '@axe-core/playwright'
import { chromium, expect, test, type Browser } from '@playwright/test'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A browser on another machine, which comes by plain HTTP, learns to trust the appliance's authority, and goes on over
 * HTTPS. As root that machine is a network namespace with a link of its own; else the browser calls this machine by its
 * address in the network, which looks the same from the appliance.
 */

const root = join(import.meta.dirname, '..', '..')
const namespace = `appliance-${process.pid}`
const link = { here: `apl${process.pid % 1e6}a`, there: `apl${process.pid % 1e6}b` }
const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })

type OtherMachine = { applianceAddress: string; run: string[]; discard(): void }

function otherMachine(): OtherMachine {
  if (process.getuid?.() !== 0) {
    const own = Object.values(networkInterfaces()).flatMap((one) => one ?? [])
    const found = own.find(({ internal, family }) => !internal && family === 'IPv4')
    if (!found) throw new Error('This machine has no network: run this test as root.')
    return { applianceAddress: found.address, run: [], discard: () => undefined }
  }
  discardLeftOver()
  // Of the range for tests (RFC 2544), the block of this process: two links with one address hear only half.
  const block = `198.18.${(process.pid >> 6) & 255}.`
  const first = (process.pid & 63) * 4
  ip('netns', 'add', namespace)
  ip('link', 'add', link.here, 'type', 'veth', 'peer', 'name', link.there, 'netns', namespace)
  ip('address', 'add', `${block}${first + 1}/30`, 'dev', link.here)
  ip('link', 'set', link.here, 'up')
  ip('-n', namespace, 'address', 'add', `${block}${first + 2}/30`, 'dev', link.there)
  ip('-n', namespace, 'link', 'set', link.there, 'up')
  ip('-n', namespace, 'link', 'set', 'lo', 'up')
  return {
    applianceAddress: `${block}${first + 1}`,
    run: ['ip', 'netns', 'exec', namespace],
    discard: () => discardNamespace(namespace),
  }
}

/** Also where its link is still held by somebody in it. */
function discardNamespace(name: string): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean))
    process.kill(Number(pid), 'SIGKILL')
  ip('netns', 'delete', name)
}

/** Of a run that was killed: its process is gone, its link and address are not. */
function discardLeftOver(): void {
  for (const [name, pid] of ip('netns').matchAll(/^appliance-(\d+)/gm))
    if (!existsSync(`/proc/${pid}`)) discardNamespace(name)
}

let machine: OtherMachine
let home: string
let server: ChildProcess
let plain: string
let fingerprint: string
let firstLink: string

test.beforeAll(async () => {
  machine = otherMachine()
  home = await mkdtemp(join(tmpdir(), 'appliance-front-door-'))
  await mkdir(join(home, '.pki', 'nssdb'), { recursive: true })
  certutil('-N', '--empty-password')
  server = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      APPLIANCE_DATA_DIR: join(home, 'data'),
      APPLIANCE_HOST: '0.0.0.0',
      APPLIANCE_OFFLINE: '1',
      APPLIANCE_HTTP_PORT: '0',
      APPLIANCE_HTTPS_PORT: '0',
      APPLIANCE_ENGINE_DIR: process.env.APPLIANCE_ENGINE_DIR,
      APPLIANCE_BUNDLED_MODELS: join(root, 'server', 'test', 'models'),
      APPLIANCE_LOG: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    server.stdout?.on('data', (data: Buffer) => {
      text += String(data)
      if (/#link=\S+\n/.test(text)) resolve(text)
    })
    server.on('exit', (code) => reject(new Error(`the appliance ended with ${code}`)))
  })
  plain = `http://${machine.applianceAddress}:${/localhost:(\d+)/.exec(said)?.[1]}`
  firstLink = /\/sign-in#link=\S+/.exec(said)?.[0] ?? ''
  fingerprint = /[0-9A-F]{2}(:[0-9A-F]{2}){31}/.exec(said)?.[0] ?? ''
})

test.afterAll(async () => {
  server.removeAllListeners('exit')
  const gone = new Promise((resolve) => server.once('exit', resolve))
  if (server.kill('SIGKILL')) await gone
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
  machine.discard()
})

/** Of the browser's own store of authorities. */
function certutil(...args: string[]): void {
  execFileSync('certutil', ['-d', `sql:${join(home, '.pki', 'nssdb')}`, ...args])
}

/** Chromium on the other machine; it reads its authorities when it starts. */
async function openBrowser(args: string[]): Promise<Browser> {
  const program = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
  const start = join(home, 'chromium')
  await writeFile(start, `#!/bin/sh\nexec ${[...machine.run, program].join(' ')} "$@"\n`, { mode: 0o755 })
  return chromium.launch({ executablePath: start, args, env: { ...process.env, HOME: home } })
}

const readyFor = () => ({
  secure: window.isSecureContext,
  microphone: typeof navigator.mediaDevices?.getUserMedia,
})

test('from plain HTTP on another machine to a recording over HTTPS', async ({ launchOptions }) => {
  const args = launchOptions.args ?? []
  const stranger = await openBrowser(args)
  const first = await stranger.newPage()
  await first.goto(`${plain}/settings`)
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('Open the appliance securely')
  expect(await first.evaluate(readyFor)).toEqual({ secure: false, microphone: 'undefined' })
  await expect(first.locator('#fingerprint')).toHaveText(fingerprint)
  await expect(first.locator('details[open] summary')).toHaveText('Linux: Debian, Ubuntu')
  const downloading = first.waitForEvent('download')
  await first.getByRole('link', { name: 'Download the authority' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('appliance-authority.crt')
  const file = join(home, 'appliance-authority.crt')
  await download.saveAs(file)
  const onward = first.getByRole('link', { name: /^Continue to https:/ })
  const secure = (await onward.getAttribute('href')) ?? ''
  await expect(first.goto(secure)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
  await stranger.close()

  // As the page's steps for Linux say.
  certutil('-A', '-t', 'C,,', '-n', 'Meeting Appliance authority', '-i', file)
  const friend = await openBrowser(args)
  const second = await friend.newPage()
  const failures: string[] = []
  second.on('pageerror', (error) => failures.push(error.message))
  await second.goto(`${plain}/recordings/1`)
  await second.getByRole('link', { name: /^Continue to https:/ }).click()
  const { origin } = new URL(secure)
  // Behind the gate: nobody has signed in yet, and only the link in the terminal changes that.
  await second.waitForURL(`${origin}/sign-in?next=%2Frecordings%2F1`)
  await expect(second.getByText('The appliance has just been set up')).toBeVisible()
  await second.goto(origin + firstLink)
  await second.getByLabel('Your name').fill('Margaret Thornbury')
  await second.getByLabel('Email address').fill('margaret@thornbury.example')
  await second.getByLabel('New passphrase').fill('The quick brown minutes of April')
  const frame = second.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await second.getByRole('button', { name: 'Save and sign in' }).click()
  // The page's socket works over HTTPS too.
  expect(String((await frame).payload)).toContain('"hello"')
  expect(await second.evaluate(readyFor)).toEqual({ secure: true, microphone: 'function' })
  const [cookie] = await second.context().cookies()
  expect(cookie).toMatchObject({ name: '__Host-appliance', httpOnly: true, secure: true, sameSite: 'Lax' })

  await second.getByRole('button', { name: 'Try a sample meeting' }).click()
  // Asked by the page: it trusts the appliance, and the test's own client does not.
  const status = () =>
    second.evaluate(async () => {
      const answer: { status?: unknown } = await (await fetch('/api/recordings/1')).json()
      return answer.status
    })
  await expect.poll(status, { timeout: 60_000 }).toBe('done')
  await second.goto(`${origin}/recordings/1`)
  const sound = second.waitForResponse((answer) => answer.url().includes('/api/recordings/1/audio'))
  await second.getByRole('button', { name: 'Play', exact: true }).first().click()
  expect((await sound).status()).toBe(206)

  // Whoever is let in next has to trust the appliance too.
  await second.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'System' }).click()
  await second.getByRole('button', { name: 'Add person' }).click()
  await second.getByLabel('Name').fill('Idris Okonkwo')
  await second.getByLabel('Email address').fill('idris@thornbury.example')
  await second.getByRole('button', { name: 'Add', exact: true }).click()
  const handOver = second.getByRole('dialog', { name: 'Link for Idris Okonkwo' })
  await expect(handOver).toContainText(new RegExp(`once per device:http:.*:${new URL(plain).port}`))
  expect(failures).toEqual([])
  await friend.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the page over plain HTTP is accessible and fits, ${colorScheme}${colorScheme === 'dark' ? ' @full' : ''}`, async ({
    launchOptions,
  }, info) => {
    const browser = await openBrowser(launchOptions.args ?? [])
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(plain)
    // Axe puts scripts into the page, which its policy forbids; the guides are all opened to be looked at.
    const seen = await browser.newContext({
      colorScheme,
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    })
    const open = await seen.newPage()
    await open.goto(plain)
    await open.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)))
    const { violations } = await new AxeBuilder({ page: open }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    for (const one of [page, open]) {
      const overflow = await one.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    }
    await info.attach(`plain-${colorScheme}`, { body: await open.screenshot({ fullPage: true }) })
    // The policy lets the page's own style in: else the button would look like a link.
    const button = page.getByRole('link', { name: 'Download the authority' })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await browser.close()
  })
