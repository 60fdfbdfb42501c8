import type { Handle } from '../db/open.ts'

export type PlaceRow = { place_id: string; name: string; address: string }
export type UsedRow = PlaceRow & { words: string; times: number; last_at: string }
export type GazetteerRow = PlaceRow & { population: number; words: string }
export type LoadRow = {
  id: number
  file: string
  state: 'loading' | 'active'
  places: number
  loaded_at: string
}

export async function recordUse(handle: Handle, place: PlaceRow & { words: string }): Promise<void> {
  const used = { ...place, last_at: new Date().toISOString() }
  const known = await handle('place_used').where({ place_id: place.place_id }).first('place_id')
  if (known)
    await handle('place_used')
      .where({ place_id: place.place_id })
      // Its name and address stay as they first were: whoever types others makes another place.
      .update({ last_at: used.last_at, times: handle.raw('times + 1') })
  else await handle('place_used').insert({ ...used, times: 1 })
}

/** Most used first. There are as many as a company has meeting places. */
export function usedPlaces(handle: Handle): Promise<UsedRow[]> {
  return handle('place_used')
    .orderBy([
      { column: 'times', order: 'desc' },
      { column: 'last_at', order: 'desc' },
    ])
    .limit(2000)
}

/**
 * Places in whose words each of these begins one. The bigger ones have the smaller ids, so that the best are among the
 * first.
 * @param words letters and digits alone
 */
export async function placesByWords(
  handle: Handle,
  words: string[],
  limit: number,
): Promise<(PlaceRow & { population: number })[]> {
  const wanted = words.map((word) => `"${word}"*`).join(' AND ')
  return handle.raw(
    `SELECT p.place_id, p.name, p.address, p.population
       FROM (SELECT rowid FROM gazetteer_words WHERE gazetteer_words MATCH ? ORDER BY rowid LIMIT ?) w
       JOIN gazetteer_place p ON p.id = w.rowid
       JOIN gazetteer_load l ON l.id = p.load_id AND l.state = 'active'`,
    [wanted, limit],
  )
}

export async function beginLoad(handle: Handle, file: string): Promise<number> {
  const [id] = await handle('gazetteer_load').insert({
    file,
    state: 'loading',
    places: 0,
    loaded_at: new Date().toISOString(),
  })
  return id!
}

/** One of many: short, so that the appliance goes on with its own work in between. */
export async function insertPlaces(handle: Handle, loadId: number, rows: GazetteerRow[]): Promise<void> {
  const last: { id?: number | null } | undefined = await handle('gazetteer_place').max({ id: 'id' }).first()
  const first = (last?.id ?? 0) + 1
  const perStatement = 150 // SQLite takes so many values at once
  for (let from = 0; from < rows.length; from += perStatement) {
    const some = rows.slice(from, from + perStatement)
    await handle('gazetteer_place').insert(
      some.map(({ place_id, name, address, population }, i) => {
        const id = first + from + i
        return { id, load_id: loadId, place_id, name, address, population }
      }),
    )
    await handle('gazetteer_words').insert(some.map(({ words }, i) => ({ rowid: first + from + i, words })))
  }
}

/** From now on these are the places of that file. @returns the loads that they take the place of */
export async function activateLoad(handle: Handle, load: LoadRow): Promise<number[]> {
  const before: number[] = await handle('gazetteer_load')
    .where({ file: load.file })
    .whereNot({ id: load.id })
    .pluck('id')
  await retireLoads(handle, before)
  await handle('gazetteer_load').where({ id: load.id }).update({ state: 'active', places: load.places })
  return before
}

export async function retireLoads(handle: Handle, ids: number[]): Promise<void> {
  await handle('gazetteer_load').whereIn('id', ids).update({ state: 'loading' })
}

export function allLoads(handle: Handle): Promise<LoadRow[]> {
  return handle('gazetteer_load').orderBy('id')
}

/** Deletes some places of a load that does not count; the load itself with the last. @returns whether there are more */
export async function deleteSome(handle: Handle, loadId: number): Promise<boolean> {
  const ids: number[] = await handle('gazetteer_place').where({ load_id: loadId }).limit(5000).pluck('id')
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500)
    await handle('gazetteer_words').whereIn('rowid', some).delete()
    await handle('gazetteer_place').whereIn('id', some).delete()
  }
  if (ids.length > 0) return true
  await handle('gazetteer_load').where({ id: loadId }).delete()
  return false
}
