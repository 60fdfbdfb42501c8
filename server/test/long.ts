import { test } from 'vitest'

/** `npm run test:full`, not `npm test`. */
export const isFull = process.env.APPLIANCE_TEST_FULL === '1'

/** What takes long, and of whose kind another test runs always: in `npm run test:full` alone, as `@full` in the browser's. */
export function longTest(name: string, run: () => Promise<void>): void {
  // oxlint-disable-next-line vitest/no-conditional-tests, vitest/expect-expect, vitest/valid-title
  if (isFull) test(name, run)
}

/** The first of a kind always, the others in `npm run test:full` alone. */
export const sampleOf = <T>([first, ...others]: readonly [T, ...T[]]): T[] =>
  isFull ? [first, ...others] : [first]
