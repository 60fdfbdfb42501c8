import type { Handle } from '../db/open.ts'

/** Passages that have no vector of this model, oldest first. */
export function passagesWithoutVector(
  handle: Handle,
  model: string,
  limit: number,
): Promise<{ id: number; text: string; context: string }[]> {
  return handle('search_passage')
    .select('search_passage.id', 'search_passage.text', 'search_passage.context')
    .leftJoin('search_vector', (join) =>
      join
        .on('search_vector.passage', 'search_passage.id')
        .andOn('search_vector.model', handle.raw('?', [model])),
    )
    .whereNull('search_vector.passage')
    .orderBy('search_passage.id')
    .limit(limit)
}

/** A passage that has gone meanwhile is left out. An empty vector says that the model does not take it. */
export async function storeVectors(
  handle: Handle,
  model: string,
  rows: { passage: number; vector: Float32Array }[],
): Promise<void> {
  const there = new Set<number>(
    await handle('search_passage')
      .whereIn(
        'id',
        rows.map(({ passage }) => passage),
      )
      .pluck('id'),
  )
  for (const { passage, vector } of rows)
    if (there.has(passage))
      await handle('search_vector')
        .insert({ passage, model, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) })
        .onConflict('passage')
        .merge()
}

/** The newest first: beyond what can be compared in time the oldest are left out. */
export async function vectorsOf(
  handle: Handle,
  model: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ passage: number; vector: Float32Array }[]> {
  const rows: { passage: number; vector: Buffer }[] = await handle('search_vector')
    .select('passage', 'vector')
    .where({ model })
    .orderBy('passage', 'desc')
    .offset(from)
    .limit(limit)
  return rows.map(({ passage, vector }) => ({ passage, vector: floats(vector) }))
}

export async function vectorsOfPassages(
  handle: Handle,
  model: string,
  ids: readonly number[],
): Promise<{ passage: number; vector: Float32Array }[]> {
  const rows: { passage: number; vector: Buffer }[] = await handle('search_vector')
    .select('passage', 'vector')
    .where({ model })
    .whereIn('passage', ids)
  return rows
    .filter(({ vector }) => vector.length > 0)
    .map(({ passage, vector }) => ({ passage, vector: floats(vector) }))
}

/** A copy: a Buffer of the driver need not begin at a multiple of four. */
const floats = (bytes: Buffer): Float32Array => {
  const copy = new Uint8Array(bytes)
  return new Float32Array(copy.buffer, 0, Math.floor(copy.byteLength / 4))
}
