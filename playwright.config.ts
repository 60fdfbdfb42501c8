import { defineConfig } from '@playwright/test'

const full = process.env.APPLIANCE_TEST_FULL === '1'

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  globalSetup: './web/e2e/global-setup.ts',
  // Each test has a server and a data directory of its own, and waits for half of its time. In `npm test` the unit tests run
  // beside these (scripts/lib/test-steps.mjs).
  workers: 2,
  fullyParallel: true,
  timeout: full ? 15 * 60_000 : 4 * 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time is named in the last lines of `npm test`.
  retries: 1,
  reporter: 'list',
  // What takes long is marked @full and runs in `npm run test:full`.
  ...(full ? {} : { grepInvert: /@full\b/ }),
  // It makes a network of its own, and every Chromium on this machine then drops what it is fetching. So it comes last,
  // and alone (`--no-deps` runs it by itself).
  projects: [
    { name: 'appliance', testIgnore: /front-door/ },
    { name: 'network', testMatch: /front-door/, dependencies: ['appliance'], fullyParallel: false },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // A trace costs about a fifth of the time.
    trace: process.env.APPLIANCE_TEST_TRACE ? 'retain-on-failure' : 'off',
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
