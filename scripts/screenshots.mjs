#!/usr/bin/env node
// Pictures of every screen in both themes and three widths, of the built appliance with the sample meeting in it:
//   node scripts/screenshots.mjs [folder]      (default: test-results/screens)
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from './lib/paths.mjs'
import { engineDir } from './lib/whisper.mjs'

const folder = process.argv[2] ?? join(root, 'test-results', 'screens')
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'appliance-screens-'))
const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  env: {
    ...process.env,
    APPLIANCE_DATA_DIR: dataDir,
    APPLIANCE_OFFLINE: '1',
    APPLIANCE_HTTP_PORT: '0',
    APPLIANCE_LOG: 'error',
    APPLIANCE_ENGINE_DIR: engineDir(),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))?.[0]))
    server.on('exit', (code) => reject(new Error(`the appliance ended with ${code}`)))
  })
  const screens = { meetings: '/', recording: '/recordings/1', 'not-found': '/nowhere' }
  await shoot('empty', `${url}/`)
  await fetch(`${url}/api/recordings/sample`, { method: 'POST' })
  for (let status = ''; status !== 'done';) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    status = (await (await fetch(`${url}/api/recordings/1`)).json()).status
  }
  for (const [name, path] of Object.entries(screens)) await shoot(name, `${url}${path}`)
  process.stdout.write(`${folder}\n`)
} finally {
  await browser.close()
  server.removeAllListeners('exit')
  await new Promise((resolve) => {
    server.once('exit', resolve)
    server.kill('SIGTERM')
  })
  rmSync(dataDir, { recursive: true, force: true })
}

/** @param {string} name @param {string} address */
async function shoot(name, address) {
  for (const theme of ['light', 'dark'])
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ]) {
      const page = await browser.newPage({ viewport: { width: width ?? 0, height: height ?? 0 } })
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
      await page.close()
    }
}
