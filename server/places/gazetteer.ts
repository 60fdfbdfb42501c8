import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { readGeoNames } from './geonames.ts'
import {
  activateLoad,
  allLoads,
  beginLoad,
  deleteSome,
  insertPlaces,
  retireLoads,
  type GazetteerRow,
} from './store.ts'

/** Bigger places are stored before the others, so that they are found first. */
const bigPopulation = 5000
const batch = 1500

/** The lists of places that an administrator has loaded. */
export function createGazetteer(db: Db) {
  async function empty(loadId: number): Promise<void> {
    while (await transact(db, (trx) => deleteSome(trx, loadId))) continue
  }

  return {
    /**
     * Loads a GeoNames list beside a running appliance. What an earlier load of that file brought counts until this one
     * is whole.
     * @throws AppError invalid_input
     */
    async load(
      path: string,
      onProgress: (places: number, part: number) => void,
    ): Promise<{ file: string; places: number }> {
      const file = basename(path)
      const { size } = await stat(path)
      for (const left of await allLoads(db.read)) if (left.state === 'loading') await empty(left.id)
      const id = await beginLoad(db.write, file)
      let places = 0
      try {
        for (const [pass, big] of [true, false].entries()) {
          let rows: GazetteerRow[] = []
          let part = 0
          const store = async (): Promise<void> => {
            await transact(db, (trx) => insertPlaces(trx, id, rows))
            places += rows.length
            rows = []
            onProgress(places, part)
          }
          const reading = readGeoNames(path, (bytes) => (part = (pass + bytes / Math.max(1, size)) / 2))
          for await (const row of reading) {
            if (row.population >= bigPopulation !== big) continue
            rows.push(row)
            if (rows.length === batch) await store()
          }
          await store()
        }
        if (places === 0) throw new AppError('invalid_input', `There are no places in ${file}.`)
      } catch (error) {
        await empty(id)
        throw error
      }
      const load = { id, file, state: 'active', places, loaded_at: '' } as const
      const before = await transact(db, (trx) => activateLoad(trx, load))
      for (const old of before) await empty(old)
      return { file, places }
    },

    async status(): Promise<{ file: string; places: number; loadedAt: string }[]> {
      const loads = await allLoads(db.read)
      return loads
        .filter(({ state }) => state === 'active')
        .map(({ file, places, loaded_at }) => ({ file, places, loadedAt: loaded_at }))
    },

    /** Places used before stay. */
    async clear(): Promise<void> {
      const ids = (await allLoads(db.read)).map(({ id }) => id)
      await transact(db, (trx) => retireLoads(trx, ids))
      for (const id of ids) await empty(id)
    },
  }
}
