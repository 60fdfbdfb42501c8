import type { Db } from '../db/open.ts'
import * as store from './store.ts'

/** A passage that has this much of the question is also about what its meeting names at the start: the company, the item. */
const enoughOfItsOwn = 0.3
const fromItsSource = 0.5

/** Those that the fewest passages have, but some; all of them where they are not too many. */
export async function rarest(db: Db, words: readonly string[], most: number): Promise<string[]> {
  if (words.length <= most) return [...words]
  if (most <= 0) return []
  const counted: { word: string; count: number }[] = []
  for (const word of words) counted.push({ word, count: await store.countWithWord(db.read, word) })
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count)
    .slice(0, most)
    .map(({ word }) => word)
}

/** Of each passage: the share of the words' weight that it has. A word that hardly any passage has weighs most. */
export async function covered(
  db: Db,
  words: readonly string[],
  rows: readonly store.FoundRow[],
): Promise<Map<number, number>> {
  const total = await store.countPassages(db.read)
  const ids = rows.map(({ id }) => id)
  const sources = [...new Set(rows.map(({ source }) => source))]
  const share = new Map<number, number>()
  const ofSource = new Map<number, number>()
  let all = 0
  for (const word of words) {
    const weight = Math.log(1 + total / (1 + (await store.countWithWord(db.read, word))))
    all += weight
    for (const id of await store.idsWithWord(db.read, word, ids)) share.set(id, (share.get(id) ?? 0) + weight)
    for (const source of await store.sourcesWithWord(db.read, word, sources))
      ofSource.set(source, (ofSource.get(source) ?? 0) + weight)
  }
  for (const { id, source } of rows) {
    const sum = share.get(id)
    if (sum === undefined || all === 0) continue
    const elsewhere = Math.max(0, (ofSource.get(source) ?? 0) - sum)
    share.set(id, (sum + (sum / all >= enoughOfItsOwn ? fromItsSource * elsewhere : 0)) / all)
  }
  return share
}
