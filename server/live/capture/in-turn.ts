/** One thing at a time for each recording, in the order in which they were asked for. */
export function createTurns(): <T>(id: number, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<number, Promise<unknown>>()
  return (id, work) => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(id) === over) turns.delete(id)
      })
    turns.set(id, over)
    return turn
  }
}
