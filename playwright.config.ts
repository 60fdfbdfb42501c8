import { defineConfig } from '@playwright/test'

const full = process.env.APPLIANCE_TEST_FULL === '1'

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  // One browser and one server at a time: the machine has two cores, and the speech engine wants both.
  workers: 1,
  fullyParallel: false,
  timeout: full ? 15 * 60_000 : 2 * 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: 'list',
  // What takes long is marked @full and runs in `npm run test:full`.
  ...(full ? {} : { grepInvert: /@full\b/ }),
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
      // Without these Chromium looks for its maker's hosts at every start; --no-sandbox since CI runs as root.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
