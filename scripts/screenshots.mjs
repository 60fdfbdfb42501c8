#!/usr/bin/env node
// Pictures of every screen in both themes and three widths, of the built appliance with the sample meeting in it, and
// of another that people have to sign in to:
//   node scripts/screenshots.mjs [folder]      (default: test-results/screens)
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, request } from 'playwright'
import { root } from './lib/paths.mjs'
import { engineDir } from './lib/whisper.mjs'
import { dialogStates } from './screenshots/dialogs.mjs'
import { recorderStates } from './screenshots/recorder.mjs'

/** @typedef {Awaited<ReturnType<import('playwright').APIRequestContext['storageState']>>} StorageState */

const folder = process.argv[2] ?? join(root, 'test-results', 'screens')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  await withAppliance({}, async (url) => {
    await shoot('empty', `${url}/`)
    await fetch(`${url}/api/recordings/sample`, { method: 'POST' })
    for (let status = ''; status !== 'done';) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      status = (await (await fetch(`${url}/api/recordings/1`)).json()).status
    }
    const screens = {
      meetings: '/',
      recording: '/recordings/1',
      record: '/record',
      settings: '/settings',
      system: '/system',
      chat: '/chat',
      calendar: '/calendar',
      actions: '/actions',
      news: '/news',
      signatures: '/signature',
      verify: '/verify',
      profile: '/profile',
      governance: '/governance',
      licences: '/licences',
      'not-found': '/nowhere',
      'recording-gone': '/recordings/77',
    }
    for (const [name, path] of Object.entries(screens)) await shoot(name, `${url}${path}`)
    await dialogStates({ url, shoot: (name, address, prepare) => shoot(name, address, { prepare }) })
    await recorderStates({ url, folder })
  })
  await withAppliance({ APPLIANCE_ACCESS: 'people' }, async (url, output) => {
    await shoot('sign-in-new', `${url}/sign-in`)
    const token = await until(() => /#link=(\S+)/.exec(output())?.[1])
    await shoot('sign-in-link', `${url}/sign-in#link=${token}`)
    const api = await request.newContext()
    await api.post(`${url}/api/sign-in/link/claim`, {
      data: {
        token,
        name: 'Margaret Thornbury',
        email: 'margaret@thornbury.example',
        passphrase: 'Only for the pictures',
      },
    })
    await shoot('sign-in', `${url}/sign-in`)
    const signedIn = await api.storageState()
    for (const name of ['settings', 'system'])
      await shoot(`${name}-people`, `${url}/${name}`, { storageState: signedIn })
    await api.dispose()
  })
  process.stdout.write(`${folder}\n`)
} finally {
  await browser.close()
}

/**
 * Runs the appliance with data of its own for as long as `work` takes.
 * @param {Record<string, string>} env
 * @param {(url: string, output: () => string) => Promise<void>} work
 */
async function withAppliance(env, work) {
  const dataDir = mkdtempSync(join(tmpdir(), 'appliance-screens-'))
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: {
      ...process.env,
      APPLIANCE_DATA_DIR: dataDir,
      APPLIANCE_HTTP_PORT: '0',
      APPLIANCE_OFFLINE: '1',
      APPLIANCE_LOG: 'error',
      APPLIANCE_ENGINE_DIR: engineDir(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  server.stdout.on('data', (data) => (output += String(data)))
  const gone = new Promise((resolve) => server.once('exit', resolve))
  try {
    const url = await Promise.race([
      until(() => /http:\/\/localhost:\d+/.exec(output)?.[0]),
      gone.then((code) => Promise.reject(new Error(`the appliance ended with ${code}`))),
    ])
    await work(url, () => output)
  } finally {
    server.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Waits until there is something.
 * @param {() => string | undefined} look
 * @returns {Promise<string>}
 */
async function until(look) {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * @param {string} name
 * @param {string} address
 * @param {{ storageState?: StorageState, prepare?: (page: import('playwright').Page) => Promise<unknown> }} [options]
 */
async function shoot(name, address, { storageState, prepare } = {}) {
  for (const theme of ['light', 'dark'])
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ]) {
      const page = await browser.newPage({
        viewport: { width: width ?? 0, height: height ?? 0 },
        // A phone is touched: what a finger needs is larger.
        hasTouch: width === 390,
        isMobile: width === 390,
        ...(storageState && { storageState }),
      })
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      // Whoever has come in keeps the choice on the server, which goes before the browser's memory.
      const data = { theme, enableDarkMode: theme === 'dark' }
      await page.request.put(`${new URL(address).origin}/api/me/settings`, { data })
      await page.goto(address, { waitUntil: 'networkidle' })
      // On a busy machine the network can be idle before the screen is there.
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      if (prepare) {
        await prepare(page)
        await page.waitForTimeout(400) // for what fades in
      }
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
      await page.close()
    }
}
