import { onTestFinished } from 'vitest'
import { spawnOllama, type StandIn } from './ollama-process.ts'

export type { Fault, Rule, StandIn } from './ollama-process.ts'

/** A real Ollama with a model, for the tests of what any must do; without it these ask the stand-in. */
export const realOllama = process.env.OLLAMA_TEST_HOST

/** The stand-in for Ollama (ollama-process.ts); it ends with the test, or when `ending` calls back. */
export async function startOllama({
  answers,
  ending = onTestFinished,
}: { answers?: string; ending?: (stop: () => Promise<void>) => void } = {}): Promise<StandIn> {
  const ollama = await spawnOllama(answers)
  ending(ollama.stop)
  return ollama
}
