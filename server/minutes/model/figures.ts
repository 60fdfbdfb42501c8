import { figuresIn } from '../../language/figures.ts'

/** The figures of what was said, also as they are told in thousands or millions. */
export const figuresSaid = (said: readonly string[]): Set<number> =>
  new Set(
    said.flatMap((text) =>
      [...figuresIn(text)].flatMap((one) => [one, one * 1000, one * 1e6, one / 1000, one / 1e6]),
    ),
  )

/** The figures of a statement that nobody said. Small ones count things ("two quotes") and are let pass. */
export const figuresNotSaid = (text: string, said: ReadonlySet<number>): number[] =>
  [...figuresIn(text)].filter((one) => one > 3 && !said.has(one))
