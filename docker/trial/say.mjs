/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`)

/**
 * Says what is tried, and how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function timed(what, work) {
  const since = performance.now()
  say(`• ${what} …`)
  const result = await work()
  say(`  ✓ ${((performance.now() - since) / 1000).toFixed(1)} s`)
  return result
}
