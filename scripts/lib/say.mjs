/**
 * What the scripts tell the person at the terminal: one line a step, with its time.
 * @typedef {object} Say
 * @property {(text: string) => void} line
 * @property {<T>(text: string, work: () => Promise<T>) => Promise<T>} step says what it does, and how long it took
 */

/** @param {number} since as of performance.now() */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * @param {NodeJS.WritableStream} [to] standard error, so that a command's own output stays clean
 * @returns {Say}
 */
export function createSay(to = process.stderr) {
  /** @param {string} text */
  const line = (text) => void to.write(`${text}\n`)
  return {
    line,
    step: async (text, work) => {
      const since = performance.now()
      line(`• ${text} …`)
      const result = await work()
      line(`  done in ${seconds(since)}`)
      return result
    },
  }
}

/** A reason to stop that the person can act on: printed as it is, without a stack. */
export class Stop extends Error {}
