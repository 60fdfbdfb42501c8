import { defineConfig } from 'vitest/config'

const full = process.env.APPLIANCE_TEST_FULL === '1'

export default defineConfig({
  test: {
    include: ['{server,cli,scripts,web}/**/*.test.{ts,tsx}'],
    // What takes minutes is in *.full.test.ts and runs in `npm run test:full`.
    exclude: [
      ...['**/node_modules/**', 'dist/**', 'web/e2e/**', ...(full ? [] : ['**/*.full.test.ts'])],
      // Where no Ollama can be had the run says so (scripts/lib/real-ollama.mjs).
      ...(process.env.OLLAMA_TEST_BIN ? [] : ['**/real-ollama.full.test.ts']),
    ],
    environment: 'node',
    pool: 'forks',
    // They wait for half of their time, for processes to start and end; more than two would wait for the two cores.
    maxWorkers: 2,
    // Loading the server anew for each file took a tenth of the time; no file changes what another one has loaded.
    isolate: false,
    // Real programs run behind these (ffmpeg, the speech engine, a whole server), on as little as two cores and beside the
    // browser's tests.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
})
