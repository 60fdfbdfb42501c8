import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,cli,scripts,web}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', 'web/e2e/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Real programs run behind these: ffmpeg, the speech engine, a whole server.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
