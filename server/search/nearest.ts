import type { Db } from '../db/open.ts'
import * as store from './vectors-store.ts'

/**
 * All vectors are compared one by one, in parts between which others have their turn: 20,000 passages (some 200 hours of
 * meetings) of 768 numbers took 0.28 s on two busy cores. Beyond that the oldest are found by their words alone.
 */
const mostCompared = 20_000
const atOnce = 1000

/** Cosine of the angle; 0 for vectors of different lengths, which no model makes. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let [dot, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i]!]
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb)
}

/**
 * How near passages as a rule are to a question. Each model has its own: MiniLM's true matches are at 0.1 to 0.46, where
 * others put what has nothing in common. So nearness is told by how far a passage stands out.
 */
export type Scale = { mean: number; deviation: number }

/** So many deviations are as near as can be: two, where a passage is worth a look, are a third. */
const mostDeviations = 6
const leastDeviation = 0.02

const onScale = (value: number, { mean, deviation }: Scale): number =>
  Math.max(-1, Math.min(1, (value - mean) / (mostDeviations * Math.max(deviation, leastDeviation))))

/** The passages nearest to a vector of this model. */
export async function nearest(
  db: Db,
  model: string,
  vector: Float32Array,
  count: number,
): Promise<{ near: { passage: number; likeness: number }[]; scale: Scale }> {
  let best: { passage: number; likeness: number }[] = []
  const all: number[] = []
  for (let from = 0; from < mostCompared; from += atOnce) {
    const rows = await store.vectorsOf(db.read, model, { from, limit: atOnce })
    const compared = rows.map((row) => ({ passage: row.passage, likeness: cosine(vector, row.vector) }))
    all.push(...compared.map((one) => one.likeness))
    best = [...best, ...compared].sort((a, b) => b.likeness - a.likeness).slice(0, count)
    if (rows.length < atOnce) break
  }
  const mean = all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
  const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, all.length)
  const scale = { mean, deviation: Math.sqrt(variance) }
  return { near: best.map((one) => ({ ...one, likeness: onScale(one.likeness, scale) })), scale }
}

/** Of these passages, where they have a vector. */
export async function likeness(
  db: Db,
  model: string,
  { vector, ids, scale }: { vector: Float32Array; ids: readonly number[]; scale: Scale },
): Promise<Map<number, number>> {
  const rows = await store.vectorsOfPassages(db.read, model, ids)
  return new Map(rows.map((row) => [row.passage, onScale(cosine(vector, row.vector), scale)]))
}
