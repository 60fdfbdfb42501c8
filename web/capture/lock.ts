/** Which tab is at work on which recording: another tab must not offer to finish it. */

const prefix = 'capture-'

/** Returns the way out; a tab that is closed, or crashes, lets go by itself. */
export function holdCapture(id: number): () => void {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks?.request(`${prefix}${id}`, () => held).catch(() => undefined)
  return letGo
}

/** The recordings that some tab is at work on. */
export async function heldCaptures(): Promise<ReadonlySet<number>> {
  const locks = await navigator.locks?.query()
  return new Set(
    (locks?.held ?? [])
      .filter(({ name }) => name?.startsWith(prefix))
      .map(({ name }) => Number(name?.slice(prefix.length))),
  )
}
