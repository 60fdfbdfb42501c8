import { actionBase, actionWeights, decisionBase, decisionWeights } from './weights.ts'

/** "here carried 0.9; chair 0.7" → how much each sign weighs. */
const table = (text: string): Map<string, number> =>
  new Map(
    text.split(/[;\n]/).flatMap((entry): [string, number][] => {
      const at = entry.lastIndexOf(' ')
      return at > 0 ? [[entry.slice(0, at).trim(), Number(entry.slice(at + 1))]] : []
    }),
  )

const weigher = (base: number, text: string) => {
  const weights = table(text)
  return (signs: readonly string[]): number =>
    signs.reduce((sum, sign) => sum + (weights.get(sign) ?? 0), base)
}

/** Logarithm of the odds that a sentence with these signs settles something. */
export const decisionScore = weigher(decisionBase, decisionWeights)
/** … that it gives somebody a task. */
export const actionScore = weigher(actionBase, actionWeights)
