import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { wrongUse } from './output.ts'

/**
 * Asks before something goes that does not come back. Where nobody can answer (a script, a pipe) it takes `--yes`.
 * Ends the command with 2 when there is no yes.
 */
export async function confirm(what: string, yes: boolean | undefined): Promise<void> {
  if (yes === true) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    wrongUse(`${what} Nothing was done: say --yes if that is what you want.`)
  const answer = await ask(`${what} Type "yes" to go on: `)
  if (answer.trim().toLowerCase() !== 'yes') wrongUse('Nothing was done.')
}

/** Ends the command with 2 when whoever was asked goes without an answer. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const gone = new AbortController()
  lines.once('close', () => gone.abort())
  try {
    return await lines.question(question, { signal: gone.signal })
  } catch (error) {
    if (gone.signal.aborted) wrongUse('Nothing was done.')
    throw error
  } finally {
    lines.close()
  }
}

export const withYes = (command: Command): Command => command.option('--yes', 'do it without asking')
