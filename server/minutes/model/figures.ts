import { figuresIn } from '../../language/figures.ts'

/** The figures of a statement that nobody said. Small ones count things ("two quotes") and are let pass. */
export function figuresNotSaid(text: string, said: string): number[] {
  const there = figuresIn(said)
  const scaled = new Set([...there].flatMap((one) => [one, one * 1000, one * 1e6, one / 1000, one / 1e6]))
  return [...figuresIn(text)].filter((one) => one > 3 && !scaled.has(one))
}
