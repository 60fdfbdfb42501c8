import { test } from 'vitest'

/** What takes long, and of whose kind another test runs always: in `npm run test:full` alone, as `@full` in the browser's. */
export function longTest(name: string, run: () => Promise<void>): void {
  // oxlint-disable-next-line vitest/no-conditional-tests, vitest/expect-expect, vitest/valid-title
  if (process.env.APPLIANCE_TEST_FULL === '1') test(name, run)
}
