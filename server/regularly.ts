/**
 * Does something now and every so often, never twice at the same time.
 * @param failed told of a turn that failed; the next one comes all the same
 * @returns what ends it, once the turn under way is over
 */
export function regularly(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const go = (): void => {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = null
      })
  }
  go()
  const timer = setInterval(go, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
